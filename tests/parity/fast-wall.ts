import { systemClock, type SystemClock } from '../../mocks/world/clock.ts'

/** A system clock that runs faster than the machine's by a factor. */
export type FastWall = SystemClock & { sleep(ms: number): Promise<void> }

export function createFastWall(times: number, machine: SystemClock = systemClock): FastWall {
  const start = machine.now()
  const after = (ms: number, run: () => void) => machine.after(ms / times, run)
  return {
    now: () => start + (machine.now() - start) * times,
    after,
    sleep: (ms) => new Promise((resolve) => void after(ms, resolve)),
  }
}
