import { ownLimits } from '../../contract/limits.ts'
import type { SystemClock } from './clock.ts'
import { defaultWorld, type WorldConfig } from './world-config.ts'
import { WorldError } from './world-error.ts'
import type { World } from './world.ts'

const { maxMs } = ownLimits.worldMove

/**
 * The state of a replica while worlds move between replicas. Until the move ends, the replica serves only
 * the worlds that it holds, and creates none, because another replica may still have them.
 */
export class WorldMoves {
  /** The name of this replica; `undefined` if this is the only server. */
  readonly replica: string | undefined
  readonly #systemClock: SystemClock
  /** The names of sealed worlds. A world stays sealed when it is dropped from memory. */
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

  /** Starts or extends a move. It ends after `ms`, even if the program that moves worlds dies. */
  start(ms: number): void {
    // A new move has no sealed worlds: since the last move, requests may have changed them.
    if (this.until === undefined) this.end()
    this.#until = this.#systemClock.now() + Math.min(ms, maxMs)
  }

  end(): void {
    this.#until = 0
    this.#sealed.clear()
  }

  /** Refuses all requests to a world until the move ends, so that its snapshot stays current. */
  seal({ name }: World): void {
    this.#sealed.add(name)
  }

  isSealed({ name }: World): boolean {
    return this.until !== undefined && this.#sealed.has(name)
  }

  /** During a move, throws `WorldError` for a world that this replica does not have. */
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

/** The maximum bytes of an unused world. A larger world counts as used without a slow check. */
const maxUnusedBytes = 10_000

/** Whether a world was created but never used. Every replica may have an unused `default` world. */
export function isUnused(world: World): boolean {
  const { bytes, name, options } = world
  // A loaded world has its seed as an option. For the `default` world, the server chose the seed.
  const chosen = name === defaultWorld ? { ...options, seed: undefined } : options
  if (bytes > maxUnusedBytes || Object.values(chosen).some((option) => option !== undefined))
    return false
  const { records, tables } = world.dump()
  // `draws` does not count as use: printing an example token draws a random id.
  return Object.keys({ ...records, ...tables }).every((part) => part === 'draws')
}
