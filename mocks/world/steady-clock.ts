import type { SystemClock } from './clock.ts'

/**
 * A clock that never goes back. When the clock of the machine is set back, this one goes on from the
 * last time that it returned: otherwise every timer would wait until the machine gets there again.
 * When the clock of the machine is set forward, this one follows, and what is due happens at once.
 */
export function steadyClock(clock: SystemClock): SystemClock {
  let last = clock.now()
  let ahead = 0
  return {
    now() {
      const now = clock.now() + ahead
      if (now < last) {
        ahead += last - now
        return last
      }
      return (last = now)
    },
    after: (ms, run) => clock.after(ms, run),
    ...(clock.maxTasksPerTick && { maxTasksPerTick: (late) => clock.maxTasksPerTick?.(late) ?? 1 }),
  }
}
