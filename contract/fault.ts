import * as z from 'zod/mini'
import { duration, moment } from './duration.ts'
import { type ErrorCode, errorCodes } from './errors.ts'
import { strictMap } from './explain-issues.ts'
import { ownLimits } from './limits.ts'

const { faultItems, faultText, endpointPattern } = ownLimits

const text = z.string().check(z.minLength(1), z.maxLength(faultText))
const count = z.int().check(z.gte(1))
const oneOrMany = <T extends z.core.$ZodType>(one: T) =>
  z.union([one, z.array(one).check(z.maxLength(faultItems))])

const endpointPatternText = z.string().check(z.maxLength(endpointPattern, { abort: true }))

/** The filter of a fault: the fault applies to requests that match all given fields. */
const faultMatch = strictMap({
  /** Operations: `POST /api/react`, `GET /api/*`, or ids such as `chat.react` or `chat.*`. */
  endpoint: z.optional(oneOrMany(endpointPatternText)),
  /** The email or id of a user; or the id, name or prefix of an API key, even of an invalid key. */
  caller: z.optional(oneOrMany(text)),
  /** The number of the matching request that is affected, from 1; or a list of numbers. */
  nth: z.optional(oneOrMany(count)),
  /** Affects every n-th matching request. */
  every: z.optional(count),
  /** The probability that a matching request is affected. The seed of the world decides which. */
  probability: z.optional(z.number().check(z.gte(0), z.lte(1))),
  /** A period of time on the clock of the world. */
  from: z.optional(moment),
  until: z.optional(moment),
})

/** `reset` (default) breaks the connection; `close` ends the stream as if it were complete. */
const cutMethod = z.optional(z.enum(['reset', 'close']))

/** The keys of a cut: where and how a stream is cut. All bytes before the cut are delivered. */
const cutKeys = { known: ['after_event', 'at_byte', 'event', 'inside', 'how'] }
const streamCut = z.union([
  strictMap({ after_event: z.int().check(z.gte(0)), how: cutMethod }, cutKeys),
  strictMap({ at_byte: z.int().check(z.gte(0)), how: cutMethod }, cutKeys),
  strictMap(
    {
      event: count,
      /**
       * Where the event is cut. `fields`: between its lines `event:` and `data:`. `data`: in the
       * middle of its data. `character`: inside its first multi-byte character, or else in the
       * middle. `blank-line`: before the blank line at its end.
       */
      inside: z.enum(['fields', 'data', 'character', 'blank-line']),
      how: cutMethod,
    },
    cutKeys,
  ),
  /** Cuts inside the first multi-byte character of the stream, or else inside its last event. */
  strictMap({ inside: z.literal('character'), how: cutMethod }, cutKeys),
])

const eventReference = strictMap({ event: count })

/**
 * Effects on a stream; several can be combined. Events are counted from 1, before the fault drops
 * or duplicates any. Comments do not count.
 */
export const streamFault = strictMap({
  cut: z.optional(streamCut),
  /** A pause after an event, in the time of the world. No keepalives are sent during the pause. */
  stall: z.optional(strictMap({ after_event: z.int().check(z.gte(0)), for: duration })),
  /** Sends the stream slowly: pauses for `every` after each `bytes` bytes. */
  drip: z.optional(strictMap({ bytes: count, every: duration })),
  duplicate: z.optional(eventReference),
  /** Swaps an event with the event after it. */
  reorder: z.optional(eventReference),
  drop: z.optional(eventReference),
  /** `json`: truncated JSON. `field`: data without its field name. `utf8`: an invalid byte. */
  malform: z.optional(strictMap({ event: count, as: z.enum(['json', 'field', 'utf8']) })),
  /** Drops the final `end`, or `resume_done` of a resumed turn. */
  without_end: z.optional(z.literal(true)),
  crlf: z.optional(z.literal(true)),
  /** Splits each frame into writes of this many bytes. */
  split: z.optional(strictMap({ bytes: count })),
  /** Sends two comments with each event except the first: before the event and before its data. */
  comments: z.optional(z.literal(true)),
  /** Sends an event's data on two `data:` lines, if the data is a JSON object or list. */
  data_lines: z.optional(z.literal(2)),
  /** Sends this many frames in one write, or fewer if a turn waits for an approval. */
  merge: z.optional(strictMap({ events: count.check(z.lte(1000)) })),
})

const latency = z.union([
  duration,
  /** A uniformly distributed latency. */
  strictMap({ from: duration, to: duration }),
  /** A normally distributed latency, never below 0. */
  strictMap({ mean: duration, deviation: duration }),
])

/** Maps each key of a shape to a text that says where the key is allowed, for error texts. */
const keyPlaces = (shape: object, place: string) =>
  Object.fromEntries(Object.keys(shape).map((key) => [key, place]))

const faultEffect = strictMap(
  {
    latency: z.optional(latency),
    /** Replaces the response by an error of the contract, in the form of the deployment. */
    error: z.optional(
      strictMap({
        code: z.enum(Object.keys(errorCodes) as [ErrorCode, ...ErrorCode[]]),
        message: z.optional(text),
        /** The value of the `Retry-After` header, in seconds. */
        retry_after: z.optional(z.int().check(z.gte(0))),
        /** Writes `Retry-After` as a date. */
        retry_date: z.optional(z.literal(true)),
        /**
         * Which later requests are refused, too. `token`: each request with the same token. `time`:
         * the same request until `retry_after` has passed on the clock of the world. While this
         * clock is frozen, `time-unless-frozen` refuses no requests, because the time would never
         * pass.
         */
        persists: z.optional(z.enum(['token', 'time', 'time-unless-frozen'])),
      }),
    ),
    /**
     * The response of a proxy in front of the platform; the platform does not receive the request.
     * Status 307 redirects to the address of the request.
     */
    gateway: z.optional(
      strictMap({
        status: z.literal([307, 502, 503, 504]),
        /** `html` (default): a page of the proxy. `empty`: no body. */
        body: z.optional(z.enum(['html', 'empty'])),
        /** The value of the `Retry-After` header, in seconds. */
        retry_after: z.optional(z.int().check(z.gte(0))),
      }),
    ),
    /**
     * No response at all. `refused`: the platform does not receive the request. `reset`: the
     * platform handles the request, but the response is lost. The client can't tell the two apart.
     */
    connection: z.optional(z.enum(['reset', 'refused'])),
    /** `empty`: headers without a body. `truncate`: the body breaks off after this many bytes. */
    body: z.optional(
      z.union([z.literal('empty'), strictMap({ truncate: z.int().check(z.gte(0)) })]),
    ),
    /** Compresses the body if the request accepts compression. This only works on a Node server. */
    compression: z.optional(z.literal('gzip')),
    stream: z.optional(streamFault),
  },
  { elsewhere: keyPlaces(streamFault.shape, 'under "stream"') },
).check(
  z.refine((given) => Object.keys(given).length > 0, 'set at least one effect'),
  z.refine(
    ({ connection, error, gateway, body, stream }) =>
      connection === undefined || !(error ?? gateway ?? body ?? stream),
    '`connection` cannot be combined with `error`, `gateway`, `body` or `stream`: remove them',
  ),
  z.refine(
    ({ error, gateway }) => error === undefined || gateway === undefined,
    '`gateway` and `error` both replace the response: keep one of them',
  ),
)

/** A deliberate failure in the responses of a world. */
export const fault = strictMap(
  {
    /** The id of the fault; generated by default. */
    id: z.optional(z.string().check(z.regex(/^[A-Za-z][\w.-]{0,63}$/))),
    about: z.optional(text),
    match: z.optional(faultMatch),
    /** The maximum number of requests that the fault affects. */
    times: z.optional(count),
    /** Counts the requests of each session and of each API key separately. */
    per: z.optional(z.literal('session')),
    effect: faultEffect,
  },
  {
    elsewhere: {
      ...keyPlaces(faultMatch.shape, 'under "match"'),
      ...keyPlaces(streamFault.shape, 'under "stream" of "effect"'),
      ...keyPlaces(faultEffect.shape, 'under "effect"'),
    },
  },
)

/** The numbers of requests that a fault matched and affected. */
export const faultCounts = z.strictObject({
  /** The number of requests that match the fault's endpoint, caller and period. */
  met: z.int(),
  struck: z.int(),
})

export type Fault = z.infer<typeof fault>
/** A fault as users write it: durations may be text. */
export type FaultInput = z.input<typeof fault>
export type FaultCounts = z.infer<typeof faultCounts>
export type FaultEffect = z.infer<typeof faultEffect>
export type StreamFault = z.infer<typeof streamFault>
