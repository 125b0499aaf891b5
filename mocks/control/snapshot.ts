import type { Snapshot } from '../../contract/snapshot.ts'
import { takeSnapshot } from '../state/snapshot.ts'
import type { World } from '../state/world.ts'
import type { Worlds } from '../state/worlds.ts'
import { ControlError } from './control-error.ts'
import type { ControlRoutes } from './control-visit.ts'
import { tellWorld } from './worlds.ts'

/** Puts what a snapshot tells in the place of a world. Throws `ControlError` for another document. */
export async function restoreWorld(
  worlds: Worlds,
  name: string,
  document: unknown,
): Promise<World> {
  // Its schemas are those of every record: they take longer to load than most calls.
  const { readSnapshot, SnapshotError } = await import('./forms.ts')
  try {
    return worlds.restore(name, readSnapshot(document))
  } catch (error) {
    if (error instanceof SnapshotError) throw new ControlError(422, error.message)
    throw error
  }
}

export const snapshotRoutes: ControlRoutes = {
  'GET snapshot': ({ world }): Snapshot => takeSnapshot(world),
  'PUT snapshot': async ({ worlds, world, body }) =>
    tellWorld(await restoreWorld(worlds, world.name, body)),
}
