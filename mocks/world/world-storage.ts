import type { Fixture } from '../../contract/fixture.ts'
import type { Change, ChangeLog } from './changes.ts'
import type { WorldOptions, WorldState } from './world-config.ts'

/** A world as it outlives the process: how it was ordered, and what it began with. */
export type StoredWorld = {
  /** Only what was said, and its seed, so that the rest follows the fake that plays it. */
  readonly options: WorldOptions
  readonly fixture: Fixture
}

/** A world that is kept, as it was last: its state, then changed in this order. */
export type LoadedWorld = StoredWorld & {
  readonly state: WorldState
  readonly changes: readonly Change[]
  /** Goes on to keep it where the last change stands. Throws `WorldError`. */
  resumeLog(now: () => WorldState): ChangeLog
}

/**
 * Keeps worlds beyond the life of a fake. Everything is synchronous; what can't be read or written
 * throws `WorldError`.
 */
export type WorldStorage = {
  /** The names of all worlds that it has. */
  names(): Iterable<string>
  /** A world as it was last; `undefined` where there is none of this name. */
  load(name: string): LoadedWorld | undefined
  /**
   * Keeps a world from now on, in the place of any other of its name, which stays until then; `now`
   * tells what it is whenever the log is written anew.
   */
  save(name: string, world: StoredWorld, now: () => WorldState): ChangeLog
  /** Removes a world for good. */
  remove(name: string): void
  /** Tells the name of each world that someone else changed: what is in memory of it is outdated. */
  onExternalChange?(tell: (name: string) => void): void
}
