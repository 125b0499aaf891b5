import type { Clock } from '../state/clock.ts'

/** An event and when it comes: script milliseconds from the start. */
export type Timed<Event> = { readonly at: number; readonly event: Event }

/** Script time as the world's time: where it began, less what it was held up, and how fast it is told. */
export type Tempo = { startedAt: number; speed: number }

/** Holds a play up until `goOn` is called; the returned function gives up waiting. */
export type Hold<Answer> = (goOn: (answer: Answer) => void) => () => void

/** Beats as they are being sent. */
export type Playing = {
  /** When the next beat falls due, in milliseconds since 1970; `undefined` while none waits for its time. */
  readonly due: number | undefined
  /** Tells the rest at another speed. */
  retime(speed: number): void
  /** Stops where it stands. */
  stop(): void
}

/** When a script time falls due, in milliseconds since 1970. */
export const dueAt = ({ startedAt, speed }: Tempo, at: number) => startedAt + at / speed

/**
 * Sends each beat at its time, late ones at once, by the world's clock. Where `send` gives a hold,
 * script time stands still until it goes on, and the beats are told what came of it.
 */
export function play<Event, Answer = never>(
  beats: Iterator<Timed<Event>, unknown, Answer | undefined>,
  tempo: Tempo,
  clock: Clock,
  send: (event: Event, moment: string) => Hold<Answer> | void,
): Playing {
  let callOff: (() => void) | undefined
  let waiting: Timed<Event> | undefined
  let stopped = false

  /** Sends a beat; false where it holds the play up. */
  const sendNow = ({ at, event }: Timed<Event>) => {
    const hold = send(event, new Date(dueAt(tempo, at)).toISOString())
    if (hold === undefined) return true
    callOff = hold((answer) => {
      if (stopped) return
      tempo.startedAt = clock.now() - at / tempo.speed
      next(answer)
    })
    return false
  }

  /** Sends a beat that is due; false where it has to wait for its time, or holds the play up. */
  const tell = (beat: Timed<Event>) => {
    const due = dueAt(tempo, beat.at)
    if (due <= clock.now()) return sendNow(beat)
    waiting = beat
    callOff = clock.at(due, () => {
      waiting = undefined
      if (sendNow(beat)) next()
    })
    return false
  }

  const next = (answer?: Answer) => {
    for (let beat = beats.next(answer); beat.done !== true; beat = beats.next())
      if (stopped || !tell(beat.value)) return
  }

  next()
  return {
    get due() {
      return waiting && dueAt(tempo, waiting.at)
    },
    retime(speed) {
      const now = clock.now()
      // What is told without pauses stands nowhere in its script; held up, it begins anew there.
      if (Number.isFinite(tempo.speed))
        tempo.startedAt = now - ((now - tempo.startedAt) * tempo.speed) / speed
      tempo.speed = speed
      const beat = waiting
      if (beat === undefined) return
      callOff?.()
      waiting = undefined
      if (tell(beat)) next()
    },
    stop() {
      stopped = true
      waiting = undefined
      callOff?.()
    },
  }
}
