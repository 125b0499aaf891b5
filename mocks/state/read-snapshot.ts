import { explainIssues } from '../../contract/explain-issues.ts'
import { parseInPieces } from '../../contract/bounded-parse.ts'
import type { Profile } from '../../contract/picks.ts'
import { ProfileError, readProfile } from '../../contract/profile.ts'
import { scenarioProblems } from '../../contract/scripts/problems.ts'
import { snapshot, snapshotVersion, type Snapshot } from '../../contract/snapshot.ts'

/** A document that is no snapshot which this release can restore; says why. */
export class SnapshotError extends Error {
  override readonly name = 'SnapshotError'
}

/** A snapshot whose every part was checked. */
export type ReadSnapshot = Omit<Snapshot, 'profile'> & { readonly profile: Profile }

/** Reads a snapshot. Throws `SnapshotError` for another document, another version or wrong content. */
export function readSnapshot(document: unknown): ReadSnapshot {
  const { understudy, version } = (document ?? {}) as Readonly<Record<string, unknown>>
  if (understudy !== 'snapshot')
    throw new SnapshotError('This is no snapshot: it does not say `"understudy": "snapshot"`.')
  if (version !== snapshotVersion)
    throw new SnapshotError(
      `This snapshot is of version ${JSON.stringify(version)}; this release reads version ${snapshotVersion}. ` +
        'Restore it with the release that took it, or take it anew.',
    )
  const read = parseInPieces(snapshot, document)
  if (read.issues !== undefined) {
    const [problem] = explainIssues(read.issues, document, () => 'take it anew')
    const { path = [], says = 'it can’t be read' } = problem ?? {}
    throw new SnapshotError(`This snapshot is damaged at \`${path.join('.')}\`: ${says}.`)
  }
  refuseScripts(read.data.scenarios)
  return { ...read.data, profile: profileOf(read.data.profile) }
}

/** Scripts are held to the rules that they are held to when they are added. */
function refuseScripts(scenarios: Snapshot['scenarios']): void {
  for (const [index, script] of scenarios.entries()) {
    const [problem] = scenarioProblems(script)
    if (problem === undefined) continue
    const place = ['scenarios', index, ...problem.path].join('.')
    throw new SnapshotError(`This snapshot can’t be played: at \`${place}\`: ${problem.says}.`)
  }
}

function profileOf(document: unknown): Profile {
  try {
    return readProfile(document)
  } catch (error) {
    if (!(error instanceof ProfileError)) throw error
    const place = ['profile', ...error.path].join('.')
    throw new SnapshotError(`This snapshot can’t be played: at \`${place}\`: ${error.message}.`)
  }
}
