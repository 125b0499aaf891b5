import { type JournalEntry, type RecordedBody, bodyText } from './journal-entry.ts'
import { errorCodeOf, observationOf } from './coverage-counter.ts'
import type { DeliveryLog, StreamState } from './delivery-log.ts'
import { maskQuery, maskText, maskHeader } from './mask.ts'
import { type ShownChoice, choicesShownBy } from '../contract/choices/shown-choices.ts'

/** A request as one line of a journal, with secrets masked. */
export type JournalLine = {
  /** Counts the requests of the world, from 1. */
  readonly number: number
  /** When it arrived, by the clock of the world. */
  readonly time: string
  readonly world: string
  readonly seed: string
  readonly method: string
  readonly path: string
  readonly query: string
  /** The id of the operation; null if the path or method matches none. */
  readonly endpoint: string | null
  /** The caller; null if unknown. */
  readonly caller: {
    readonly email: string
    readonly key: { readonly id: string; readonly prefix: string; readonly name: string } | null
  } | null
  /** The name of the scenario that a turn plays; null without one. */
  readonly scenario: string | null
  /** Null if the connection was reset without a response. */
  readonly status: number | null
  /** The error code in the response. */
  readonly code: string | null
  /**
   * Why it was refused: a condition of the contract, which is finer than the code, or `invalid`.
   */
  readonly condition: string | null
  /** The ids of the faults that affected it. */
  readonly faults: readonly string[]
  /** Milliseconds of the machine until the response began. */
  readonly ms: number
  readonly explanation: string | null
  /** The deliveries of a stream so far. */
  readonly stream: JournalStream | null
}

/** What the reader of a stream has received. */
export type JournalStream = {
  /**
   * `end`: everything. `left`: the reader left before the end. `cut`: it broke off. `open`: it is
   * running.
   */
  readonly state: StreamState
  readonly events: number
  readonly bytes: number
  readonly ended_at: string | null
}

/** The world that a line names. */
export type WorldRef = { readonly name: string; readonly seed: string }

/** Converts an entry to a line. */
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

/**
 * A body with secrets masked. `length` is the original one; if it is more, `text` is only the
 * beginning.
 */
type JournalBody = { readonly text: string; readonly length: number }

/** Everything that a journal has of a request. */
export type JournalRecord = JournalLine & {
  readonly request: {
    readonly headers: Readonly<Record<string, string>>
    readonly body: JournalBody | null
  }
  readonly response: { readonly body: JournalBody | null }
  /** The frames of a stream with the time at which each was sent, by the clock of the world. */
  readonly frames: readonly {
    readonly event: string
    readonly cursor: number | null
    readonly time: string
    readonly bytes: number
  }[]
  /** The number of frames that are not listed, and the bytes of an incomplete last frame. */
  readonly frames_beyond: number
  readonly partial_bytes: number
  /** The choices that the response depended on, with the options in effect. */
  readonly relied_on: readonly ShownChoice[]
}

/** Converts an entry to a record. */
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
