import type { Direction } from '../state/director.ts';
import type { World } from '../state/world.ts';
import type { ControlRoutes } from './control-visit.ts';
import { type Speed } from './speed.ts';
/** What one who directs the turns of a world sees. */
export type DirectorState = {
    /** Whether the clock of the world stands still, and all streams with it. */
    readonly paused: boolean;
    readonly speed: Speed;
    /** What the next turn is to do; `null` leaves it to the scripts. */
    readonly waiting: Direction | null;
    readonly turns: readonly {
        readonly id: string;
        readonly conversation_id: string | null;
        readonly mode: 'react' | 'dag';
        /** How many events it has sent. */
        readonly events: number;
        /** When its next beat comes; `null` while it waits for an approval. */
        readonly next_beat_at: string | null;
        /** The confirmation that it waits for. */
        readonly awaiting: string | null;
    }[];
};
export declare function tellDirector({ clock, director, speed: factor, running }: World): DirectorState;
/** Directs the turns of a world, running ones and the next. Throws `ControlError`. */
export declare function direct(world: World, body: unknown): DirectorState;
export declare const directorRoutes: ControlRoutes;
