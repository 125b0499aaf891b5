import type { Clock } from '../state/clock.ts'

/** An event and when it comes: script milliseconds from the start. */
export type Timed<Event> = { readonly at: number; readonly event: Event }

/** Script time as the world's time: where it began, less what it was held up, and how fast it is told. */
export type Tempo = { startedAt: number; readonly speed: number }

/** Holds a play up until `goOn` is called; the returned function gives up waiting. */
export type Hold<Answer> = (goOn: (answer: Answer) => void) => () => void

/** When a script time falls due, in milliseconds since 1970. */
export const dueAt = ({ startedAt, speed }: Tempo, at: number) => startedAt + at / speed

/**
 * Sends each beat at its time, late ones at once, by the world's clock. Where `send` gives a hold,
 * script time stands still until it goes on, and the beats are told what came of it.
 * The returned function stops the play where it stands.
 */
export function play<Event, Answer = never>(
  beats: Iterator<Timed<Event>, unknown, Answer | undefined>,
  tempo: Tempo,
  clock: Clock,
  send: (event: Event, moment: string) => Hold<Answer> | void,
): () => void {
  let callOff: (() => void) | undefined
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

  const next = (answer?: Answer) => {
    let beat = beats.next(answer)
    for (; beat.done !== true; beat = beats.next()) {
      if (stopped) return
      const { value } = beat
      const due = dueAt(tempo, value.at)
      if (due > clock.now()) {
        callOff = clock.at(due, () => {
          if (sendNow(value)) next()
        })
        return
      }
      if (!sendNow(value)) return
    }
  }

  next()
  return () => {
    stopped = true
    callOff?.()
  }
}
