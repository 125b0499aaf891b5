/**
 * A record with its moments (the fields `…_at`) as ISO 8601 in UTC, `2026-11-21T08:30:00.000Z`,
 * however the deployment writes them: without an offset it means UTC, a number counts from 1970.
 * The records in its lists are treated alike; what is nested deeper is not the platform's own.
 */
export declare function withMoments(value: unknown, depth?: number): unknown;
/** A moment as ISO 8601 in UTC; what is none stays as it is. */
export declare function toMoment(value: unknown): unknown;
