import type { CallRecord } from '../journal/call-record.ts';
import type { World } from '../state/world.ts';
import { type ControlRoutes } from './control-visit.ts';
/** All that a world has of one call. Throws `ControlError` 404 where it has none of this number. */
export declare function readCall(world: World, number: string): CallRecord;
export declare const journalRoutes: ControlRoutes;
