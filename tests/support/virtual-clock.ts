import type { SystemClock } from '../../mocks/world/clock.ts'

/** A system clock in virtual time: it jumps to the next timer whenever the process is idle. */
export type VirtualClock = SystemClock & { sleep(ms: number): Promise<void> }

type Timer = { readonly due: number; readonly run: () => void }

export function createVirtualClock(start = Date.parse('2026-11-21T08:00:00.000Z')): VirtualClock {
  let now = start
  let pumping = false
  const timers = new Set<Timer>()

  const pump = () => {
    pumping = false
    const next = [...timers].reduce<Timer | undefined>(
      (first, timer) => (first === undefined || timer.due < first.due ? timer : first),
      undefined,
    )
    if (next === undefined) return
    timers.delete(next)
    now = Math.max(now, next.due)
    next.run()
    schedule()
  }
  const schedule = () => {
    if (pumping || timers.size === 0) return
    pumping = true
    setImmediate(pump)
  }
  const after = (ms: number, run: () => void) => {
    const timer = { due: now + ms, run }
    timers.add(timer)
    schedule()
    return () => void timers.delete(timer)
  }
  return {
    now: () => now,
    after,
    sleep: (ms) => new Promise((resolve) => void after(ms, resolve)),
  }
}
