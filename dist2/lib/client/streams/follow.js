import { ApiError } from '../api-error.js';
import { readEvent } from '../events/read-event.js';
import { orAborted } from '../or-aborted.js';
import { StreamInterruptedError } from './interrupted-error.js';
import { ReplayDiffers } from './progress.js';
import { readFrames } from './read-frames.js';
/**
 * Reads a turn to its end over as many streams as it takes: each event once, and `end` last. Throws
 * what the first call throws; later a `StreamInterruptedError`.
 */
export async function* follow({ conversationId, progress, open, resume, ownPart, isOver, signal, onReconnect }, { backoff, wall }) {
    const longestPause = Math.max(0, ...backoff);
    let failures = 0;
    let hasBegun = false;
    /** When the stream at hand was opened, if it was. */
    let openedAt;
    let cause;
    const opened = async (answer) => {
        const response = await answer;
        openedAt = wall.now();
        hasBegun = true;
        return response;
    };
    const replay = (leaving) => opened(resume?.(progress.cursor, leaving) ?? Promise.reject(cause));
    const interrupted = (reason) => new StreamInterruptedError(reason, { cursor: progress.cursor, conversationId }, cause);
    let frames = readFrames((leaving) => opened(open(leaving)), signal);
    for (;;) {
        let isTold = false;
        try {
            for await (const frame of frames) {
                isTold = frame.name === 'resume_done';
                if (isTold)
                    break;
                const event = readEvent(frame);
                if (!progress.take(event))
                    continue;
                failures = 0;
                yield event;
                if (event.event === 'end')
                    return;
                signal?.throwIfAborted();
            }
            cause = undefined;
        }
        catch (error) {
            signal?.throwIfAborted();
            // Before the first stream was open, there was no turn to lose.
            if (!hasBegun)
                throw error;
            cause = error;
        }
        const isSpent = failures >= backoff.length;
        if (isTold && (isOver() || (isSpent && progress.isAnswered)))
            return yield end;
        if (resume === undefined)
            throw interrupted('not-resumable');
        if (cause instanceof ReplayDiffers)
            throw interrupted('differs');
        if (isRefusal(cause))
            throw interrupted('refused');
        // A connection that stood for a while was a good one, even where nothing happened meanwhile.
        if (openedAt !== undefined && wall.now() - openedAt > longestPause)
            failures = 0;
        const pause = backoff[failures];
        if (pause === undefined)
            throw interrupted('lost');
        failures++;
        onReconnect?.(failures, cause);
        await orAborted(wall.sleep(Math.max(pause, retryAfterOf(cause)), signal), signal);
        progress.beginReplay();
        openedAt = undefined;
        frames = ownPart(readFrames(replay, signal));
    }
}
const end = { event: 'end', data: {}, cursor: undefined };
/** Statuses of 4xx that may pass. */
const passing = [408, 425, 429];
/** Whether the platform will answer the same next time. */
const isRefusal = (cause) => cause instanceof ApiError &&
    cause.status < 500 &&
    !passing.includes(cause.status) &&
    // The turn is not stored yet, of which nothing may be stored before it is done.
    cause.code !== 'no_recent_assistant_message';
const retryAfterOf = (cause) => cause instanceof ApiError ? (cause.retryAfter ?? 0) * 1000 : 0;
