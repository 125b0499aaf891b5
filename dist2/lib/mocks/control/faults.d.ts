import { type FaultCounts } from '../../contract/fault.ts';
import { type NamedFault } from '../state/faults.ts';
import type { World } from '../state/world.ts';
import { type ControlRoutes } from './control-visit.ts';
/** Every fault of a world, in their order, with how often each was met and struck. */
export declare const listFaults: ({ faults }: World) => (NamedFault & FaultCounts)[];
/** Adds one fault or several, and gives their ids: all of them, or none where one can't be added. */
export declare function addFaults({ faults }: World, given: unknown): string[];
/** Takes one fault away, or all of them. */
export declare function removeFaults({ faults }: World, id?: string): void;
export declare const faultRoutes: ControlRoutes;
