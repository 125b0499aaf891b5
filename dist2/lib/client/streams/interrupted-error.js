/** A stream broke before its end, and could not be continued; `cause` is what happened last. */
export class StreamInterruptedError extends Error {
    name = 'StreamInterruptedError';
    reason;
    /** The last cursor that was seen, to resume from later; -1 where none was. */
    cursor;
    /** The conversation to resume. */
    conversationId;
    constructor(reason, at, cause) {
        super(sentences[reason], { cause });
        this.reason = reason;
        this.cursor = at.cursor;
        this.conversationId = at.conversationId;
    }
}
const sentences = {
    lost: 'The stream broke, and every attempt to resume it failed.',
    refused: 'The stream broke, and the platform refused to resume it.',
    differs: 'The stream broke, and what the platform replays is not what was seen before.',
    'not-resumable': 'The stream broke, and it is of a kind that cannot be resumed.',
};
