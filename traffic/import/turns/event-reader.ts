import type { TimedEvent } from './recorded-event.ts'

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
