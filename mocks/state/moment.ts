let last = Number.NaN
let written = ''

/** How moments end, by their milliseconds; each is written once. */
const ends: string[] = []
const endOf = (ms: number) => (ends[ms] ??= `.${String(ms).padStart(3, '0')}Z`)

/**
 * A moment (milliseconds since 1970) in canonical form: ISO 8601, UTC, milliseconds. What many
 * streams tell falls into the same second, so the last one is kept.
 */
export function momentOf(ms: number): string {
  const whole = Math.trunc(ms)
  const second = Math.floor(whole / 1000)
  if (second !== last) {
    written = new Date(second * 1000).toISOString().slice(0, -'.000Z'.length)
    last = second
  }
  return written + endOf(whole - second * 1000)
}
