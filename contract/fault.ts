import * as z from 'zod/mini'
import { duration } from './duration.ts'
import { problemOfOperationPattern } from './operations/operation-pattern.ts'
import { type ErrorCode, errorCodes } from './errors.ts'
import { strictMap } from './explain-issues.ts'
import { ownLimits } from './limits.ts'
import { timestamp } from './records/shared.ts'

const { faultItems, faultText, endpointPattern } = ownLimits

const text = z.string().check(z.minLength(1), z.maxLength(faultText))
const count = z.int().check(z.gte(1))
const anyOf = <T extends z.core.$ZodType>(one: T) =>
  z.union([one, z.array(one).check(z.maxLength(faultItems))])

/** The length is checked first: to look for what a long text may have meant costs far more. */
const pattern = z.string().check(z.maxLength(endpointPattern, { abort: true }))
const endpoint = z.union([
  pattern.check(
    z.superRefine((given, { addIssue }) => {
      const message = problemOfOperationPattern(given)
      if (message !== undefined) addIssue(message)
    }),
  ),
  z.array(pattern).check(
    z.maxLength(faultItems, { abort: true }),
    z.superRefine((given, { addIssue }) => {
      for (const [index, one] of given.entries()) {
        const message = problemOfOperationPattern(one)
        if (message !== undefined) addIssue({ code: 'custom', message, path: [index], input: one })
      }
    }),
  ),
])

/** Which calls a fault strikes: all parts together, and a part that is left out means any. */
const match = strictMap({
  /** `POST /api/react`, `GET /api/*`, `/api/conversations/*`, or an id as `chat.react` or `chat.*`. */
  endpoint: z.optional(endpoint),
  /**
   * The email or id of a user, by token or by key; or the id, the name or the first characters of a
   * key. Credentials are read, not judged.
   */
  caller: z.optional(anyOf(text)),
  /** Of the calls that match otherwise, only these, counted from 1. */
  nth: z.optional(anyOf(count)),
  /** Of the calls that match otherwise, each second, third … */
  every: z.optional(count),
  /** How likely such a call is struck; drawn from the seed of the world. */
  probability: z.optional(z.number().check(z.gte(0), z.lte(1))),
  /** A window of the world's time. */
  from: z.optional(timestamp),
  until: z.optional(timestamp),
})

/** `reset`, the default, breaks the connection; `close` ends the stream as if it were complete. */
const how = z.optional(z.enum(['reset', 'close']))

/** Where a stream breaks; what comes before is delivered first. */
const ofCuts = { known: ['after_event', 'at_byte', 'event', 'inside', 'how'] }
const cut = z.union([
  strictMap({ after_event: z.int().check(z.gte(0)), how }, ofCuts),
  strictMap({ at_byte: z.int().check(z.gte(0)), how }, ofCuts),
  strictMap(
    {
      event: count,
      /**
       * `fields`: between its lines, so behind `event:` and before `data:`. `data`: halfway in its
       * data. `character`: inside the first character of more than one byte, halfway where it has none.
       * `blank-line`: before the blank line that ends it.
       */
      inside: z.enum(['fields', 'data', 'character', 'blank-line']),
      how,
    },
    ofCuts,
  ),
])

const ofEvent = strictMap({ event: count })

/**
 * What becomes of a stream; effects that are given together happen together. Events count from 1 as
 * the platform sends them, also where some are dropped or doubled; comments are none.
 */
export const streamFault = strictMap({
  cut: z.optional(cut),
  /** Silence behind an event, without keepalives, by the clock of the world. */
  stall: z.optional(strictMap({ after_event: z.int().check(z.gte(0)), for: duration })),
  /** So many bytes at a time. */
  drip: z.optional(strictMap({ bytes: count, every: duration })),
  duplicate: z.optional(ofEvent),
  /** The event comes behind the one that follows it. */
  reorder: z.optional(ofEvent),
  drop: z.optional(ofEvent),
  /** `json`: data that breaks off. `field`: data without its field name. `utf8`: a byte that is none. */
  malform: z.optional(strictMap({ event: count, as: z.enum(['json', 'field', 'utf8']) })),
  /** Without `end`, or `resume_done` where a turn is resumed. */
  without_end: z.optional(z.literal(true)),
  crlf: z.optional(z.literal(true)),
  /** Each frame in pieces of so many bytes, each a write of its own. */
  split: z.optional(strictMap({ bytes: count })),
  /** So many frames in one write: they wait for each other. */
  merge: z.optional(strictMap({ events: count.check(z.lte(1000)) })),
})

const latency = z.union([
  duration,
  /** Evenly between the two. */
  strictMap({ from: duration, to: duration }),
  /** A normal distribution, never below 0. */
  strictMap({ mean: duration, deviation: duration }),
])

/** The keys of a map, by where it stands. */
const placed = (shape: object, place: string) =>
  Object.fromEntries(Object.keys(shape).map((key) => [key, place]))

const effect = strictMap(
  {
    latency: z.optional(latency),
    /** An error of the contract instead of an answer, written as the deployment writes it. */
    error: z.optional(
      strictMap({
        code: z.enum(Object.keys(errorCodes) as [ErrorCode, ...ErrorCode[]]),
        message: z.optional(text),
        /** Seconds, as a `Retry-After` header. */
        retry_after: z.optional(z.int().check(z.gte(0))),
      }),
    ),
    /**
     * No answer, not one byte of it. `refused`: the platform never hears of the call. `reset`: it
     * acts on it, and the answer is lost. To the caller both look the same.
     */
    connection: z.optional(z.enum(['reset', 'refused'])),
    /** None though the headers are there; or it breaks after so many bytes of what they promise. */
    body: z.optional(
      z.union([z.literal('empty'), strictMap({ truncate: z.int().check(z.gte(0)) })]),
    ),
    stream: z.optional(streamFault),
  },
  { elsewhere: placed(streamFault.shape, 'under "stream"') },
).check(
  z.refine((given) => Object.keys(given).length > 0, 'give at least one effect'),
  z.refine(
    ({ connection, error, body, stream }) => connection === undefined || !(error ?? body ?? stream),
    'where the connection breaks, there is no `error`, `body` or `stream` to see: leave them out',
  ),
)

/** A failure that is put into the answers of a world on purpose. */
export const fault = strictMap(
  {
    /** Given by the world unless given here. */
    id: z.optional(z.string().check(z.regex(/^[A-Za-z][\w.-]{0,63}$/))),
    about: z.optional(text),
    match: z.optional(match),
    /** It strikes so often, and then no more. */
    times: z.optional(count),
    effect,
  },
  {
    elsewhere: {
      ...placed(match.shape, 'under "match"'),
      ...placed(streamFault.shape, 'under "stream" of "effect"'),
      ...placed(effect.shape, 'under "effect"'),
    },
  },
)

/** How often a fault was met and how often it struck. */
export const faultCounts = z.strictObject({
  /** Calls that its endpoint, caller and window fit. */
  met: z.int(),
  struck: z.int(),
})

export type Fault = z.infer<typeof fault>
/** A fault as it is written: durations may be texts. */
export type FaultInput = z.input<typeof fault>
export type FaultCounts = z.infer<typeof faultCounts>
export type FaultEffect = z.infer<typeof effect>
export type StreamFault = z.infer<typeof streamFault>
