import type { Fixture } from '../../contract/fixture.ts'
import type { Change, ChangeLog } from './changes.ts'
import type { WorldOptions, WorldState } from './world-config.ts'

export type StoredWorld = {
  /** The seed and the options. Options that are not set follow the fake that loads the world. */
  readonly options: WorldOptions
  readonly fixture: Fixture
}

/** A world from storage: its state when the log began, and all later changes in order. */
export type LoadedWorld = StoredWorld & {
  readonly state: WorldState
  readonly changes: readonly Change[]
  /** Continues the log of the world after the last change. Throws `WorldError`. */
  resumeLog(now: () => WorldState): ChangeLog
}

/** The time to live of a stored world, and the time of its last use, in milliseconds. */
export type StoredLifetime = {
  readonly name: string
  readonly ttl: number
  readonly usedAt: number
}

/** Stores worlds so that they survive a restart. Methods are synchronous and throw `WorldError`. */
export type WorldStorage = {
  names(): Iterable<string>
  /** The worlds that a server deletes after their time to live, even if nobody uses them again. */
  lifetimes?(): Iterable<StoredLifetime>
  /** Loads a world; `undefined` if there is none with this name. */
  load(name: string): LoadedWorld | undefined
  /**
   * Stores a world from now on, and replaces an older world with its name. Returns the log of its changes.
   * The log calls `now` for the current state when it is compacted.
   */
  save(name: string, world: StoredWorld, now: () => WorldState): ChangeLog
  remove(name: string): void
  /** Calls `onChange` with the name of each world that another page or process has changed. */
  onExternalChange?(onChange: (name: string) => void): void
}
