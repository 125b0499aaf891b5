import { ownLimits } from '../../contract/limits.ts'
import type { FrameStream } from '../call.ts'
import type { Wall } from '../state/clock.ts'
import type { Live } from '../state/live.ts'

/** What one reader is given of events that still happen, such as those of a turn. */
export type Reading<Event> = {
  /** Events from before, already chosen. */
  readonly past: readonly Event[]
  /** What to follow to its end, if it still runs or just ended. */
  readonly live: Live<Event> | undefined
  /** Whether an event is for this reader. */
  readonly wants: (event: Event) => boolean
  readonly frame: (event: Event) => string
  readonly preamble: string
  /** The last frame, once everything else was read; it is told how many came before and which last. */
  readonly tail: ((read: number, last: Event | undefined) => string) | undefined
  readonly keepalive: string
  readonly wall: Wall
  /** The reader left before the end. */
  readonly onLeave: () => void
}

/** Characters after which a pull gives what it has: the rest waits here, not in a send buffer. */
const mostAtOnce = 64 * 1024

/** A stream over live events: a pull gives what is due; for a reader who left nothing is made. */
export function follow<Event>(reading: Reading<Event>): FrameStream {
  const { past, live, wall } = reading
  let position = 0
  let read = 0
  let last: Event | undefined
  let opening = reading.preamble
  let ended = false
  /** Lets the pull go on that waits, if one does. */
  let goOn: ((why: 'changed' | 'silence') => void) | undefined
  let waitsSince = 0
  let unwatch: (() => void) | undefined
  let callOff: (() => void) | undefined

  /** The frames that are there now, and the tail once nothing more can come. */
  const take = () => {
    let text = opening
    opening = ''
    while (text.length < mostAtOnce) {
      const event = past[position] ?? live?.events[position - past.length]
      if (event === undefined) {
        if (live?.state === 'running') return text
        end()
        return text + (reading.tail?.(read, last) ?? '')
      }
      position++
      if (!reading.wants(event)) continue
      read++
      last = event
      text += reading.frame(event)
    }
    return text
  }

  /** Waits until something happens, the silence gets long, or the reader leaves. */
  const change = () =>
    new Promise<'changed' | 'silence'>((resolve) => {
      waitsSince = wall.now()
      goOn = resolve
      unwatch ??= live?.watch(() => goOn?.('changed'))
      if (callOff === undefined) listen(ownLimits.keepaliveMs)
    })

  /** One timer for the whole stream, which looks how long the silence is: events do not move it. */
  const listen = (ms: number) => {
    callOff = wall.after(ms, () => {
      const left = waitsSince + ownLimits.keepaliveMs - wall.now()
      if (left > 0) return listen(left)
      callOff = undefined
      goOn?.('silence')
    })
  }

  const end = () => {
    ended = true
    unwatch?.()
    callOff?.()
    goOn?.('changed')
  }

  return {
    async pull() {
      for (;;) {
        const text = ended ? '' : take()
        if (text !== '') return text
        if (ended) return undefined
        if ((await change()) === 'silence') return reading.keepalive
      }
    },
    cancel() {
      if (ended) return
      end()
      reading.onLeave()
    },
  }
}
