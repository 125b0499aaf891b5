import type { FrameStream } from '../call.ts';
import type { Ledger } from '../state/ledger.ts';
/** The same stream, with what its reader is handed noted in a ledger; tells once when it is over. */
export declare function watchReader(frames: FrameStream, ledger: Ledger, now: () => number, onEnd: () => void): FrameStream;
