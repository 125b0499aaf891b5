import { ownLimits } from '../../contract/limits.ts'
import type { SystemClock } from './clock.ts'
import { WorldError } from './world-error.ts'
import type { WorldConfig } from './world-config.ts'
import type { World } from './world.ts'

const { maxMs } = ownLimits.worldMove

/**
 * The state of a replica while worlds move between replicas. Until it ends, the replica answers for
 * the worlds that it holds, and creates none: their owner may be another replica that still has them.
 */
export class WorldMoves {
  /** The name of this replica; `undefined` if this is the only server. */
  readonly replica: string | undefined
  readonly #systemClock: SystemClock
  /** By name: a world that leaves the memory stays sealed. */
  readonly #sealed = new Set<string>()
  #until = 0

  constructor({ systemClock, replica }: Pick<WorldConfig, 'systemClock' | 'replica'>) {
    this.#systemClock = systemClock
    this.replica = replica
  }

  /** The end of the move in milliseconds since 1970; `undefined` if no worlds move. */
  get until(): number | undefined {
    if (this.#until === 0 || this.#systemClock.now() < this.#until) return this.#until || undefined
    this.end()
    return undefined
  }

  /** Starts a move or extends it. It ends after this time even if the program that moves worlds dies. */
  start(ms: number): void {
    // Worlds were in use since an earlier move ended.
    if (this.until === undefined) this.end()
    this.#until = this.#systemClock.now() + Math.min(ms, maxMs)
  }

  end(): void {
    this.#until = 0
    this.#sealed.clear()
  }

  /** Refuses all requests to a world until the move ends, so that its snapshot stays true. */
  seal({ name }: World): void {
    this.#sealed.add(name)
  }

  isSealed({ name }: World): boolean {
    return this.until !== undefined && this.#sealed.has(name)
  }

  /** Throws `WorldError` during a move, unless this replica holds the world. */
  requireHeld(world: World | undefined): void {
    const { until } = this
    if (until === undefined) return
    if (world !== undefined && !this.#sealed.has(world.name) && !isUnused(world)) return
    throw new WorldError(
      'moving',
      `Worlds are moving between replicas until ${new Date(until).toISOString()} at most, and this replica does not hold the world of this request. Try again in a few seconds.`,
    )
  }
}

/** A world with more bytes is in use. Copying its state to find that out would take long. */
const mostUnused = 10_000

/** Whether a world was only created: every replica can have such a world, for example `default`. */
export function isUnused(world: World): boolean {
  const { bytes, options } = world
  if (bytes > mostUnused || Object.values(options).some((option) => option !== undefined))
    return false
  const { records, tables } = world.dump()
  // Printing an example token draws its id.
  return Object.keys({ ...records, ...tables }).every((name) => name === 'draws')
}
