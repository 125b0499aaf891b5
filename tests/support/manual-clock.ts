import type { SystemClock } from '../../mocks/world/clock.ts'

/** A system clock that a test advances; timers run when they are due. */
export type ManualClock = SystemClock & {
  /** Advances the system time. */
  pass(ms: number): void
  /** The number of pending timers. */
  readonly waiting: number
}

const longestTimer = 2 ** 31 - 1

export function createManualClock(start = 0): ManualClock {
  let now = start
  const timers = new Set<{ readonly due: number; readonly run: () => void }>()
  const next = (until: number) =>
    [...timers].filter(({ due }) => due <= until).toSorted((a, b) => a.due - b.due)[0]
  return {
    now: () => now,
    after(ms, run) {
      // A timer fires at once if its delay exceeds the maximum, as in Node and browsers.
      const timer = { due: now + (ms > longestTimer ? 1 : ms), run }
      timers.add(timer)
      return () => timers.delete(timer)
    },
    pass(ms) {
      const target = now + ms
      for (let timer = next(target); timer !== undefined; timer = next(target)) {
        timers.delete(timer)
        now = timer.due
        timer.run()
      }
      now = target
    },
    get waiting() {
      return timers.size
    },
  }
}
