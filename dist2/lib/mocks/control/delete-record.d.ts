import { type Kind } from '../state/kinds.ts';
import type { World } from '../state/world.ts';
/** Deletes a record of any kind as the platform does, with what belongs to it alone. */
export declare function deleteRecord(world: World, kind: Kind, id: string): void;
