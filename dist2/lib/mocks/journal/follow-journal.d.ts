import type { FrameStream } from '../call.ts';
import type { World } from '../state/world.ts';
import { type CallFilter } from './list-calls.ts';
/**
 * The journal of a world as it is written: an event `call` for each call that was answered, and
 * `stream-ended` for each stream. `since` gives what is there before. A slow reader loses the oldest
 * of what waits, and is told of it by `lost`. Ends with the world.
 */
export declare function followJournal(world: World, filter: CallFilter): FrameStream;
