/**
 * Formats a number with its noun: `1 turn`, `3 turns`. `plural` is needed for an irregular plural,
 * or for a noun with a verb: `formatCount(2, 'test fails', 'tests fail')`.
 */
export const formatCount = (number: number, noun: string, plural = `${noun}s`): string =>
  `${number} ${number === 1 ? noun : plural}`

/** Returns a share as a percentage with one decimal, rounded down: 100 means exactly everything. */
export const percentOf = (part: number, total: number): number =>
  Math.floor((part * 1000) / total) / 10
