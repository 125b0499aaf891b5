/** One frame of a stream as it went out. */
export type DeliveredFrame = {
    /** The name of its event; `message` where it names none. */
    readonly event: string;
    readonly cursor: number | undefined;
    /** When it was handed over, in milliseconds of the world. */
    readonly at: number;
    readonly bytes: number;
};
/**
 * How a stream ended: its reader had all of it, left before, or was cut off; `open` while it goes on.
 */
export type StreamState = 'open' | 'end' | 'left' | 'cut';
/** What the reader of one stream was handed, frame by frame. */
export declare class Ledger {
    #private;
    /** The names of all events that came, each once. */
    readonly events: string[];
    /** How many frames there were, also those that are not listed. */
    count: number;
    bytes: number;
    state: StreamState;
    /** When it ended, in milliseconds of the world. */
    endedAt: number | undefined;
    /** How many frames are listed. */
    get listed(): number;
    /** The frames that are listed, oldest first. */
    get frames(): DeliveredFrame[];
    /** Bytes that were handed over of a frame which is not complete. */
    get partial(): number;
    /** Notes what was handed over, wherever it begins and ends. */
    note(piece: string | Uint8Array, at: number): void;
    /** Notes the end; whoever leaves behind the last event had all of it. */
    end(state: 'end' | 'left' | 'cut', at: number): void;
}
