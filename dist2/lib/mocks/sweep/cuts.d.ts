import type { StreamFault } from '../../contract/fault.ts';
import type { Span } from './layout.ts';
type Where = NonNullable<StreamFault['cut']>;
/** How a stream breaks: the connection is reset, or the stream ends as if it were over. */
export declare const waysToCut: readonly ['reset', 'close'];
/** One place at which a stream is cut. */
export type Cut = {
    readonly cut: Where;
    /** The place as a sentence has it, such as `inside the data of event 7 (\`answer\`), byte 1203`. */
    readonly words: string;
    /** The event that is damaged or comes next, counted from 1. */
    readonly event: number;
    /** How many bytes a reader gets: at least, and at most. */
    readonly bytes: readonly [number, number];
};
/** Every place at which a stream can be cut that differs in kind: per event, and inside of each. */
export declare function cutsOf(bytes: Uint8Array, spans: readonly Span[]): Cut[];
export {};
