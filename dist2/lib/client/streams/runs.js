import { StreamInterruptedError } from './interrupted-error.js';
import { readFrames } from './read-frames.js';
import { readRunEvent } from './run-event.js';
/**
 * Starts a run of a workflow and tells what happens to its end. It can't be resumed: where the
 * stream breaks, it throws a `StreamInterruptedError`, and the run is read by its id.
 */
export async function* followRun(caller, path, body, { signal } = {}) {
    let [isOpen, isStarted] = [false, false];
    const open = async (leaving) => {
        const response = await caller.openStream({ method: 'POST', path, body, signal: leaving }, false);
        isOpen = true;
        return response;
    };
    let cause;
    try {
        for await (const frame of readFrames(open, signal)) {
            const event = readRunEvent(frame);
            // Some tell the start twice: that it runs, and then what.
            const isRepeated = event.event === 'run_started' && isStarted;
            isStarted ||= event.event === 'run_started';
            if (!isRepeated)
                yield event;
            if (event.event === 'end')
                return;
            signal?.throwIfAborted();
        }
    }
    catch (error) {
        signal?.throwIfAborted();
        if (!isOpen)
            throw error;
        cause = error;
    }
    throw new StreamInterruptedError('not-resumable', { cursor: -1, conversationId: undefined }, cause);
}
