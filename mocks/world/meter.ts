import type { SystemClock } from './clock.ts'

/** The upper bounds of the histogram of late timers, in seconds. */
export const latenessBounds = [0.001, 0.005, 0.025, 0.1, 0.5, 2.5] as const

/** Counts the work of a fake, for `GET metrics`. Each count costs a few nanoseconds. */
export class Meter {
  /** Whether the server accepts new requests; false while it shuts down. */
  isReady = true
  /** Responses of the platform by the class of their status, from 1xx to 5xx. */
  readonly calls: [number, number, number, number, number] = [0, 0, 0, 0, 0]
  /** The numbers of timers by lateness: one for each bound, and one for later timers. */
  readonly late: number[] = Array.from({ length: latenessBounds.length + 1 }, () => 0)
  /** The sum of the lateness of all timers, in seconds. */
  lateSeconds = 0
  readonly storage = { writes: 0, failures: 0 }

  countCall(status: number): void {
    const index = Math.floor(status / 100) - 1
    if (index in this.calls) this.calls[index as 0]++
  }

  /** Wraps a clock, and counts how late its timers are. */
  clock(clock: SystemClock): SystemClock {
    return {
      // `now` is bound, not wrapped, because each request reads the time.
      now: clock.now.bind(clock),
      after: clock.after.bind(clock),
      maxTasksPerTick: (late) => {
        const seconds = Math.max(0, late) / 1000
        const index = latenessBounds.findIndex((bound) => seconds <= bound)
        this.late[index < 0 ? latenessBounds.length : index]! += 1
        this.lateSeconds += seconds
        return clock.maxTasksPerTick?.(late) ?? Number.POSITIVE_INFINITY
      },
    }
  }

  /** Counts a write to the storage, and whether it fails. */
  countWrite<Result>(write: () => Result): Result {
    this.storage.writes++
    try {
      return write()
    } catch (error) {
      this.storage.failures++
      throw error
    }
  }
}
