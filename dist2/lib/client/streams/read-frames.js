import { createParser } from 'eventsource-parser';
import { readFrame } from '../events/frame.js';
import { orAborted } from '../or-aborted.js';
/**
 * Opens a stream and reads its frames to the end of its body. Whoever leaves the loop, and the
 * signal, close the connection. Throws what breaks the body, or the signal's reason.
 */
export async function* readFrames(open, signal) {
    const leaving = new AbortController();
    const leave = () => leaving.abort(signal?.reason);
    signal?.throwIfAborted();
    signal?.addEventListener('abort', leave, { once: true });
    let reader;
    try {
        const { body } = await open(leaving.signal);
        if (body === null)
            return;
        reader = body.getReader();
        const arrived = [];
        const parser = createParser({ onEvent: (message) => arrived.push(readFrame(message)) });
        const decoder = new TextDecoder();
        for (;;) {
            const { done, value } = await orAborted(reader.read(), leaving.signal);
            if (done)
                return;
            parser.feed(decoder.decode(value, { stream: true }));
            yield* arrived.splice(0);
        }
    }
    finally {
        signal?.removeEventListener('abort', leave);
        // Neither alone ends a stream wherever one may run.
        leaving.abort();
        reader?.cancel().catch(() => undefined);
    }
}
