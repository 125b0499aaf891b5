import { setTimeout as sleep } from 'node:timers/promises'
import { maxTimerMs } from '../../contract/duration.ts'
import type { FaultClock } from '../faults/damage-response.ts'

/** The clock of a proxy. */
export type ProxyClock = FaultClock & {
  /** Milliseconds since 1970. The inherited `now` returns monotonic milliseconds instead. */
  date(): number
}

/** The clock of this machine. */
export const machineClock: ProxyClock = {
  now: () => performance.now(),
  date: () => Date.now(),
  // An abort rejects the promise of the timer, which also ends the wait.
  wait: (ms, signal) =>
    sleep(Math.min(ms, maxTimerMs), undefined, { signal }).catch(() => undefined),
}

/** Returns random numbers from 0 up to 1. */
export const machineRandom = (): number => Math.random()

/** Runs a function after all previous writes have left this process. */
export const afterWrites = (run: () => void): void => void setImmediate(run)
