import { ownLimits } from '../../contract/limits.ts'
import type { FrameStream } from '../../recording/exchange.ts'
import type { SystemClock } from '../world/clock.ts'
import type { LiveEvents } from '../world/live-events.ts'

/**
 * The stream of one client: stored events first, then live events, for example of a running turn.
 */
type EventStreamOptions<Event> = {
  readonly stored: readonly Event[]
  /** Events to follow until they end. They may have ended already. */
  readonly live: LiveEvents<Event> | undefined
  /** Filters the events, stored and live. */
  readonly includes: (event: Event) => boolean
  readonly encode: (event: Event) => string
  readonly preamble: string
  /** Makes the last frame, from the number of events sent and the last of them. */
  readonly lastFrame: ((sent: number, last: Event | undefined) => string) | undefined
  readonly keepalive: string
  readonly wall: SystemClock
  /** Called when the client disconnects before the end. */
  readonly onDisconnect: () => void
}

/** Characters after which a pull returns what it has. More would only fill the send buffer. */
const maxPullLength = 64 * 1024

/** Streams events to one client. Each pull encodes the due events. */
export const streamEvents = <Event>(options: EventStreamOptions<Event>): FrameStream =>
  new EventStream(options)

class EventStream<Event> implements FrameStream {
  readonly #options: EventStreamOptions<Event>
  #position = 0
  #sent = 0
  #last: Event | undefined
  #preamble: string
  #ended = false
  /** Continues the waiting pull, if there is one. */
  #resume: ((why: 'changed' | 'idle') => void) | undefined
  #waitingSince = 0
  #unwatch: (() => void) | undefined
  #cancelTimer: (() => void) | undefined

  constructor(options: EventStreamOptions<Event>) {
    this.#options = options
    this.#preamble = options.preamble
  }

  get isDone(): boolean {
    return this.#ended
  }

  async pull(): Promise<string | undefined> {
    for (;;) {
      const text = this.#ended ? '' : this.#takeFrames()
      if (text !== '') return text
      if (this.#ended) return undefined
      if ((await this.#waitForChange()) === 'idle') return this.#options.keepalive
    }
  }

  cancel(): void {
    if (this.#ended) return
    this.#end()
    this.#options.onDisconnect()
  }

  /** The frames that are due now, and the last frame once no more events can come. */
  #takeFrames(): string {
    const { stored, live, includes, encode, lastFrame } = this.#options
    let text = this.#preamble
    this.#preamble = ''
    while (text.length < maxPullLength) {
      const event = stored[this.#position] ?? live?.events[this.#position - stored.length]
      if (event === undefined) {
        if (live?.state === 'running') return text
        this.#end()
        return text + (lastFrame?.(this.#sent, this.#last) ?? '')
      }
      this.#position++
      if (!includes(event)) continue
      this.#sent++
      this.#last = event
      text += encode(event)
    }
    return text
  }

  /** Waits until something happens, until a keepalive is due, or until the client disconnects. */
  #waitForChange(): Promise<'changed' | 'idle'> {
    const { live, wall } = this.#options
    return new Promise((resolve) => {
      this.#waitingSince = wall.now()
      this.#resume = resolve
      this.#unwatch ??= live?.watch(() => this.#resume?.('changed'))
      if (this.#cancelTimer === undefined) this.#startTimer(ownLimits.keepaliveMs)
    })
  }

  /**
   * One timer for the whole stream checks the time since the last event. Events do not restart it.
   */
  #startTimer(ms: number): void {
    const { wall } = this.#options
    this.#cancelTimer = wall.after(ms, () => {
      const left = this.#waitingSince + ownLimits.keepaliveMs - wall.now()
      if (left > 0) return this.#startTimer(left)
      this.#cancelTimer = undefined
      this.#resume?.('idle')
    })
  }

  #end(): void {
    this.#ended = true
    this.#unwatch?.()
    this.#cancelTimer?.()
    this.#resume?.('changed')
  }
}
