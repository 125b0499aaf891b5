import type { StreamFault } from '../../contract/fault.ts';
import { type FrameStream } from '../call.ts';
import type { Clock } from '../state/clock.ts';
/** A stream with what faults make of it. What made it goes on as if its reader had all of it. */
export declare function damage(stream: FrameStream, faults: readonly StreamFault[], clock: Clock): FrameStream;
