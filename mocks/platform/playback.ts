import { ownLimits } from '../../contract/limits.ts'
import { type Clock, toIsoTime } from '../world/clock.ts'
import type { Playback } from '../world/turns.ts'

/** An event and its time, in script milliseconds since the start. */
export type TimedEvent<Event> = { readonly at: number; readonly event: Event }

/** An event and its delay after the event before it, in script milliseconds. */
type DelayedEvent<Event> = { readonly event: Event; readonly delay: number }

/** Consecutive events that no other event interrupts, such as the chunks of a text. */
export type EventBatch<Event> = {
  /** The script time at which the first delay begins. */
  readonly at: number
  readonly events: readonly DelayedEvent<Event>[]
}

/** Maps script time to the world's time. A suspension of the playback moves `startedAt` forward. */
export type Timeline = { startedAt: number; speed: number }

/** Suspends a playback until `resume` is called. The returned function cancels the wait. */
export type Suspension<Answer> = (resume: (answer?: Answer) => void) => () => void

const { first: firstMoment, last: lastMoment } = ownLimits.worldTime

/**
 * Converts a script time to milliseconds since 1970. The result stays within the time range of
 * worlds, even at a slow speed or after a long pause. Later times cannot be written as dates.
 */
export const dueAt = ({ startedAt, speed }: Timeline, at: number) =>
  Math.min(Math.max(startedAt + at / speed, firstMoment), lastMoment)

/**
 * Sends each event at its time by the world's clock, and overdue events at once. If `send` returns
 * a suspension, script time stops until `resume` is called. The argument of `resume` goes to the
 * generator of the events. `onRetimed` is called when a suspension or a speed changes the timeline.
 */
export function startPlayback<Event, Answer = never>(
  events: EventSource<Event, Answer>,
  timeline: Timeline,
  clock: Clock,
  send: (event: Event, sentAt: string) => Suspension<Answer> | void,
  onRetimed: () => void = () => {},
): Playback {
  const player = new Player(events, timeline, clock, send, onRetimed)
  player.sendDue()
  return player
}

type EventSource<Event, Answer> = Iterator<
  TimedEvent<Event> | EventBatch<Event>,
  unknown,
  Answer | undefined
>

class Player<Event, Answer> implements Playback {
  readonly #source: EventSource<Event, Answer>
  readonly #timeline: Timeline
  readonly #clock: Clock
  readonly #send: (event: Event, sentAt: string) => Suspension<Answer> | void
  readonly #onRetimed: () => void
  /** The current batch, the position in it, and the script time of the last event sent from it. */
  #batch: EventBatch<Event>['events'] = []
  #position = 0
  #batchTime = 0
  #cancelWait: (() => void) | undefined
  #waiting: TimedEvent<Event> | undefined
  /** The time of the waiting event, in milliseconds since 1970. */
  #due = 0
  #stopped = false
  /** Sends the event that was waiting. All events share this function, to save closures. */
  readonly #onDue = () => {
    const event = this.#waiting
    this.#waiting = undefined
    if (event !== undefined && this.#sendNow(event, this.#due)) this.sendDue()
  }

  constructor(
    source: EventSource<Event, Answer>,
    timeline: Timeline,
    clock: Clock,
    send: (event: Event, sentAt: string) => Suspension<Answer> | void,
    onRetimed: () => void,
  ) {
    this.#source = source
    this.#timeline = timeline
    this.#clock = clock
    this.#send = send
    this.#onRetimed = onRetimed
  }

  get nextDueAt() {
    return this.#waiting && this.#due
  }

  /** Sends everything that is due, up to an event that has to wait or that suspends the playback. */
  sendDue(answer?: Answer): void {
    const now = this.#clock.now()
    for (let event = this.#next(answer); event !== undefined; event = this.#next())
      if (this.#stopped || !this.#sendOrWait(event, now)) return
  }

  /** The next event: the rest of the current batch comes before the next item of the source. */
  #next(answer?: Answer): TimedEvent<Event> | undefined {
    for (;;) {
      const chunk = this.#batch[this.#position++]
      if (chunk !== undefined) return { at: (this.#batchTime += chunk.delay), event: chunk.event }
      const { done, value } = this.#source.next(answer)
      if (done === true) return undefined
      if ('event' in value) return value
      this.#batch = value.events
      this.#position = 0
      this.#batchTime = value.at
    }
  }

  step(): void {
    const event = this.#waiting
    if (event === undefined) return
    this.#cancelWait?.()
    this.#waiting = undefined
    // Events of other turns that are due at the same moment are sent by the steps of those turns.
    this.#clock.advanceTo(this.#due)
    if (this.#stopped || !this.#sendNow(event, this.#due)) return
    const next = this.#next()
    if (next !== undefined) this.#wait(next, dueAt(this.#timeline, next.at))
  }

  setSpeed(speed: number): void {
    const timeline = this.#timeline
    const now = this.#clock.now()
    // At infinite speed there is no elapsed script time to convert. If the playback is suspended,
    // resuming it sets a new start.
    if (Number.isFinite(timeline.speed))
      timeline.startedAt = now - ((now - timeline.startedAt) * timeline.speed) / speed
    timeline.speed = speed
    this.#onRetimed()
    const event = this.#waiting
    if (event === undefined) return
    this.#cancelWait?.()
    this.#waiting = undefined
    if (this.#sendOrWait(event, now)) this.sendDue()
  }

  stop(): void {
    this.#stopped = true
    this.#waiting = undefined
    this.#cancelWait?.()
  }

  /** Sends an event if it is due. Returns false if the event waits or suspends the playback. */
  #sendOrWait(event: TimedEvent<Event>, now: number): boolean {
    const due = dueAt(this.#timeline, event.at)
    if (due <= now) return this.#sendNow(event, due)
    this.#wait(event, due)
    return false
  }

  #wait(event: TimedEvent<Event>, due: number): void {
    this.#waiting = event
    this.#due = due
    this.#cancelWait = this.#clock.at(due, this.#onDue)
  }

  /** Sends one event. Returns false if the event suspends the playback. */
  #sendNow({ at, event }: TimedEvent<Event>, due: number): boolean {
    const suspension = this.#send(event, toIsoTime(due))
    if (suspension === undefined) return true
    this.#cancelWait = suspension((answer) => this.#resume(at, answer))
    return false
  }

  #resume(at: number, answer?: Answer): void {
    if (this.#stopped) return
    this.#timeline.startedAt = this.#clock.now() - at / this.#timeline.speed
    this.#onRetimed()
    this.sendDue(answer)
  }
}
