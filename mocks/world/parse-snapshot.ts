import { explainIssues } from '../../contract/explain-issues.ts'
import { parseInPieces } from '../../contract/bounded-parse.ts'
import type { Profile } from '../../contract/picks.ts'
import { ProfileError, readProfile } from '../../contract/profile.ts'
import { scenarioProblems } from '../../contract/scripts/problems.ts'
import { snapshot, snapshotVersion, type Snapshot } from '../../contract/snapshot.ts'

/** Thrown for a document that is not a snapshot of this version. The message has the reason. */
export class SnapshotError extends Error {
  override readonly name = 'SnapshotError'
}

export type ParsedSnapshot = Omit<Snapshot, 'profile'> & { readonly profile: Profile }

/** Validates a snapshot. Throws `SnapshotError`. */
export function parseSnapshot(document: unknown): ParsedSnapshot {
  const { understudy, version } = (document ?? {}) as Readonly<Record<string, unknown>>
  if (understudy !== 'snapshot')
    throw new SnapshotError(
      'This is not a snapshot: the field `"understudy": "snapshot"` is missing.',
    )
  if (version !== snapshotVersion)
    throw new SnapshotError(
      `This snapshot has version ${JSON.stringify(version)}; this release reads version ${snapshotVersion}. ` +
        'Restore it with the release that took it, or take a new one.',
    )
  const read = parseInPieces(snapshot, document)
  if (read.issues !== undefined) {
    const [problem] = explainIssues(read.issues, document, () => 'take a new snapshot')
    const { path = [], says = 'it is invalid' } = problem ?? {}
    throw new SnapshotError(`This snapshot is invalid at \`${path.join('.')}\`: ${says}.`)
  }
  refuseScripts(read.data.scenarios)
  return { ...read.data, profile: profileOf(read.data.profile) }
}

/** Throws `SnapshotError` for a script that could not be added to a world. */
function refuseScripts(scenarios: Snapshot['scenarios']): void {
  for (const [index, script] of scenarios.entries()) {
    const [problem] = scenarioProblems(script)
    if (problem === undefined) continue
    const place = ['scenarios', index, ...problem.path].join('.')
    throw new SnapshotError(`This snapshot is invalid at \`${place}\`: ${problem.says}.`)
  }
}

function profileOf(document: unknown): Profile {
  try {
    return readProfile(document)
  } catch (error) {
    if (!(error instanceof ProfileError)) throw error
    const place = ['profile', ...error.path].join('.')
    throw new SnapshotError(`This snapshot is invalid at \`${place}\`: ${error.message}.`)
  }
}
