import type { Scenario } from '../../contract/scenario.ts';
import type { World } from '../state/world.ts';
import type { Route } from './route-query.ts';
type Mode = 'react' | 'dag';
/** The way that a directed script is told, for a turn that leaves the choice to the platform. */
export declare function directedRoute(world: World): Route | undefined;
/** Takes what waits for the next turn: the script that it plays, or what it says at once. */
export declare function takeDirection(world: World, mode: Mode): {
    readonly script?: Scenario | undefined;
    readonly say?: string;
};
export {};
