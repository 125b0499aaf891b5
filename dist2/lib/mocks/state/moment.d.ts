/**
 * A moment (milliseconds since 1970) in canonical form: ISO 8601, UTC, milliseconds. What many
 * streams tell falls into the same millisecond, so the last one is kept.
 */
export declare function momentOf(ms: number): string;
