import type { SystemClock } from './clock.ts'
import type { World } from './world.ts'

type IdleWorld = Pick<World, 'name' | 'openStreams' | 'lastUsedAt'>

/** Timers that run once a world was idle for its time to live. An open stream counts as use. */
export class IdleTimers {
  readonly #clock: SystemClock
  readonly #cancel = new Map<string, () => void>()

  constructor(clock: SystemClock) {
    this.#clock = clock
  }

  /** Runs a function when the world was idle for `ttl` milliseconds of the machine. */
  start(world: IdleWorld, ttl: number, run: () => void, from = world.lastUsedAt): void {
    const clock = this.#clock
    const cancel = clock.after(Math.max(0, from + ttl - clock.now()), () => {
      if (world.openStreams > 0) this.start(world, ttl, run, clock.now())
      else if (clock.now() - world.lastUsedAt < ttl) this.start(world, ttl, run)
      else run()
    })
    this.#cancel.set(world.name, cancel)
  }

  cancel(name: string): void {
    this.#cancel.get(name)?.()
    this.#cancel.delete(name)
  }
}
