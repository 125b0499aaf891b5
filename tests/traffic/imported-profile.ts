import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { runCommand } from '../../cli/run-command.ts'
import { loadProfile } from '../../cli/world-data.ts'
import { documented as documentedProfile, type Profile } from '../../contract/picks.ts'
import { readProfile } from '../../contract/profile.ts'
import type { RecordedExchange } from '../../contract/exchange.ts'
import type { CollectorResult } from '../../traffic/import/collector.ts'
import type { BaseProfile, ImportedProfile } from '../../traffic/import/profile/choose-base.ts'
import { createProfileCollector } from '../../traffic/import/profile/profile-collector.ts'
import { type RecordedCall, recordedExchange } from '../support/recorded-exchange.ts'

export const documented: BaseProfile = { name: 'documented', profile: documentedProfile }
export const deployed: BaseProfile = {
  name: 'deployed-0.8',
  profile: await loadProfile('deployed-0.8'),
}

/** Creates the profile of exchanges. */
export function collect(
  exchanges: Iterable<RecordedExchange>,
  bases: readonly BaseProfile[] = [documented],
): CollectorResult<ImportedProfile> {
  const collector = createProfileCollector({ bases })
  for (const exchange of exchanges) collector.add(exchange)
  return collector.finish()
}

/** Creates the profile of calls. */
export const collectCalls = (calls: readonly RecordedCall[], bases?: readonly BaseProfile[]) =>
  collect(calls.map(recordedExchange), bases)

/** The profile from the import of a recording. */
export const profileOf = ({ document }: ImportedProfile): Profile => readProfile(document)

/** Runs `profiles check` on an imported profile. */
export async function check({
  document,
}: ImportedProfile): Promise<{ exit: number; text: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'imported-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, 'imported.json'), JSON.stringify(document))
  let text = ''
  const io = { write: (part: string) => (text += part) }
  const stopped = new Promise<void>(() => {})
  const exit = await runCommand(['profiles', 'check', folder], { stdout: io, stderr: io, stopped })
  return {
    exit,
    text: text
      .split('\n')
      .filter((line) => line.includes('.json:'))
      .join('\n'),
  }
}

/** The output of `profiles check` for a profile without problems. */
export const sound = { exit: 0, text: '' }
