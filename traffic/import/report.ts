import { formatCount, percentOf } from '../../contract/format-count.ts'
import {
  type Block,
  firstLines,
  heading,
  paragraph,
  type ReportDocument,
  terms,
} from '../../report/document.ts'
import { isRecordKind, kindProperties } from '../../contract/kinds.ts'
import type { Imported, EntryReport } from './import.ts'

/** The report of an import, in the form of `import-report.json`. */
export type ImportReport = {
  readonly entries: number
  readonly used: number
  /** The percentage of used entries, from 0 to 100. */
  readonly used_percent: number
  readonly recordings: readonly {
    readonly name: string
    readonly entries: number
    readonly used: number
  }[]
  readonly records: Readonly<Record<string, number>>
  readonly scenarios: readonly string[]
  readonly profile: Imported['profile']['base'] & { readonly operations: readonly string[] }
  readonly picks: Imported['picks']
  /** Records that other records refer to, but no response shows. They have made-up values. */
  readonly filled: Imported['records']['filled']
  /** Records that are not in the fixture, because a fixture can't contain them. */
  readonly dropped: Imported['records']['dropped']
  readonly notes: readonly string[]
  /** The number of unused entries by reason. */
  readonly unused: readonly {
    readonly reason: string
    readonly count: number
    readonly entries: readonly string[]
  }[]
  /** The uses of each entry, up to 10,000 entries. */
  readonly uses: readonly EntryReport[]
}

/** The maximum length of a list in the report: a long recording has a million entries. */
const maxEntries = 10_000

/** Creates the report of an import. */
export function createReport(imported: Imported, problems: readonly string[]): ImportReport {
  const { entries, records, scenarios, profile, picks } = imported
  const used = entries.filter(isUsed).length
  const byRecording = Map.groupBy(entries, ({ recording }) => recording)
  return {
    entries: entries.length,
    used,
    used_percent: percent(used, entries.length),
    recordings: [...byRecording].map(([name, own]) => ({
      name,
      entries: own.length,
      used: own.filter(isUsed).length,
    })),
    records: records.counts,
    scenarios: scenarios.map(({ name }) => name),
    profile: { ...profile.base, operations: profile.operations },
    picks,
    filled: records.filled,
    dropped: records.dropped,
    notes: [...problems, ...records.notes, ...profile.notes],
    unused: [
      ...Map.groupBy(
        entries.filter((one) => !isUsed(one)),
        ({ reason = '' }) => reason,
      ),
    ]
      .toSorted(([, a], [, b]) => b.length - a.length)
      .map(([reason, own]) => ({
        reason,
        count: own.length,
        entries: own
          .slice(0, maxEntries)
          .map((entry) => entryPlaceText(entry, byRecording.size > 1)),
      })),
    uses: entries.slice(0, maxEntries),
  }
}

const isUsed = ({ uses }: EntryReport) => uses.length > 0

const percent = (part: number, total: number) => (total === 0 ? 0 : percentOf(part, total))

const entryPlaceText = (
  { recording, entry, method, path, status }: EntryReport,
  isNamed: boolean,
) => `${isNamed ? `${recording} ` : ''}entry ${entry}: ${method} ${path} ${status}`

/** The maximum number of lines of a list on a terminal; the files have all lines. */
const maxLines = 12

/** The noun for one record of a kind in messages. */
const kindNoun = (kind: string): string =>
  isRecordKind(kind) ? kindProperties(kind).name.replace(/ (in|of) this .*/, '') : kind

/** The report as text, with the first lines of each list, up to `most`. */
export const importDocument = (report: ImportReport, most = maxLines): ReportDocument => ({
  body: [...importBlocks(report, most)],
})

function* importBlocks(report: ImportReport, most: number): Generator<Block> {
  const { entries, used, used_percent: share, records, scenarios, profile, picks } = report
  const kinds = Object.entries(records).map(([kind, count]) =>
    formatCount(count, kindNoun(kind), kind.replaceAll('_', ' ')),
  )
  const pickCount = Object.keys(picks).length
  yield paragraph(`${formatCount(entries, 'entry', 'entries')}, ${used} of them used (${share} %).`)
  yield terms(
    ['records', kinds.join(', ') || 'none'],
    ['scenarios', String(scenarios.length)],
    ['profile', `${profile.name}: ${profile.reason}`],
    [
      '',
      `${formatCount(profile.operations.length, 'operation')} that the base lacks or answers otherwise`,
    ],
    [
      'picks',
      `${pickCount} seen: what this deployment does where it has a choice; profile/picks.yaml has those that differ from the base`,
    ],
  )
  yield heading('Filled in, because other records refer to them:')
  const filled = report.filled.map((one) => `${one.kind} ${one.id} as ${one.name} (${one.because})`)
  yield firstLines(filled, most)
  yield heading("Left out, because a fixture can't have them:")
  const dropped = report.dropped.map(({ kind, id, reason }) => `${kind} ${id}: ${reason}`)
  yield firstLines(dropped, most)
  yield heading('Notes:')
  yield firstLines(report.notes, most)
  for (const { reason, count, entries: own } of report.unused) {
    yield heading(`Not used: ${reason} (${count})`)
    yield firstLines(own, most, '', count)
  }
}
