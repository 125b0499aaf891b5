import type { World } from '../state/world.ts';
import type { Worlds } from '../state/worlds.ts';
import type { ControlRoutes } from './control-visit.ts';
/** Puts what a snapshot tells in the place of a world. Throws `ControlError` for another document. */
export declare function restoreWorld(worlds: Worlds, name: string, document: unknown): Promise<World>;
export declare const snapshotRoutes: ControlRoutes;
