import type { StoredEvent } from '../../contract/events.ts';
import type { DatedRunEvent } from '../../contract/records/workflow-run.ts';
import type { Payload } from './events.ts';
import { type RecordForm } from './records.ts';
import type { RunPayloads } from './runs.ts';
/** Where a cursor stands in a frame: gives the payload to send, and the `id:` line if any. */
export type CursorCarrier = (payload: unknown, cursor: number) => {
    readonly payload: unknown;
    readonly id?: number;
};
export declare const cursorInDataAndId: CursorCarrier;
export declare const cursorInDataOrId: CursorCarrier;
export declare const cursorInId: CursorCarrier;
export declare const cursorAround: CursorCarrier;
export declare const noCursor: CursorCarrier;
/** How the bytes of a stream are laid out. */
export type FrameForm = {
    readonly live: CursorCarrier;
    readonly replayed: CursorCarrier;
    readonly payload: Payload;
    readonly records: RecordForm;
    readonly newline: string;
    /** What follows the colon of a field. */
    readonly space: string;
    /** What a stream begins with. */
    readonly preamble: string;
    readonly resumeDone: (counts: {
        replayed: number;
        last_cursor: number;
    }) => unknown;
    readonly run: RunPayloads;
};
/** Writes the frames of a stream; each is one text, never split by us. */
export type Frames = {
    readonly preamble: string;
    readonly keepalive: string;
    live(event: StoredEvent): string;
    replayed(event: StoredEvent): string;
    resumeDone(counts: {
        replayed: number;
        last_cursor: number;
    }): string;
    /** An event of a workflow run, which has no cursor. */
    run(event: DatedRunEvent): string;
};
export declare function createFrames(form: FrameForm): Frames;
