import { formatCount, percentOf } from '../../contract/format-count.ts'
import {
  type Block,
  firstLines,
  heading,
  paragraph,
  type ReportDocument,
} from '../../report/document.ts'
import type { EntryResult } from './replay.ts'

/** A difference in the responses of one operation, and the entries with this difference. */
type DifferenceCause = {
  readonly operation: string
  readonly difference: string
  readonly entries: readonly number[]
}

export type ReplaySummary = {
  readonly entries: number
  readonly sent: number
  /** The percentage of sent entries with the recorded status; `null` if none was sent. */
  readonly sameStatus: number | null
  /** The percentage of compared entries with the recorded status and shape; `null` without any. */
  readonly sameShape: number | null
  /** The number of entries that were not sent, by reason. */
  readonly notSent: Readonly<Record<string, number>>
  /** The differences, most frequent first. */
  readonly causes: readonly DifferenceCause[]
}

/** Counts the results of a replay, and groups differences by operation and cause. */
export function summarize(results: readonly EntryResult[]): ReplaySummary {
  const sent = results.filter(({ notSent }) => notSent === undefined)
  const compared = sent.filter(({ differences }) => differences !== undefined)
  const reasons = Map.groupBy(
    results.flatMap(({ notSent }) => notSent ?? []),
    (reason) => reason,
  )
  const found = sent.flatMap(({ operation, differences = [], index }) =>
    differences.map((difference) => ({ operation, difference, index })),
  )
  const groups = Map.groupBy(found, (item) => `${item.operation} ${item.difference}`)
  const causes = [...groups.values()].map((all) => ({
    operation: all[0]?.operation ?? '',
    difference: all[0]?.difference ?? '',
    entries: all.map(({ index }) => index),
  }))
  return {
    entries: results.length,
    sent: sent.length,
    sameStatus: percent(sent, ({ status, recordedStatus }) => status === recordedStatus),
    sameShape: percent(compared, ({ differences }) => differences?.length === 0),
    notSent: Object.fromEntries([...reasons].map(([reason, all]) => [reason, all.length])),
    causes: causes.toSorted((a, b) => b.entries.length - a.entries.length),
  }
}

function percent(results: readonly EntryResult[], isSame: (result: EntryResult) => boolean) {
  if (results.length === 0) return null
  return percentOf(results.filter(isSame).length, results.length)
}

/** The maximum number of differences of one operation that are printed. */
const maxLines = 50

/** Describes the entries of a difference, such as `3 entries, first 12`. */
export const entriesText = (entries: readonly number[]): string =>
  entries.length === 1 ? `entry ${entries[0]}` : `${entries.length} entries, first ${entries[0]}`

/** The report of a replay. */
export const replayDocument = ({ entries, sent, ...summary }: ReplaySummary): ReportDocument => ({
  body: [
    paragraph(
      `${formatCount(entries, 'entry', 'entries')}: ${[`${sent} sent`, ...shareTexts(summary)].join(', ')}`,
      ...Object.entries(summary.notSent).map(([reason, count]) => `  ${count} not sent: ${reason}`),
    ),
    ...causeBlocks(summary.causes),
  ],
})

/** Describes the percentages of equal responses, without those that are null. */
export const shareTexts = ({
  sameStatus,
  sameShape,
}: Pick<ReplaySummary, 'sameStatus' | 'sameShape'>): readonly string[] => [
  ...(sameStatus === null ? [] : [`${sameStatus} % same status`]),
  ...(sameShape === null ? [] : [`${sameShape} % same shape`]),
]

/** The differences as parts of a report, grouped by operation. */
export const causeBlocks = (allCauses: readonly DifferenceCause[]): readonly Block[] =>
  [...Map.groupBy(allCauses, ({ operation }) => operation)].flatMap(([operation, causes]) => {
    const lines = causes.map(({ difference, entries }) => `${difference} (${entriesText(entries)})`)
    return [heading(operation), firstLines(lines, maxLines, '; see --json')]
  })
