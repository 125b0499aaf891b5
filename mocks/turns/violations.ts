import type { TurnEvent } from '../../contract/events.ts'
import type { Violations } from '../../contract/scripts/scenario.ts'

const times = { missing: 0, twice: 2 } as const

/** How often an event comes: once, unless a script breaks that on purpose. */
export function timesOf({ event }: TurnEvent, { end, done }: Violations = {}): number {
  if (event === 'end' && end !== undefined) return times[end]
  return event === 'done' && done !== undefined ? times[done] : 1
}

/** Cursors as a script breaks them on purpose: each comes twice, or each second one falls. */
export function brokenCursors(next: () => number, { cursor: how }: Violations = {}): () => number {
  if (how === undefined) return next
  let kept: number | undefined
  return () => {
    if (kept !== undefined) {
      const cursor = kept
      kept = undefined
      return cursor
    }
    kept = next()
    return how === 'repeated' ? kept : next()
  }
}
