import type { OperationId } from '../contract/operations.ts'
import { documented, type Profile } from '../contract/picks.ts'
import type { CallOutcome } from '../contract/choices/shown-choices.ts'
import type { DeliveryLog } from './delivery-log.ts'

/** A body as far as a journal holds it, and how long it was, in characters; a text is all of it. */
export type RecordedBody = string | { readonly text: string; readonly length: number }

/** Who called, by what is no secret. */
export type JournalCaller = {
  readonly email: string
  readonly key: { readonly id: string; readonly prefix: string; readonly name: string } | undefined
}

/** A call as it is held: what is masked, cut or worked out is so when the entry is shown. */
export type JournalEntry = {
  /** Its place among the calls of this world, from 1. */
  readonly number: number
  /** When it came, in milliseconds of the world. */
  readonly at: number
  readonly method: string
  readonly path: string
  readonly query: string
  readonly headers: Iterable<readonly [name: string, value: string]>
  readonly endpoint: OperationId | undefined
  readonly caller: JournalCaller | undefined
  /** The scenario that a turn plays. */
  readonly scenario: string | undefined
  readonly requestBody: RecordedBody | undefined
  /** `undefined` where the connection was reset instead of an answer. */
  readonly status: number | undefined
  readonly outcome: CallOutcome
  /** The ids of the faults that it met. */
  readonly faults: readonly string[]
  readonly explanation: string | undefined
  readonly responseBody: RecordedBody | undefined
  /** Milliseconds of the machine until the answer began. */
  readonly ms: number
  /** The profile under which it was answered. */
  readonly profile: Profile
  /** What the reader was handed, for a stream. */
  readonly deliveries: DeliveryLog | undefined
}

/** What of a body is held. */
export const bodyText = (body: RecordedBody): string =>
  typeof body === 'string' ? body : body.text

/** What stands where there is no call. */
export const blankEntry: JournalEntry = {
  number: 0,
  at: 0,
  method: '',
  path: '',
  query: '',
  headers: [],
  endpoint: undefined,
  caller: undefined,
  scenario: undefined,
  requestBody: undefined,
  status: undefined,
  outcome: 'success',
  faults: [],
  explanation: undefined,
  responseBody: undefined,
  ms: 0,
  profile: documented,
  deliveries: undefined,
}

/** Writes an entry over another; by name, since this is part of every call. */
export function writeEntry(
  over: { -readonly [Field in keyof JournalEntry]: JournalEntry[Field] },
  entry: JournalEntry,
): void {
  over.number = entry.number
  over.at = entry.at
  over.method = entry.method
  over.path = entry.path
  over.query = entry.query
  over.headers = entry.headers
  over.endpoint = entry.endpoint
  over.caller = entry.caller
  over.scenario = entry.scenario
  over.requestBody = entry.requestBody
  over.status = entry.status
  over.outcome = entry.outcome
  over.faults = entry.faults
  over.explanation = entry.explanation
  over.responseBody = entry.responseBody
  over.ms = entry.ms
  over.profile = entry.profile
  over.deliveries = entry.deliveries
}
