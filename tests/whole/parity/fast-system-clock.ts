import { systemClock, type SystemClock } from '../../../mocks/world/clock.ts'

/** A system clock that runs faster than the machine's by a factor. */
export type FastClock = SystemClock & { sleep(ms: number): Promise<void> }

export function createFastClock(times: number, machine: SystemClock = systemClock): FastClock {
  const start = machine.now()
  const after = (ms: number, run: () => void) => machine.after(ms / times, run)
  return {
    now: () => start + (machine.now() - start) * times,
    after,
    sleep: (ms) => new Promise((resolve) => void after(ms, resolve)),
  }
}
