import type { Exchange } from '../exchange.ts';
import { type Frame } from './frame.ts';
/** A stream that was read to its end, or as far as we wanted. */
export type Stream = {
    /** How a report names it, such as `POST /api/dag` or `replay after 4`. */
    readonly name: string;
    /** Whether the agent ran while it was read; else it is a replay. */
    readonly live: boolean;
    readonly exchange: Exchange;
    readonly frames: readonly Frame[];
};
/**
 * Reads a reply as a stream. Throws a `Finding` if it is none, and `Blocked` if our own time limit
 * cut it: of an end that we did not wait for nothing can be said.
 */
export declare function readStream(name: string, live: boolean, exchange: Exchange): Stream;
/** The events of a reply, read; none where it is no stream. */
export declare const framesIn: ({ events }: Exchange) => readonly Frame[];
export declare const isStream: (exchange: Exchange) => boolean;
/** The media type of a reply without its parameters. */
export declare const mediaType: ({ headers }: Exchange) => string | undefined;
export declare const framesOf: ({ frames }: Stream, type: string) => readonly Frame[];
/** The events that belong to the turn: all but the `resume_done` that a replay adds. */
export declare const turnFrames: (frames: readonly Frame[]) => readonly Frame[];
/** The events of a turn that carry a cursor: of the others no one can say where they belong. */
export declare const placedFrames: (frames: readonly Frame[]) => readonly Frame[];
/** The cursors of a turn's own events, in the order they came. */
export declare const cursorsOf: (frames: readonly Frame[]) => readonly number[];
