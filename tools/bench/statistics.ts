/** The quantile of the values: `share` 0.99 returns the 99th percentile; `NaN` without values. */
export function quantile(values: ArrayLike<number>, share: number): number {
  const sorted = Float64Array.from(values).toSorted()
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN
}

/** The middle value, or the mean of the middle two; `NaN` without values. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2
}

/** Divides each value by the value of the same round, because a busy machine slows down both. */
export const ratiosTo = (values: readonly number[], base: readonly number[]): number[] =>
  values.slice(0, base.length).map((value, round) => value / (base[round] ?? Number.NaN))

/** A number with three significant digits: `0.0123`, `1.23`, `12,345`. */
export function formatNumber(value: number): string {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? '–' : '∞'
  if (value === 0) return '0'
  const digits = Math.min(6, Math.max(0, 2 - Math.floor(Math.log10(Math.abs(value)))))
  return value.toLocaleString('en', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
}

/** The median with minimum and maximum: `12.3 (11.9–14.0)`. */
export function formatSpread(values: readonly number[]): string {
  const [least, most] = [Math.min(...values), Math.max(...values)]
  if (values.length < 2 || least === most) return formatNumber(median(values))
  return `${formatNumber(median(values))} (${formatNumber(least)}–${formatNumber(most)})`
}

/** The results of several servers (or other subjects), one per round. */
export type Rounds<Result> = ReadonlyMap<string, readonly Result[]>

/** The median ratio of a figure of `name` to that of `base`; `NaN` if one has no results. */
export const ratio = <Result>(
  rounds: Rounds<Result>,
  figure: (result: Result) => number,
  name: string,
  base: string,
): number =>
  median(ratiosTo((rounds.get(name) ?? []).map(figure), (rounds.get(base) ?? []).map(figure)))

/** Runs every subject once per round, in the opposite order in every other round. */
export async function runRounds<Subject extends { readonly name: string }, Result>(
  count: number,
  subjects: readonly Subject[],
  run: (subject: Subject, round: number) => Promise<Result>,
): Promise<Map<string, Result[]>> {
  const results = new Map<string, Result[]>(subjects.map(({ name }) => [name, []]))
  for (let round = 0; round < count; round++)
    for (const subject of round % 2 === 0 ? subjects : subjects.toReversed())
      results.get(subject.name)?.push(await run(subject, round))
  return results
}
