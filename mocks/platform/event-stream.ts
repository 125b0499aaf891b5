import { ownLimits } from '../../contract/limits.ts'
import type { Frame, FrameStream } from '../../traffic/journal/exchange.ts'
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
  readonly encode: (event: Event) => readonly Frame[]
  readonly preamble: Frame
  /** Creates the last frame from the number of sent events and the last event. */
  readonly lastFrame: ((sent: number, last: Event | undefined) => Frame) | undefined
  readonly keepalive: Frame
  readonly wall: SystemClock
  /** Called when the client disconnects before the end. */
  readonly onDisconnect: () => void
}

/** The number of characters after which a pull returns. More would only fill the send buffer. */
const maxPullLength = 64 * 1024

/** Streams events to one client. Each pull encodes the due events. */
export const streamEvents = <Event>(options: EventStreamOptions<Event>): FrameStream =>
  new EventStream(options)

class EventStream<Event> implements FrameStream {
  readonly #options: EventStreamOptions<Event>
  #position = 0
  #sent = 0
  #last: Event | undefined
  #begun = false
  #ended = false
  /** Continues the waiting pull, if there is one. */
  #resume: ((why: 'changed' | 'idle') => void) | undefined
  #waitingSince = 0
  #unwatch: (() => void) | undefined
  #cancelTimer: (() => void) | undefined

  constructor(options: EventStreamOptions<Event>) {
    this.#options = options
  }

  get isDone(): boolean {
    return this.#ended
  }

  async pull(): Promise<readonly Frame[] | undefined> {
    for (;;) {
      const frames = this.#ended ? [] : this.#takeFrames()
      if (frames.length > 0) return frames
      if (this.#ended) return undefined
      if ((await this.#waitForChange()) === 'idle') return [this.#options.keepalive]
    }
  }

  cancel(): void {
    if (this.#ended) return
    this.#end()
    this.#options.onDisconnect()
  }

  /** The frames that are due now, and the last frame once no more events can come. */
  #takeFrames(): readonly Frame[] {
    const { stored, live, includes, encode, lastFrame, preamble } = this.#options
    const frames: Frame[] = this.#begun || preamble.text === '' ? [] : [preamble]
    this.#begun = true
    let length = 0
    while (length < maxPullLength) {
      const event = stored[this.#position] ?? live?.events[this.#position - stored.length]
      if (event === undefined) {
        if (live?.state === 'running') return frames
        this.#end()
        return lastFrame === undefined ? frames : [...frames, lastFrame(this.#sent, this.#last)]
      }
      this.#position++
      if (!includes(event)) continue
      this.#sent++
      this.#last = event
      for (const frame of encode(event)) {
        frames.push(frame)
        length += frame.text.length
      }
    }
    return frames
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
