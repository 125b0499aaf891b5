import type { KnownFailure } from '../baseline.ts'
import type { Standing } from '../standing.ts'

/** How a run stands to its baseline, a line for each failure that is not new. */
export function standingLines({
  fresh,
  known,
  expired,
  stale,
  undecided,
}: Standing): readonly string[] {
  return [
    `baseline: ${fresh.length} new, ${known.length} known, ${expired.length} expired, ${stale.length} stale`,
    ...known.map((entry) => `  known    ${excuse(entry)}`),
    ...expired.map((entry) => `  expired  ${excuse(entry)}`),
    ...stale.map(({ check }) => `  stale    ${check} passes now: take its entry out`),
    ...undecided.map(({ check }) => `  unknown  ${check} was not decided in this run`),
  ]
}

const excuse = ({ check, owner, reason, expires }: KnownFailure): string =>
  `${check}, until ${expires} (${owner}: ${reason})`
