import type { World } from '../state/world.ts';
import type { ControlRoutes } from './control-visit.ts';
/** How the time of a world stands. */
export type WorldTime = {
    /** ISO 8601, UTC. */
    readonly now: string;
    readonly frozen: boolean;
    /** Seconds of the world to one of the machine. */
    readonly scale: number;
};
export declare function tellTime({ clock }: World): WorldTime;
/** Moves, stops or scales the time of a world; what falls due on the way happens, in order. */
export declare function moveClock(world: World, body: unknown): WorldTime;
export declare const clockRoutes: ControlRoutes;
