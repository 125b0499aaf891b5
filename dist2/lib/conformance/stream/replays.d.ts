import type { Exchange } from '../exchange.ts';
import type { Lab } from '../lab.ts';
import { type Frame } from './frame.ts';
import { type Stream } from './stream.ts';
import { type Turn } from './turns.ts';
/** A turn that the target stored, with two full replays of it. */
export type StoredTurn = {
    readonly turn: Turn;
    readonly full: Stream;
    /** The same request once more. */
    readonly again: Stream;
};
/** A replay of the events after one cursor. */
export type Part = {
    readonly after: number;
    readonly stream: Stream;
};
/** Asks for a resume with exactly this body, as the user unless told otherwise. */
export declare function postResume(lab: Lab, body: object, credential?: string): Promise<Exchange>;
/** Asks for what a conversation stored after a cursor; -1 is everything. */
export declare const resume: (lab: Lab, conversationId: string, cursor: number) => Promise<Exchange>;
/**
 * The react turn with its full replays; the dag turn where react stores none: that it takes a
 * conversation at all is not shown.
 */
export declare const storedTurn: (lab: Lab) => Promise<StoredTurn>;
/** What comes after the first, the middle and the last cursor of the full replay. */
export declare const replayParts: (lab: Lab) => Promise<readonly Part[]>;
/** The events of a stream that a resume from this cursor has to give. */
export declare const eventsAfter: (stream: Stream, cursor: number) => readonly Frame[];
/** Whether two rows of events are the same, however their cursors are carried. */
export declare const sameEvents: (one: readonly Frame[], other: readonly Frame[]) => boolean;
