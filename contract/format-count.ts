/**
 * Formats a number with its noun: `1 turn`, `3 turns`. `plural` is for a noun that takes no `s`, or that
 * has a verb: `formatCount(2, 'test fails', 'tests fail')`.
 */
export const formatCount = (number: number, noun: string, plural = `${noun}s`): string =>
  `${number} ${number === 1 ? noun : plural}`
