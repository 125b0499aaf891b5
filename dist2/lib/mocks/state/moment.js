let last = Number.NaN;
let written = '';
/**
 * A moment (milliseconds since 1970) in canonical form: ISO 8601, UTC, milliseconds. What many
 * streams tell falls into the same millisecond, so the last one is kept.
 */
export function momentOf(ms) {
    const whole = Math.trunc(ms);
    if (whole !== last) {
        written = new Date(whole).toISOString();
        last = whole;
    }
    return written;
}
