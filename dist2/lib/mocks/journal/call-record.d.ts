import { type ReliedOn } from '../../contract/relied-on.ts';
import { type JournalEntry } from '../state/journal.ts';
import { type CallLine, type Place } from './show.ts';
/** A body as it is shown: masked, and only its beginning where `length` is more. */
export type ShownBody = {
    readonly text: string;
    readonly length: number;
};
/** All that a journal has of a call. */
export type CallRecord = CallLine & {
    readonly request: {
        readonly headers: Readonly<Record<string, string>>;
        readonly body: ShownBody | null;
    };
    readonly response: {
        readonly body: ShownBody | null;
    };
    /** Each frame of a stream as its reader was handed it, by the world's time. */
    readonly frames: readonly {
        readonly event: string;
        readonly cursor: number | null;
        readonly time: string;
        readonly bytes: number;
    }[];
    /** Frames that came besides, and bytes of one that is not complete. */
    readonly frames_beyond: number;
    readonly partial_bytes: number;
    /** The choices that showed in it, with the options that were in effect. */
    readonly relied_on: readonly ReliedOn[];
};
/** A call with all that its journal has of it. */
export declare const recordOf: (place: Place, entry: JournalEntry) => CallRecord;
