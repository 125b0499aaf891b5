import { takeSnapshot } from '../state/snapshot.js';
import { ControlError } from './control-error.js';
import { tellWorld } from './worlds.js';
/** Puts what a snapshot tells in the place of a world. Throws `ControlError` for another document. */
export async function restoreWorld(worlds, name, document) {
    // Its schemas are those of every record: they take longer to load than most calls.
    const { readSnapshot, SnapshotError } = await import('./forms.js');
    try {
        return worlds.restore(name, readSnapshot(document));
    }
    catch (error) {
        if (error instanceof SnapshotError)
            throw new ControlError(422, error.message);
        throw error;
    }
}
export const snapshotRoutes = {
    'GET snapshot': ({ world }) => takeSnapshot(world),
    'PUT snapshot': async ({ worlds, world, body }) => tellWorld(await restoreWorld(worlds, world.name, body)),
};
