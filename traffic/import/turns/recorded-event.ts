import type { JsonObject } from '../../../contract/json.ts'

/**
 * One event of a recorded turn, with the canonical names of the contract. `t` is in milliseconds
 * since the start of the stream; `cursor` is missing where the deployment sends none.
 */
export type RecordedEvent = {
  readonly name: string
  readonly data: JsonObject
  /** The payload as it was recorded, for events that no line of a script expresses. */
  readonly payload: unknown
  readonly t: number | undefined
  readonly cursor: number | undefined
}

/** A recorded event whose time is known, or made up. */
export type TimedEvent = RecordedEvent & { readonly t: number }

export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : undefined

/** Whether an event is a `step` of this type and status. */
export const isStep = (event: RecordedEvent | undefined, type: string, status: string) =>
  event?.name === 'step' && event.data['type'] === type && event.data['status'] === status

export const isPhase = (event: RecordedEvent | undefined, name: string, status: string) =>
  event?.name === 'phase' && event.data['name'] === name && event.data['status'] === status

export const isAnswer = (event: RecordedEvent | undefined, type: string) =>
  event?.name === 'answer' && event.data['type'] === type
