/** What many measurements of one thing come to. */
export type Spread = { readonly median: number; readonly least: number; readonly most: number }

/** The value below which this share of the values lies; `NaN` of none. */
export function quantile(values: ArrayLike<number>, share: number): number {
  const sorted = Float64Array.from(values).toSorted()
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN
}

/** The value in the middle, the mean of the middle two of an even number; `NaN` of none. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2
}

/** Median, least and most of the values. */
export const spreadOf = (values: readonly number[]): Spread => ({
  median: median(values),
  least: values.length === 0 ? Number.NaN : Math.min(...values),
  most: values.length === 0 ? Number.NaN : Math.max(...values),
})

/** Each value by that of the same round in `base`: what a busy machine slows, it slows in both. */
export const ratiosTo = (values: readonly number[], base: readonly number[]): number[] =>
  values.flatMap((value, round) => {
    const beside = base[round]
    return beside === undefined ? [] : [value / beside]
  })

/**
 * Runs all of them once a round, and in the opposite order in every other round. No round begins
 * once it is `enough`. Gives the results of each, in the order of the rounds.
 */
export async function inRounds<Runner, Result>(
  count: number,
  runners: readonly Runner[],
  run: (runner: Runner, round: number) => Promise<Result>,
  enough: () => boolean = () => false,
): Promise<Map<Runner, Result[]>> {
  const results = new Map<Runner, Result[]>(runners.map((runner) => [runner, []]))
  for (let round = 0; round < count && (round === 0 || !enough()); round++)
    for (const runner of round % 2 === 0 ? runners : runners.toReversed())
      results.get(runner)?.push(await run(runner, round))
  return results
}
