import { fromSpeedFactor } from '../../contract/duration.ts'
import { toProfileDocument } from '../../contract/profile.ts'
import type { Snapshot, SnapshotTables } from '../../contract/snapshot.ts'
import { recordKinds } from '../../contract/kinds.ts'
import { collectionOf, settingsOf } from './store.ts'
import type { World } from './world.ts'
import { overridesTable } from './world-config.ts'

/** Takes a snapshot of a world. It shares no objects with the world. */
export const takeSnapshot = (world: World): Snapshot => structuredClone(viewSnapshot(world))

/** A snapshot that shares objects with the world, for a caller that serializes it at once. */
export function viewSnapshot(world: World): Snapshot {
  const { store, clock } = world
  const records = recordKinds.map((kind) => [kind, collectionOf(store, kind).inCreationOrder()])
  const { id: _id, ...settings } = settingsOf(store)
  const { [overridesTable]: _overrides, ...tables } = world.tables.dump()
  const { scale, frozen } = clock.state
  return {
    understudy: 'snapshot',
    version: 1,
    world: world.name,
    seed: world.seed,
    time: { now: clock.now(), scale, frozen },
    profile: toProfileDocument(world.profile),
    speed: fromSpeedFactor(world.speed),
    scenarios: [...world.ownScenarios],
    fixture: {
      ...world.config.fixture,
      ...Object.fromEntries(records),
      settings,
      showcase: world.showcase,
    },
    tables: tables as SnapshotTables,
  } as Snapshot
}
