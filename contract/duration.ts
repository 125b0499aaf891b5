import * as z from 'zod/mini'
import { isRealDay } from './canonical-date.ts'
import { ownLimits } from './limits.ts'

const unitMilliseconds = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const
const durationPattern = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)$/

/** The maximum delay of a timer in milliseconds, about 24 days. A longer timer would fire at once. */
export const maxTimerMs = 2 ** 31 - 1

/**
 * The schema of a speed factor of turns and of the clock. With other factors, dates could leave the
 * range of `Date`.
 */
export const timeFactor = z.number().check(z.gte(ownLimits.speed.min), z.lte(ownLimits.speed.max))

/** The speed of streams in JSON: the factor that divides their pauses. `max` removes all pauses. */
export type Speed = number | 'max'

/** The schema of a stored speed. */
export const storedSpeed = z.union([timeFactor, z.literal('max')])

/** Converts a factor to a speed in JSON: `Infinity`, which JSON does not have, becomes `max`. */
export const fromSpeedFactor = (factor: number): Speed => (Number.isFinite(factor) ? factor : 'max')

export const toSpeedFactor = (speed: Speed) => (speed === 'max' ? Number.POSITIVE_INFINITY : speed)

/** Describes the form of a duration for error messages. */
export const durationForm =
  'a number of milliseconds, or a duration such as `800ms`, `90s`, `5m`, `2h`, `1d`'

/** A duration: milliseconds, or text such as `800ms`, `90s`, `5m`, `2h`, `1d`. */
export type Duration = number | string

/** Converts a duration to milliseconds; returns `undefined` if it is invalid. */
export function toMilliseconds(durationInput: Duration): number | undefined {
  if (typeof durationInput === 'number')
    return durationInput >= 0 && Number.isFinite(durationInput) ? durationInput : undefined
  const [, amount, unit] = durationPattern.exec(durationInput) ?? []
  return unit === undefined
    ? undefined
    : Number(amount) * unitMilliseconds[unit as keyof typeof unitMilliseconds]
}

/** Formats milliseconds in the largest unit that needs no fraction: `90s`, `30m`. */
export function durationText(ms: number): string {
  const largestFirst = Object.entries(unitMilliseconds).toReversed()
  const [unit, size] = largestFirst.find(([, length]) => ms > 0 && ms % length === 0) ?? ['s', 1000]
  return `${ms / size}${unit}`
}

/** The schema of a duration; its output is milliseconds. */
export const duration = z.pipe(
  z
    .union([z.number(), z.string()])
    .check(z.refine((given) => toMilliseconds(given) !== undefined, `Give ${durationForm}`)),
  z.transform((given: Duration) => toMilliseconds(given) ?? 0),
)

/** The schema of a time that a user writes: ISO 8601 with a time zone; a date alone is midnight UTC. */
export const moment = z.string().check(
  z.regex(/^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?$/, {
    abort: true,
    error: 'It must be a time with its zone, such as `2026-11-21T08:00:00Z`',
  }),
  z.refine((text) => isRealDay(text) && !Number.isNaN(Date.parse(text)), 'It must be a valid date'),
)

const infinityToMax = z.pipe(
  z.custom<number>((given) => given === Number.POSITIVE_INFINITY),
  z.transform(() => 'max' as const),
)

/** The schema of a speed that a client sends; it converts `Infinity` to `max`. */
export const speed = z.union([storedSpeed, infinityToMax])
