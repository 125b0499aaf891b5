import { systemClock, type SystemClock } from '../../mocks/world/clock.ts'

/** A wall whose time passes some times as fast as that of the machine. */
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
