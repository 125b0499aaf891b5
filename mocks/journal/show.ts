import { type ReliedOn, reliedOn } from '../../contract/relied-on.ts'
import { codeIn, type JournalEntry, type KeptBody, seenIn } from '../state/journal.ts'
import type { Ledger, StreamState } from '../state/ledger.ts'
import { maskHeader, maskQuery, maskText } from './mask.ts'

/** A call of a world, as one line of its journal; secrets are masked. */
export type CallLine = {
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
  readonly stream: StreamLine | null
}

/** What the reader of a stream was handed. */
export type StreamLine = {
  /** `end`: all of it. `left`: the reader left before. `cut`: it broke off. `open`: it goes on. */
  readonly state: StreamState
  readonly events: number
  readonly bytes: number
  readonly ended_at: string | null
}

/** A body as it is shown: masked, and only its beginning where `length` is more. */
export type ShownBody = { readonly text: string; readonly length: number }

/** All that a journal has of a call. */
export type CallRecord = CallLine & {
  readonly request: {
    readonly headers: Readonly<Record<string, string>>
    readonly body: ShownBody | null
  }
  readonly response: { readonly body: ShownBody | null }
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
  readonly relied_on: readonly ReliedOn[]
}

type Place = { readonly name: string; readonly seed: string }

/** A call as one line of its journal. */
export const lineOf = ({ name, seed }: Place, entry: JournalEntry): CallLine => ({
  number: entry.number,
  time: iso(entry.at),
  world: name,
  seed,
  method: entry.method,
  path: maskText(entry.path),
  query: maskQuery(entry.query),
  endpoint: entry.endpoint ?? null,
  caller: entry.caller === undefined ? null : { ...entry.caller, key: entry.caller.key ?? null },
  scenario: entry.scenario ?? null,
  status: entry.status ?? null,
  code: codeIn(entry) ?? null,
  condition: ['success', 'fault'].includes(entry.outcome) ? null : entry.outcome,
  faults: entry.faults,
  ms: entry.ms,
  explanation: entry.explanation ?? null,
  stream: entry.ledger === undefined ? null : streamLine(entry.ledger),
})

/** A call with all that its journal has of it. */
export const recordOf = (place: Place, entry: JournalEntry): CallRecord => ({
  ...lineOf(place, entry),
  request: {
    headers: Object.fromEntries(
      Array.from(entry.headers, ([name, value]) => [name, maskHeader(name, value)]),
    ),
    body: shown(entry.sent),
  },
  response: { body: shown(entry.answered) },
  frames: (entry.ledger?.frames ?? []).map(({ event, cursor, at, bytes }) => ({
    event,
    cursor: cursor ?? null,
    time: iso(at),
    bytes,
  })),
  frames_beyond: (entry.ledger?.count ?? 0) - (entry.ledger?.frames.length ?? 0),
  partial_bytes: entry.ledger?.partial ?? 0,
  relied_on: reliedOn(entry.profile, seenIn(entry)),
})

const iso = (at: number) => new Date(at).toISOString()

const shown = (body: KeptBody | undefined): ShownBody | null =>
  body === undefined ? null : { text: maskText(body.text), length: body.length }

const streamLine = ({ state, count, bytes, endedAt }: Ledger): StreamLine => ({
  state,
  events: count,
  bytes,
  ended_at: endedAt === undefined ? null : iso(endedAt),
})
