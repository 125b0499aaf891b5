import type { SystemClock } from '../../world/clock.ts'

/**
 * The clock of a Durable Object. While the object is awake, timers run as usual. While it sleeps, an
 * alarm replaces all timers: a pending timer would keep the object in memory, which is billed.
 */
export type AlarmClock = SystemClock & {
  /** Runs all overdue timers, in the order of their times, and starts the others. */
  wake(): void
  /** Stops all timers. Returns the time of the earliest timer; `undefined` if there is none. */
  sleep(): number | undefined
}

type Timer = { readonly due: number; readonly run: () => void; stop: (() => void) | undefined }

/** Creates a clock that sleeps until `wake` is called. */
export function createAlarmClock(machine: SystemClock): AlarmClock {
  const timers = new Set<Timer>()
  let isAwake = false

  function start(timer: Timer): void {
    timer.stop = machine.after(Math.max(0, timer.due - machine.now()), () => fire(timer))
  }

  function fire(timer: Timer): void {
    if (timers.delete(timer)) timer.run()
  }

  const earliest = () => {
    let first: Timer | undefined
    for (const timer of timers) if (first === undefined || timer.due < first.due) first = timer
    return first
  }

  return {
    now: () => machine.now(),
    after(ms, run) {
      const timer: Timer = { due: machine.now() + ms, run, stop: undefined }
      timers.add(timer)
      if (isAwake) start(timer)
      return () => {
        timers.delete(timer)
        timer.stop?.()
      }
    },
    wake() {
      if (isAwake) return
      // Runs overdue tasks now, because a request must see all events that were due before it.
      for (let next = earliest(); next !== undefined; next = earliest()) {
        if (next.due > machine.now()) break
        fire(next)
      }
      isAwake = true
      for (const timer of timers) start(timer)
    },
    sleep() {
      isAwake = false
      for (const timer of timers) {
        timer.stop?.()
        timer.stop = undefined
      }
      return earliest()?.due
    },
  }
}
