import type { FrameStream } from '../call.ts';
import type { Visit } from '../pipeline/visit.ts';
/** Replays the stored events of a conversation beyond a cursor, and follows a turn that runs (4.2). */
export declare function resumeTurn(visit: Visit): FrameStream;
