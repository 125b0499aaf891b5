import { type Pieces } from './pieces.ts';
/** Time as the pace of a stream needs it: that of its world. */
export type Pacing = {
    now(): number;
    /** Settles at a moment, or at once when the reader has left. */
    until(due: number): Promise<void>;
};
/** Silence behind an event; it counts from when the event was sent. */
export declare function stalled(pieces: Pieces, stall: {
    readonly after_event: number;
    readonly for: number;
}, pacing: Pacing): Pieces;
/** So many events in one write. */
export declare function merged(pieces: Pieces, events: number): Pieces;
/** Each write in several of so many bytes. */
export declare function split(pieces: Pieces, size: number): Pieces;
/** Writes that are so long apart. */
export declare function slowly(pieces: Pieces, every: number, pacing: Pacing): Pieces;
