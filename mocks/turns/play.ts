import type { Clock } from '../state/clock.ts'

/** An event and when it comes: script milliseconds from the start. */
export type Timed<Event> = { readonly at: number; readonly event: Event }

/** Script time as the world's time: where the turn began, and how fast it is told. */
export type Tempo = { readonly startedAt: number; readonly speed: number }

/** When a script time falls due, in milliseconds since 1970. */
export const dueAt = ({ startedAt, speed }: Tempo, at: number) => startedAt + at / speed

/**
 * Sends each beat at its time, late ones at once, by the world's clock.
 * The returned function stops the play where it stands.
 */
export function play<Event>(
  beats: Iterator<Timed<Event>>,
  tempo: Tempo,
  clock: Clock,
  send: (event: Event, moment: string) => void,
): () => void {
  let callOff: (() => void) | undefined
  let stopped = false
  const next = () => {
    for (let { value, done } = beats.next(); done !== true; { value, done } = beats.next()) {
      if (stopped) return
      const { at, event } = value
      const due = dueAt(tempo, at)
      const sendNow = () => send(event, new Date(due).toISOString())
      if (due > clock.now()) {
        callOff = clock.at(due, () => {
          sendNow()
          next()
        })
        return
      }
      sendNow()
    }
  }
  next()
  return () => {
    stopped = true
    callOff?.()
  }
}
