import * as z from 'zod/mini';
/** What a duration looks like, for messages. */
export declare const durationForm = "a number of milliseconds, or such as `800ms`, `90s`, `5m`, `2h`, `1d`";
/** A stretch of time: milliseconds, or a text as `800ms`, `90s`, `5m`, `2h`, `1d`. */
export type Duration = number | string;
/** A duration in milliseconds; `undefined` for what is none. */
export declare function toMilliseconds(given: Duration): number | undefined;
/** Reads a duration; gives milliseconds. */
export declare const duration: z.ZodMiniPipe<z.ZodMiniUnion<readonly [z.ZodMiniNumber<number>, z.ZodMiniString<string>]>, z.ZodMiniTransform<number, Duration>>;
