import { ownLimits } from '../../contract/limits.ts'
import type { Clock } from '../world/clock.ts'
import { toIsoTime } from '../world/dates.ts'

/** An event and when it comes: script milliseconds from the start. */
export type TimedEvent<Event> = { readonly at: number; readonly event: Event }

/** An event that brings a part of a text, and how long after the one before it comes. */
export type DelayedEvent<Event> = { readonly event: Event; readonly wait: number }

/** What is said part by part from a time on. */
export type EventBatch<Event> = {
  readonly at: number
  readonly said: readonly DelayedEvent<Event>[]
}

/** Script time as the world's time: where it began, less what it was held up, and how fast it is told. */
export type Timeline = { startedAt: number; speed: number }

/** Holds a play up until `goOn` is called; the returned function gives up waiting. */
export type Suspension<Answer> = (goOn: (answer: Answer) => void) => () => void

/** Beats as they are being sent. */
export type Playback = {
  /** When the next beat falls due, in milliseconds since 1970; `undefined` while none waits for its time. */
  readonly nextDueAt: number | undefined
  /** Tells the rest at another speed. */
  setSpeed(speed: number): void
  /** Stops where it stands. */
  stop(): void
}

const { first: firstMoment, last: lastMoment } = ownLimits.worldTime

/**
 * When a script time falls due, in milliseconds since 1970. What a slow speed or a long pause puts
 * beyond the time of worlds falls due at its end: other moments have no date.
 */
export const dueAt = ({ startedAt, speed }: Timeline, at: number) =>
  Math.min(Math.max(startedAt + at / speed, firstMoment), lastMoment)

/**
 * Sends each beat at its time, late ones at once, by the world's clock. Where `send` gives a hold,
 * script time stands still until it goes on, and the beats are told what came of it.
 */
export function startPlayback<Event, Answer = never>(
  beats: TimedEvents<Event, Answer>,
  tempo: Timeline,
  clock: Clock,
  send: (event: Event, moment: string) => Suspension<Answer> | void,
): Playback {
  const playing = new Player(beats, tempo, clock, send)
  playing.next()
  return playing
}

type TimedEvents<Event, Answer> = Iterator<
  TimedEvent<Event> | EventBatch<Event>,
  unknown,
  Answer | undefined
>

class Player<Event, Answer> implements Playback {
  readonly #beats: TimedEvents<Event, Answer>
  readonly #tempo: Timeline
  readonly #clock: Clock
  readonly #send: (event: Event, moment: string) => Suspension<Answer> | void
  /** What is being said, how much of it is, and when that was. */
  #said: EventBatch<Event>['said'] = []
  #position = 0
  #at = 0
  #callOff: (() => void) | undefined
  #waiting: TimedEvent<Event> | undefined
  #stopped = false
  /** Sends the beat that waited for its time: one function for all beats of a play. */
  readonly #onDue = () => {
    const beat = this.#waiting
    this.#waiting = undefined
    if (beat !== undefined && this.#sendNow(beat)) this.next()
  }

  constructor(
    beats: TimedEvents<Event, Answer>,
    tempo: Timeline,
    clock: Clock,
    send: (event: Event, moment: string) => Suspension<Answer> | void,
  ) {
    this.#beats = beats
    this.#tempo = tempo
    this.#clock = clock
    this.#send = send
  }

  get nextDueAt() {
    return this.#waiting && dueAt(this.#tempo, this.#waiting.at)
  }

  /** Sends what is due, up to a beat that is not, or that holds the play up. */
  next(answer?: Answer): void {
    const now = this.#clock.now()
    for (let beat = this.#following(answer); beat !== undefined; beat = this.#following())
      if (this.#stopped || !this.#tell(beat, now)) return
  }

  /** The beat that follows: what is still to be said of a passage, else what the script tells next. */
  #following(answer?: Answer): TimedEvent<Event> | undefined {
    for (;;) {
      const said = this.#said[this.#position++]
      if (said !== undefined) return { at: (this.#at += said.wait), event: said.event }
      const { done, value } = this.#beats.next(answer)
      if (done === true) return undefined
      if ('event' in value) return value
      this.#said = value.said
      this.#position = 0
      this.#at = value.at
    }
  }

  setSpeed(speed: number): void {
    const tempo = this.#tempo
    const now = this.#clock.now()
    // What is told without pauses stands nowhere in its script; held up, it begins anew there.
    if (Number.isFinite(tempo.speed))
      tempo.startedAt = now - ((now - tempo.startedAt) * tempo.speed) / speed
    tempo.speed = speed
    const beat = this.#waiting
    if (beat === undefined) return
    this.#callOff?.()
    this.#waiting = undefined
    if (this.#tell(beat, now)) this.next()
  }

  stop(): void {
    this.#stopped = true
    this.#waiting = undefined
    this.#callOff?.()
  }

  /** Sends a beat that is due; false where it has to wait for its time, or holds the play up. */
  #tell(beat: TimedEvent<Event>, now: number): boolean {
    const due = dueAt(this.#tempo, beat.at)
    if (due <= now) return this.#sendNow(beat)
    this.#waiting = beat
    this.#callOff = this.#clock.at(due, this.#onDue)
    return false
  }

  /** Sends a beat; false where it holds the play up. */
  #sendNow({ at, event }: TimedEvent<Event>): boolean {
    const hold = this.#send(event, toIsoTime(dueAt(this.#tempo, at)))
    if (hold === undefined) return true
    this.#callOff = hold((answer) => this.#goOn(at, answer))
    return false
  }

  #goOn(at: number, answer: Answer): void {
    if (this.#stopped) return
    this.#tempo.startedAt = this.#clock.now() - at / this.#tempo.speed
    this.next(answer)
  }
}
