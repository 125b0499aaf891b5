import { ownLimits } from '../../contract/limits.ts'
import type { FrameStream } from '../world/exchange.ts'
import type { SystemClock } from '../world/clock.ts'
import type { LiveEvents } from '../world/live-events.ts'

/** What one reader is given of events that still happen, such as those of a turn. */
export type EventStreamOptions<Event> = {
  /** Events from before, already chosen. */
  readonly stored: readonly Event[]
  /** What to follow to its end, if it still runs or just ended. */
  readonly live: LiveEvents<Event> | undefined
  /** Whether an event is for this reader. */
  readonly includes: (event: Event) => boolean
  readonly encode: (event: Event) => string
  readonly preamble: string
  /** The last frame, once everything else was read; it is told how many came before and which last. */
  readonly lastFrame: ((read: number, last: Event | undefined) => string) | undefined
  readonly keepalive: string
  readonly wall: SystemClock
  /** The reader left before the end. */
  readonly onDisconnect: () => void
}

/** Characters after which a pull gives what it has: the rest waits here, not in a send buffer. */
const maxPullLength = 64 * 1024

/** A stream over live events: a pull gives what is due; for a reader who left nothing is made. */
export const streamEvents = <Event>(reading: EventStreamOptions<Event>): FrameStream =>
  new EventStream(reading)

class EventStream<Event> implements FrameStream {
  readonly #reading: EventStreamOptions<Event>
  #position = 0
  #read = 0
  #last: Event | undefined
  #opening: string
  #ended = false
  /** Lets the pull go on that waits, if one does. */
  #goOn: ((why: 'changed' | 'silence') => void) | undefined
  #waitsSince = 0
  #unwatch: (() => void) | undefined
  #callOff: (() => void) | undefined

  constructor(reading: EventStreamOptions<Event>) {
    this.#reading = reading
    this.#opening = reading.preamble
  }

  get isDone(): boolean {
    return this.#ended
  }

  async pull(): Promise<string | undefined> {
    for (;;) {
      const text = this.#ended ? '' : this.#take()
      if (text !== '') return text
      if (this.#ended) return undefined
      if ((await this.#change()) === 'silence') return this.#reading.keepalive
    }
  }

  cancel(): void {
    if (this.#ended) return
    this.#end()
    this.#reading.onDisconnect()
  }

  /** The frames that are there now, and the tail once nothing more can come. */
  #take(): string {
    const { stored: past, live, includes: wants, encode: frame, lastFrame: tail } = this.#reading
    let text = this.#opening
    this.#opening = ''
    while (text.length < maxPullLength) {
      const event = past[this.#position] ?? live?.events[this.#position - past.length]
      if (event === undefined) {
        if (live?.state === 'running') return text
        this.#end()
        return text + (tail?.(this.#read, this.#last) ?? '')
      }
      this.#position++
      if (!wants(event)) continue
      this.#read++
      this.#last = event
      text += frame(event)
    }
    return text
  }

  /** Waits until something happens, the silence gets long, or the reader leaves. */
  #change(): Promise<'changed' | 'silence'> {
    const { live, wall } = this.#reading
    return new Promise((resolve) => {
      this.#waitsSince = wall.now()
      this.#goOn = resolve
      this.#unwatch ??= live?.watch(() => this.#goOn?.('changed'))
      if (this.#callOff === undefined) this.#listen(ownLimits.keepaliveMs)
    })
  }

  /** One timer for the whole stream, which looks how long the silence is: events do not move it. */
  #listen(ms: number): void {
    const { wall } = this.#reading
    this.#callOff = wall.after(ms, () => {
      const left = this.#waitsSince + ownLimits.keepaliveMs - wall.now()
      if (left > 0) return this.#listen(left)
      this.#callOff = undefined
      this.#goOn?.('silence')
    })
  }

  #end(): void {
    this.#ended = true
    this.#unwatch?.()
    this.#callOff?.()
    this.#goOn?.('changed')
  }
}
