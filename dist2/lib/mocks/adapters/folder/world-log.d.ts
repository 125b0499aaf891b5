import type { Change, ChangeLog } from '../../state/changes.ts';
import type { WorldState } from '../../state/world-plan.ts';
import { type End, type Head } from './world-file.ts';
/** How a log is kept. */
export type LogOptions = {
    /** Whether each line shall outlast a loss of power, not only the end of the process. */
    readonly sync: boolean;
    /** Told what somebody should know, as a sentence. */
    readonly notice: (sentence: string) => void;
};
/** The file of one world as it grows, line by line; it is written anew where changes outweigh the state. */
export declare class WorldLog implements ChangeLog {
    #private;
    constructor(path: string, head: Head, end: End, now: () => WorldState, options: LogOptions);
    write(changes: readonly Change[]): void;
}
