import { formatCount } from '../../../../contract/format-count.ts'
import { createPickCollector } from '../../../../conformance/passive/pick-collector.ts'
import type { NewWorldOptions } from '../../../../contract/control/worlds.ts'
import type { RecordedExchange } from '../../../../contract/exchange.ts'
import { importRecordings } from '../../../../traffic/import/import.ts'
import {
  loadBaseProfiles,
  type ProfileLoaders,
} from '../../../../traffic/import/profile/choose-base.ts'
import { createReport, type ImportReport } from '../../../../traffic/import/report.ts'

/** The settings of a world that plays a recording, and the report of the import. */
export type ImportedWorld = {
  /** The body of `POST worlds`, without the name of the world. */
  readonly options: Pick<NewWorldOptions, 'fixture' | 'scenarios' | 'profile'>
  readonly report: ImportReport
}

/**
 * Makes the data, scripts and profile of a world from exchanges, like the command `agent-understudy
 * import`. Throws an `Error` if no exchange can be used.
 */
export async function importTraffic(
  name: string,
  exchanges: readonly RecordedExchange[],
  problems: readonly string[],
): Promise<ImportedWorld> {
  const imported = await importRecordings([{ name, exchanges: toAsyncIterable(exchanges) }], {
    bases: await loadBaseProfiles(shippedProfiles),
    picks: createPickCollector(),
  })
  const report = createReport(imported, problems)
  if (report.used === 0) {
    const reasons = report.unused.slice(0, 3).map(({ reason, count }) => `${reason} (${count})`)
    throw new Error(
      `None of the ${formatCount(report.entries, 'exchange')} can be used: ${reasons.join('; ')}. Record calls of the platform, with their bodies.`,
    )
  }
  const label = name.replace(/\.(har|gz|part|json)\b/g, '') || 'recording'
  return {
    options: {
      fixture: { name: label, ...imported.records.fixture },
      scenarios: imported.scenarios,
      profile: { ...imported.profile.document, name: label },
    },
    report,
  }
}

async function* toAsyncIterable(exchanges: readonly RecordedExchange[]) {
  yield* exchanges
}

const shippedProfiles: ProfileLoaders = {
  'deployed-0.8': async () =>
    (await import('../../../../generated/profiles/deployed-0.8.json', { with: { type: 'json' } }))
      .default,
}
