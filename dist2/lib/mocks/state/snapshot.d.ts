import type { Snapshot } from '../../contract/snapshot.ts';
import type { World } from './world.ts';
/** Takes down a world; the document shares nothing with it. */
export declare function takeSnapshot(world: World): Snapshot;
