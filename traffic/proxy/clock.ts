import type { FaultClock } from '../faults/damage-response.ts'

/** The time of a proxy. */
export type ProxyClock = FaultClock & {
  /** Milliseconds since 1970. `now` counts from any moment, and never jumps. */
  date(): number
}

/** The time of this machine. */
export const machineClock: ProxyClock = {
  now: () => performance.now(),
  date: () => Date.now(),
  wait: (ms, signal) =>
    new Promise((resolve) => {
      const settle = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', settle)
        resolve()
      }
      const timer = setTimeout(settle, Math.min(ms, longestTimer))
      if (signal?.aborted) settle()
      else signal?.addEventListener('abort', settle)
    }),
}

/** The longest time of a timer of Node, some 24 days. */
const longestTimer = 2 ** 31 - 1

/** Random numbers of this machine, from 0 up to 1. */
export const machineRandom = (): number => Math.random()

/** Runs a function after what was written before has left this process. */
export const afterWrites = (run: () => void): void => void setImmediate(run)
