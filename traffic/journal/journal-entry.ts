import type { ObservedField } from '../../contract/choices/choice.ts'
import type { CallOutcome } from '../../contract/choices/shown-choices.ts'
import type { OperationId } from '../../contract/operations.ts'
import type { Profile } from '../../contract/picks.ts'
import type { DeliveryLog } from './delivery-log.ts'

/**
 * A recorded body: its text, or its beginning with the length of the full text in characters. In a
 * restored snapshot, the text is masked, so even a whole text can have another length.
 */
export type RecordedBody =
  | string
  | { readonly text: string; readonly length: number; readonly isWhole?: boolean }

/** The caller of a request, without secrets. */
export type JournalCaller = {
  readonly email: string
  readonly key: { readonly id: string; readonly prefix: string; readonly name: string } | undefined
}

/** A remark about a request. The text may change until the stream of the response has ended. */
export type JournalNote = { text: string }

/** A recorded request and its response. Secrets are masked when it is shown. */
export type JournalEntry = {
  /** The number of the request in its journal, from 1. */
  readonly number: number
  /** The time of arrival, in milliseconds since 1970 by the clock of the world. */
  readonly at: number
  readonly method: string
  readonly path: string
  readonly query: string
  readonly headers: Iterable<readonly [name: string, value: string]>
  readonly endpoint: OperationId | undefined
  /** The called operation of the profile, and whether its response comes from a template. */
  readonly own?: { readonly name: string; readonly isTemplate: boolean } | undefined
  readonly caller: JournalCaller | undefined
  /** The request's fields and parameters that choices depend on, for the coverage. */
  readonly fields: readonly ObservedField[]
  /** The name of the scenario that a turn plays. */
  readonly scenario: string | undefined
  /** The id of the turn that the request began or resumed. */
  readonly turn?: string | undefined
  readonly requestBody: RecordedBody | undefined
  /** The status; `undefined` if the connection was reset without a response. */
  readonly status: number | undefined
  readonly outcome: CallOutcome
  /** The ids of the faults that affected the request. */
  readonly faults: readonly string[]
  readonly explanation: string | undefined
  readonly note?: JournalNote | undefined
  readonly responseBody: RecordedBody | undefined
  /** The milliseconds until the response began, in real time and not by the world's clock. */
  readonly ms: number
  /** The profile of the world at the time of the request. */
  readonly profile: Profile
  /** The data that was sent to the reader of a stream. */
  readonly deliveries: DeliveryLog | undefined
}

export const bodyText = (body: RecordedBody): string =>
  typeof body === 'string' ? body : body.text
