/**
 * Why a stream could not be read to its end. `lost`: the platform could not be reached again, or had
 * no more to tell. `refused`: it does not let the stream be resumed. `differs`: what it replays is
 * not what was seen before. `not-resumable`: there is nothing that a resume could go by.
 */
export type InterruptedReason = 'lost' | 'refused' | 'differs' | 'not-resumable';
/** A stream broke before its end, and could not be continued; `cause` is what happened last. */
export declare class StreamInterruptedError extends Error {
    readonly name = "StreamInterruptedError";
    readonly reason: InterruptedReason;
    /** The last cursor that was seen, to resume from later; -1 where none was. */
    readonly cursor: number;
    /** The conversation to resume. */
    readonly conversationId: string | undefined;
    constructor(reason: InterruptedReason, at: {
        readonly cursor: number;
        readonly conversationId: string | undefined;
    }, cause?: unknown);
}
