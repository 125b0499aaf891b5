import { type JournalEntry, type RecordedBody, bodyText } from './journal-entry.ts'
import { errorCodeOf, observationOf } from './coverage-counter.ts'
import type { DeliveryLog } from './delivery-log.ts'
import { maskQuery, maskText, maskHeader } from '../secrets/mask.ts'
import { choicesShownBy } from '../contract/choices/shown-choices.ts'
import type {
  JournalLine,
  JournalStream,
  JournalRecord,
  JournalBody,
} from '../contract/control/journal.ts'

/** The world that a line names. */
export type WorldRef = { readonly name: string; readonly seed: string }

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
    time: isoTime(at),
    bytes,
  })),
  frames_beyond: (entry.deliveries?.count ?? 0) - (entry.deliveries?.frames.length ?? 0),
  partial_bytes: entry.deliveries?.partial ?? 0,
  relied_on: choicesShownBy(entry.profile, observationOf(entry)),
})

const shown = (body: RecordedBody | undefined): JournalBody | null =>
  body === undefined ? null : { text: maskText(bodyText(body)), length: body.length }
