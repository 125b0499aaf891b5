import { escapeLines } from '../../contract/escape.ts'
import type { Standing } from '../standing.ts'

/** How a run stands to its baseline, a line for the sum and one for each entry to look at. */
export function standingLines(standing: Standing): readonly string[] {
  const { fresh, known, expired, stale, undecided } = standing
  return [
    `Baseline: ${fresh.length} new, ${known.length} known, ${expired.length} expired, ${stale.length} stale.`,
    ...expired.map(({ check, owner, expires }) => `  expired  ${check}, on ${expires} (${owner})`),
    ...stale.map(({ check }) => `  stale    ${check} passes now: take its entry out`),
    ...undecided.map(({ check }) => `  unknown  ${check} was not decided in this run`),
    ...(isOutdated(standing) ? ['The baseline is out of date.'] : []),
  ]
}

/** Whether an entry is to be taken out, or its day is over. */
export const isOutdated = ({ expired, stale }: Standing): boolean =>
  expired.length + stale.length > 0

/** The same for the end of a report in a terminal. */
export const toStandingText = (standing: Standing): string => escapeLines(standingLines(standing))
