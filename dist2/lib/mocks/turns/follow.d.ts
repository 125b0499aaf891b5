import type { FrameStream } from '../call.ts';
import type { Wall } from '../state/clock.ts';
import type { Live } from '../state/live.ts';
/** What one reader is given of events that still happen, such as those of a turn. */
export type Reading<Event> = {
    /** Events from before, already chosen. */
    readonly past: readonly Event[];
    /** What to follow to its end, if it still runs or just ended. */
    readonly live: Live<Event> | undefined;
    /** Whether an event is for this reader. */
    readonly wants: (event: Event) => boolean;
    readonly frame: (event: Event) => string;
    readonly preamble: string;
    /** The last frame, once everything else was read; it is told how many came before and which last. */
    readonly tail: ((read: number, last: Event | undefined) => string) | undefined;
    readonly keepalive: string;
    readonly wall: Wall;
    /** The reader left before the end. */
    readonly onLeave: () => void;
};
/** A stream over live events: a pull gives what is due; for a reader who left nothing is made. */
export declare const follow: <Event>(reading: Reading<Event>) => FrameStream;
