import { type JournalEntry, type RecordedBody, bodyText } from './journal-entry.ts'
import { errorCodeOf, observationOf } from './coverage-counter.ts'
import type { DeliveryLog, StreamState } from './delivery-log.ts'
import { maskQuery, maskText, maskHeader } from './mask.ts'
import { type ShownChoice, choicesShownBy } from '../contract/choices/shown-choices.ts'

/** A call of a world, as one line of its journal; secrets are masked. */
export type JournalLine = {
  /** Its place among the calls of the world, from 1. */
  readonly number: number
  /** When it came, by the world's time. */
  readonly time: string
  readonly world: string
  readonly seed: string
  readonly method: string
  readonly path: string
  readonly query: string
  /** The id of the operation; null where it led to none. */
  readonly endpoint: string | null
  /** Who called; null where that was not found out. */
  readonly caller: {
    readonly email: string
    readonly key: { readonly id: string; readonly prefix: string; readonly name: string } | null
  } | null
  /** The scenario that a turn plays; null for an answer without one. */
  readonly scenario: string | null
  /** Null where the connection was reset instead of an answer. */
  readonly status: number | null
  /** The error code as it was sent. */
  readonly code: string | null
  /** Why it was refused, finer than the code: a condition of the contract, or `invalid`. */
  readonly condition: string | null
  /** The ids of the faults that it met. */
  readonly faults: readonly string[]
  /** Milliseconds of the machine until the answer began. */
  readonly ms: number
  readonly explanation: string | null
  /** What the reader was handed so far, for a stream. */
  readonly stream: JournalStream | null
}

/** What the reader of a stream was handed. */
export type JournalStream = {
  /** `end`: all of it. `left`: the reader left before. `cut`: it broke off. `open`: it goes on. */
  readonly state: StreamState
  readonly events: number
  readonly bytes: number
  readonly ended_at: string | null
}

/** A world, as a line names it. */
export type WorldRef = { readonly name: string; readonly seed: string }

/** A call as one line of its journal. */
export const toJournalLine = ({ name, seed }: WorldRef, entry: JournalEntry): JournalLine => ({
  number: entry.number,
  time: isoTime(entry.at),
  world: name,
  seed,
  method: entry.method,
  path: maskText(entry.path),
  query: maskQuery(entry.query),
  endpoint: entry.endpoint ?? null,
  caller: entry.caller === undefined ? null : { ...entry.caller, key: entry.caller.key ?? null },
  scenario: entry.scenario ?? null,
  status: entry.status ?? null,
  code: errorCodeOf(entry) ?? null,
  condition: ['success', 'fault'].includes(entry.outcome) ? null : entry.outcome,
  faults: entry.faults,
  ms: entry.ms,
  explanation: entry.explanation ?? null,
  stream: entry.deliveries === undefined ? null : streamLine(entry.deliveries),
})

const isoTime = (at: number) => new Date(at).toISOString()

const streamLine = ({ state, count, bytes, endedAt }: DeliveryLog): JournalStream => ({
  state,
  events: count,
  bytes,
  ended_at: endedAt === undefined ? null : isoTime(endedAt),
})

/** A body as it is shown: masked, and only its beginning where `length` is more. */
type JournalBody = { readonly text: string; readonly length: number }

/** All that a journal has of a call. */
export type JournalRecord = JournalLine & {
  readonly request: {
    readonly headers: Readonly<Record<string, string>>
    readonly body: JournalBody | null
  }
  readonly response: { readonly body: JournalBody | null }
  /** Each frame of a stream as its reader was handed it, by the world's time. */
  readonly frames: readonly {
    readonly event: string
    readonly cursor: number | null
    readonly time: string
    readonly bytes: number
  }[]
  /** Frames that came besides, and bytes of one that is not complete. */
  readonly frames_beyond: number
  readonly partial_bytes: number
  /** The choices that showed in it, with the options that were in effect. */
  readonly relied_on: readonly ShownChoice[]
}

/** A call with all that its journal has of it. */
export const toJournalRecord = (place: WorldRef, entry: JournalEntry): JournalRecord => ({
  ...toJournalLine(place, entry),
  request: {
    headers: Object.fromEntries(
      Array.from(entry.headers, ([name, value]) => [name, maskHeader(name, value)]),
    ),
    body: shown(entry.requestBody),
  },
  response: { body: shown(entry.responseBody) },
  frames: (entry.deliveries?.frames ?? []).map(({ event, cursor, at, bytes }) => ({
    event,
    cursor: cursor ?? null,
    time: iso(at),
    bytes,
  })),
  frames_beyond: (entry.deliveries?.count ?? 0) - (entry.deliveries?.frames.length ?? 0),
  partial_bytes: entry.deliveries?.partial ?? 0,
  relied_on: choicesShownBy(entry.profile, observationOf(entry)),
})

const iso = (at: number) => new Date(at).toISOString()

const shown = (body: RecordedBody | undefined): JournalBody | null =>
  body === undefined ? null : { text: maskText(bodyText(body)), length: body.length }
