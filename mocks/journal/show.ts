import type { JournalEntry } from '../state/journal-entry.ts'
import { codeIn } from '../state/journal.ts'
import type { Ledger, StreamState } from '../state/ledger.ts'
import { maskQuery, maskText } from './mask.ts'

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

/** A world, as a line names it. */
export type Place = { readonly name: string; readonly seed: string }

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

const iso = (at: number) => new Date(at).toISOString()

const streamLine = ({ state, count, bytes, endedAt }: Ledger): StreamLine => ({
  state,
  events: count,
  bytes,
  ended_at: endedAt === undefined ? null : iso(endedAt),
})
