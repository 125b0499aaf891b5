import type { Snapshot } from '../../contract/snapshot.ts'
import { restoreCalls, storeCalls } from '../../traffic/journal/stored-calls.ts'
import type { ParsedSnapshot } from '../world/parse-snapshot.ts'
import { viewSnapshot } from '../world/snapshot.ts'
import type { World } from '../world/world.ts'
import type { Worlds } from '../world/worlds.ts'

/** The snapshot of a world, which shares its objects, on request with the requests of its journal. */
export function snapshotOf(world: World, withJournal: boolean): Snapshot {
  const snapshot = viewSnapshot(world)
  return withJournal ? { ...snapshot, journal: storeCalls(world.journal) } : snapshot
}

/** Replaces a world by a snapshot. With a journal in it, the new world lists these requests. */
export function restoreSnapshot(worlds: Worlds, name: string, snapshot: ParsedSnapshot): World {
  const world = worlds.restore(name, snapshot)
  if (snapshot.journal !== undefined) restoreCalls(world.journal, snapshot.journal, world.profile)
  return world
}
