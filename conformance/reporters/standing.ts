import type { Standing } from '../standing.ts'

/** How a run stands to its baseline, for the end of a report. */
export function toStandingText({ fresh, known, expired, stale, undecided }: Standing): string {
  const isOutdated = expired.length + stale.length > 0
  const lines = [
    `Baseline: ${fresh.length} new, ${known.length} known, ${expired.length} expired, ${stale.length} stale.`,
    ...expired.map(({ check, owner, expires }) => `  expired  ${check}, on ${expires} (${owner})`),
    ...stale.map(({ check }) => `  stale    ${check} passes now: take its entry out`),
    ...undecided.map(({ check }) => `  unknown  ${check} was not decided in this run`),
    ...(isOutdated ? ['The baseline is out of date.'] : []),
  ]
  return `${lines.join('\n')}\n`
}
