import type { Caller } from '../caller.ts';
import type { Frame } from '../events/frame.ts';
/**
 * The part of a full replay that belongs to the turn that asked `q`. A replay is of the newest
 * turn that is stored, which may be the one before, or of the whole conversation; and turns begin
 * alike. So what is the same as an earlier turn is held back until it differs. Throws where it
 * never does: the turn is not there yet.
 */
export declare function ownPart(caller: Caller, { conversationId, q, signal, }: {
    conversationId: string;
    q: string;
    signal?: AbortSignal | undefined;
}, replay: AsyncIterable<Frame>): AsyncGenerator<Frame, void, undefined>;
