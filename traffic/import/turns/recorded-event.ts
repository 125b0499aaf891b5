import { isObject, type JsonObject } from '../../../contract/json.ts'

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

/** The tokens of a turn or step; `undefined` if they are not whole numbers. */
export function usageIn(usage: unknown) {
  const { prompt_tokens, completion_tokens }: JsonObject = isObject(usage) ? usage : {}
  if (!Number.isInteger(prompt_tokens) || !Number.isInteger(completion_tokens)) return undefined
  return { prompt_tokens: Number(prompt_tokens), completion_tokens: Number(completion_tokens) }
}

/** Whether an event is a `step` of this type and status. */
export const isStep = (event: RecordedEvent | undefined, type: string, status: string) =>
  event?.name === 'step' && event.data['type'] === type && event.data['status'] === status

export const isPhase = (event: RecordedEvent | undefined, name: string, status: string) =>
  event?.name === 'phase' && event.data['name'] === name && event.data['status'] === status

export const isAnswer = (event: RecordedEvent | undefined, type: string) =>
  event?.name === 'answer' && event.data['type'] === type

/** Reads the events of a turn in their order. */
export class EventReader {
  readonly #events: readonly TimedEvent[]
  #position = 0

  constructor(events: readonly TimedEvent[]) {
    this.#events = events
  }

  get isAtEnd(): boolean {
    return this.#position >= this.#events.length
  }

  /** An event from here on; 0 is the next one. */
  peek(ahead = 0): TimedEvent | undefined {
    return this.#events[this.#position + ahead]
  }

  take(): TimedEvent {
    const event = this.#events[this.#position++]
    if (event === undefined) throw new RangeError('There is no further event.')
    return event
  }

  takeWhile(fits: (event: TimedEvent) => boolean): TimedEvent[] {
    const taken: TimedEvent[] = []
    for (let next = this.peek(); next !== undefined && fits(next); next = this.peek())
      taken.push(this.take())
    return taken
  }
}
