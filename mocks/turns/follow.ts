import type { StoredEvent } from '../../contract/events.ts'
import { ownLimits } from '../../contract/limits.ts'
import type { FrameStream } from '../call.ts'
import type { Wall } from '../state/clock.ts'
import type { Turn } from '../state/turn.ts'

/** What one reader is given of a turn. */
export type Reading = {
  /** Events from before the turn, already chosen. */
  readonly past: readonly StoredEvent[]
  /** The turn to follow to its end, if it still runs or just ended. */
  readonly turn: Turn | undefined
  /** Whether an event of the turn is for this reader. */
  readonly wants: (event: StoredEvent) => boolean
  readonly frame: (event: StoredEvent) => string
  readonly preamble: string
  /** The last frame, once everything else was read; it is told how many came before and which last. */
  readonly tail: ((read: number, lastCursor: number | undefined) => string) | undefined
  readonly keepalive: string
  readonly wall: Wall
  /** The reader left before the end. */
  readonly onLeave: () => void
}

/** Characters after which a pull gives what it has: the rest waits here, not in a send buffer. */
const mostAtOnce = 64 * 1024

/** A stream over a turn: each pull gives what is due, and nothing is made for a reader who left. */
export function follow(reading: Reading): FrameStream {
  const { past, turn, wall } = reading
  let position = 0
  let read = 0
  let lastCursor: number | undefined
  let opening = reading.preamble
  let ended = false
  let interrupt: (() => void) | undefined

  /** The frames that are there now, and the tail once nothing more can come. */
  const take = () => {
    let text = opening
    opening = ''
    while (text.length < mostAtOnce) {
      const event = past[position] ?? turn?.events[position - past.length]
      if (event === undefined) {
        ended = turn?.state !== 'running'
        return ended ? text + (reading.tail?.(read, lastCursor) ?? '') : text
      }
      position++
      if (!reading.wants(event)) continue
      read++
      lastCursor = event.cursor
      text += reading.frame(event)
    }
    return text
  }

  /** Waits until the turn changes, the silence gets long, or the reader leaves. */
  const change = () =>
    new Promise<'changed' | 'silence'>((resolve) => {
      const unwatch = turn?.watch(() => settle('changed'))
      const callOff = wall.after(ownLimits.keepaliveMs, () => settle('silence'))
      const settle = (why: 'changed' | 'silence') => {
        unwatch?.()
        callOff()
        interrupt = undefined
        resolve(why)
      }
      interrupt = () => settle('changed')
    })

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
      ended = true
      interrupt?.()
      reading.onLeave()
    },
  }
}
