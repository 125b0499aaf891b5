import { ownLimits } from '../../contract/limits.ts'
import type { FrameStream } from '../../contract/plain-http.ts'
import type { Frame } from '../../contract/sse.ts'
import type { SystemClock } from '../world/clock.ts'
import type { LiveEvents } from '../world/live-events.ts'
import type { Frames } from '../world/wire.ts'

/**
 * The options of one client's stream: stored events, then live events, for example of a running
 * turn.
 */
type EventStreamOptions<Event> = {
  readonly stored?: readonly Event[]
  /** Live events to send after the stored ones. They may have ended already. */
  readonly live: LiveEvents<Event> | undefined
  /** Selects the events to send, both stored and live; by default, all of them. */
  readonly includes?: (event: Event) => boolean
  /** Encodes an event as a new array of frames. */
  readonly encode: (event: Event) => Frame[]
  readonly frames: Pick<Frames, 'preamble' | 'keepalive'>
  /** Creates the last frame from the number of sent events and the last event. */
  readonly lastFrame?: (sent: number, last: Event | undefined) => Frame
  readonly wall: SystemClock
  /** Called when the client disconnects before the end. */
  readonly onDisconnect?: () => void
}

/** The number of characters after which a pull returns. More would only fill the send buffer. */
const maxPullLength = 64 * 1024

const noEvents: readonly never[] = []

/** Streams events to one client. Each pull encodes the due events. */
export class EventStream<Event> implements FrameStream {
  readonly #options: EventStreamOptions<Event>
  #position = 0
  #sent = 0
  #last: Event | undefined
  #begun = false
  #ended = false
  /** Resolves the waiting pull, if there is one. */
  #resolve: ((frames: readonly Frame[] | undefined) => void) | undefined
  /** Whether `#takeDue` is scheduled to run after the current task. */
  #isDue = false
  #waitingSince = 0
  #unwatch: (() => void) | undefined
  #cancelTimer: (() => void) | undefined

  constructor(options: EventStreamOptions<Event>) {
    this.#options = options
  }

  get isDone(): boolean {
    return this.#ended
  }

  // Not `async`, because an async function costs more, and this runs for each event of each stream.
  pull(): Promise<readonly Frame[] | undefined> {
    const frames = this.#takeFrames()
    if (frames !== undefined || this.#ended) return Promise.resolve(frames)
    const { live, wall } = this.#options
    this.#waitingSince = wall.now()
    this.#unwatch ??= live?.watch(this.#wake)
    if (this.#cancelTimer === undefined) this.#startTimer(ownLimits.keepaliveMs)
    return new Promise((resolve) => (this.#resolve = resolve))
  }

  cancel(): void {
    if (this.#ended) return
    this.#end()
    this.#wake()
    this.#options.onDisconnect?.()
  }

  /**
   * Returns the frames that are due now; `undefined` if there are none. Adds the last frame when no
   * more events can come.
   */
  #takeFrames(): readonly Frame[] | undefined {
    if (this.#ended) return undefined
    const { stored = noEvents, live, includes, encode, lastFrame } = this.#options
    const { preamble } = this.#options.frames
    let frames: Frame[] | undefined = this.#begun || preamble.text === '' ? undefined : [preamble]
    this.#begun = true
    let length = 0
    while (length < maxPullLength) {
      const event = stored[this.#position] ?? live?.events[this.#position - stored.length]
      if (event === undefined) {
        if (live?.state === 'running') break
        if (lastFrame !== undefined && live?.state !== 'dropped')
          (frames ??= []).push(lastFrame(this.#sent, this.#last))
        this.#end()
        break
      }
      this.#position++
      if (includes?.(event) === false) continue
      this.#sent++
      this.#last = event
      const encoded = encode(event)
      for (const { text } of encoded) length += text.length
      if (frames === undefined) frames = encoded
      else frames.push(...encoded)
    }
    return frames
  }

  /** Resolves the waiting pull after the current task, so that the pull gets all new events. */
  readonly #wake = () => {
    // Otherwise, a client that has stopped reading would keep the timer running.
    if (this.#options.live?.state !== 'running') this.#cancelTimer?.()
    if (this.#resolve === undefined || this.#isDue) return
    this.#isDue = true
    void Promise.resolve().then(this.#takeDue)
  }

  readonly #takeDue = () => {
    this.#isDue = false
    const frames = this.#takeFrames()
    if (frames !== undefined || this.#ended) this.#settle(frames)
  }

  #settle(frames: readonly Frame[] | undefined): void {
    const resolve = this.#resolve
    this.#resolve = undefined
    resolve?.(frames)
  }

  /**
   * Starts the keepalive timer. When the timer fires, it checks how long the pull has waited.
   */
  #startTimer(ms: number): void {
    const { wall } = this.#options
    this.#cancelTimer = wall.after(ms, () => {
      const left = this.#waitingSince + ownLimits.keepaliveMs - wall.now()
      if (left > 0) return this.#startTimer(left)
      this.#cancelTimer = undefined
      if (!this.#isDue) this.#settle([this.#options.frames.keepalive])
    })
  }

  #end(): void {
    this.#ended = true
    this.#unwatch?.()
    this.#cancelTimer?.()
  }
}
