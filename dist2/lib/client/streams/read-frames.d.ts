import { type Frame } from '../events/frame.ts';
/**
 * Opens a stream and reads its frames to the end of its body. Whoever leaves the loop, and the
 * signal, close the connection. Throws what breaks the body, or the signal's reason.
 */
export declare function readFrames(open: (signal: AbortSignal) => Promise<Response>, signal?: AbortSignal): AsyncGenerator<Frame, void, undefined>;
