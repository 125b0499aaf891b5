import type { Fixture } from '../../contract/fixture.ts'
import type { ChangeLog } from './changes.ts'
import type { WorldOrder, WorldState } from './world-plan.ts'

/** A world as it outlives the process: what it began with, and what it differs by. */
export type KeptWorld = {
  /** How it was ordered; only what was said, so that the rest follows the fake that plays it. */
  readonly order: WorldOrder
  readonly fixture: Fixture
  readonly state: WorldState
}

/** Keeps worlds beyond the life of a fake. Everything is synchronous; what fails throws. */
export type Keeper = {
  /** The names of all worlds that it has. */
  names(): readonly string[]
  /** A world as it was last; `undefined` where there is none of this name. */
  load(name: string): KeptWorld | undefined
  /** Keeps a world from now on; `now` tells what it is whenever the log is written anew. */
  keep(name: string, world: Omit<KeptWorld, 'state'>, now: () => WorldState): ChangeLog
  /** Removes a world for good. */
  remove(name: string): void
}
