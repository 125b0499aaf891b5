import { type ShownChoice, choicesShownBy } from '../../contract/choices/shown-choices.ts'
import { type JournalEntry, type KeptBody, textOf } from '../state/journal-entry.ts'
import { seenIn } from '../state/journal.ts'
import { maskHeader, maskText } from './mask.ts'
import { type CallLine, lineOf, type Place } from './show.ts'

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
  readonly relied_on: readonly ShownChoice[]
}

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
  relied_on: choicesShownBy(entry.profile, seenIn(entry)),
})

const iso = (at: number) => new Date(at).toISOString()

const shown = (body: KeptBody | undefined): ShownBody | null =>
  body === undefined ? null : { text: maskText(textOf(body)), length: body.length }
