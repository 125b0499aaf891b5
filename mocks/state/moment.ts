let last = Number.NaN
let written = ''

/**
 * A moment (milliseconds since 1970) in canonical form: ISO 8601, UTC, milliseconds. Of many streams
 * and calls, several fall into the same moment, and share its text.
 */
export function momentOf(ms: number): string {
  const whole = Math.trunc(ms)
  if (whole !== last) {
    written = new Date(whole).toISOString()
    last = whole
  }
  return written
}
