import * as z from 'zod/mini';
const units = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };
const written = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)$/;
/** What a duration looks like, for messages. */
export const durationForm = 'a number of milliseconds, or such as `800ms`, `90s`, `5m`, `2h`, `1d`';
/** A duration in milliseconds; `undefined` for what is none. */
export function toMilliseconds(given) {
    if (typeof given === 'number')
        return given >= 0 && Number.isFinite(given) ? given : undefined;
    const [, amount, unit] = written.exec(given) ?? [];
    return unit === undefined ? undefined : Number(amount) * units[unit];
}
/** Reads a duration; gives milliseconds. */
export const duration = z.pipe(z
    .union([z.number(), z.string()])
    .check(z.refine((given) => toMilliseconds(given) !== undefined, `Give ${durationForm}`)), z.transform((given) => toMilliseconds(given) ?? 0));
