import { maxTimerMs } from '../../contract/duration.ts'
import type { SystemClock } from './clock.ts'
import type { World } from './world.ts'

type IdleWorld = Pick<World, 'name' | 'openStreams' | 'lastUsedAt'>

/**
 * Timers that run after a world was idle for its time to live. A world with an open stream is not
 * idle.
 */
export class IdleTimers {
  readonly #clock: SystemClock
  readonly #cancelByWorld = new Map<string, () => void>()

  constructor(clock: SystemClock) {
    this.#clock = clock
  }

  /** Runs a function after the world was idle for `ttl` milliseconds of real time. */
  start(world: IdleWorld, ttl: number, run: () => void, from = world.lastUsedAt): void {
    const clock = this.#clock
    const wait = Math.max(0, from + ttl - clock.now())
    const cancel = clock.after(Math.min(wait, maxTimerMs), () => {
      if (world.openStreams > 0) this.start(world, ttl, run, clock.now())
      else if (clock.now() - world.lastUsedAt < ttl) this.start(world, ttl, run)
      else run()
    })
    this.#cancelByWorld.set(world.name, cancel)
  }

  cancel(name: string): void {
    this.#cancelByWorld.get(name)?.()
    this.#cancelByWorld.delete(name)
  }

  cancelAll(): void {
    for (const cancel of this.#cancelByWorld.values()) cancel()
    this.#cancelByWorld.clear()
  }
}
