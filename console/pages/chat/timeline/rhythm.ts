/**
 * By how much cursors rise, worked out from those that came: each step is it, or a few times it
 * where some are missing. `undefined` where they rise without a rule: then a hole proves nothing.
 */
export function rhythmOf(cursors: readonly number[]): number | undefined {
  const sorted = [...new Set(cursors)].toSorted((one, other) => one - other)
  const steps = sorted.slice(1).map((cursor, at) => cursor - (sorted[at] ?? 0))
  if (steps.length === 0) return 1
  const least = Math.min(...steps)
  const isRule = steps.filter((step) => step === least).length * 2 >= steps.length
  return isRule && steps.every((step) => step % least === 0) ? least : undefined
}

/** The cursors that a rhythm has between a first one and the last that came, and that did not come. */
export function missingOf(
  cursors: readonly number[],
  first: number,
  rhythm: number,
): readonly number[] {
  const seen = new Set(cursors)
  const count = Math.ceil((Math.max(...seen) - first) / rhythm)
  return Array.from({ length: Math.max(0, count) }, (_, at) => first + at * rhythm).filter(
    (cursor) => !seen.has(cursor),
  )
}

/** Rising numbers with their runs drawn together: `4–9, 12`, or `4–19 by 3` in another rhythm. */
export function listOf(numbers: readonly number[], rhythm: number): string {
  const runs: [number, number][] = []
  for (const number of numbers) {
    const run = runs.at(-1)
    if (run !== undefined && number === run[1] + rhythm) run[1] = number
    else runs.push([number, number])
  }
  return runs.map(([from, to]) => runWords(from, to, rhythm)).join(', ')
}

function runWords(from: number, to: number, rhythm: number): string {
  if (from === to) return `${from}`
  if (rhythm === 1) return `${from}–${to}`
  return to === from + rhythm ? `${from}, ${to}` : `${from}–${to} by ${rhythm}`
}
