import type { FrameStream } from '../call.ts';
import type { Visit } from '../pipeline/visit.ts';
/** Runs a turn and streams it to the caller who asked (4.2). */
export declare function startTurn(visit: Visit, asked: 'react' | 'dag' | 'auto'): FrameStream;
