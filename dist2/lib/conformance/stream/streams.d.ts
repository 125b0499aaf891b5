import type { Lab } from '../lab.ts';
import type { Frame } from './frame.ts';
import { type Stream } from './stream.ts';
/** The streams of the turns that ran. Rejects only if none did. */
export declare function liveStreams(lab: Lab): Promise<readonly Stream[]>;
/** Every stream that the rules of payloads and cursors are judged on: turns and replays. */
export declare function allStreams(lab: Lab): Promise<readonly Stream[]>;
/** The full replay of a turn, and what comes after its first, middle and last cursor. */
export declare function replays(lab: Lab): Promise<readonly Stream[]>;
/** Judges each event of a type, stream by stream; skipped where there is none at all. */
export declare function eachEvent(lab: Lab, type: string, judge: (frame: Frame, stream: Stream) => unknown): Promise<readonly unknown[]>;
