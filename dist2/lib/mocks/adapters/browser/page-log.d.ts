import type { Change, ChangeLog } from '../../state/changes.ts';
import { WorldError } from '../../state/world-error.ts';
import { type Shelf } from './shelf.ts';
/** The lines of a log, as far as each was made on the one before it. */
export type ReadLog = {
    readonly changes: readonly Change[];
    readonly end: LogEnd;
    /** Whether a line was left out, and all behind it: two pages wrote at once, or it is damaged. */
    readonly torn: boolean;
};
/** Where a log ends: how many lines it has, the last of them, and when that was written. */
export type LogEnd = {
    readonly count: number;
    readonly id: string;
    readonly at: number;
    readonly size: number;
};
export declare const lineKey: (log: string, number: number) => string;
/** Reads the log that goes on from a head. */
export declare function readLog(shelf: Shelf, log: string, at: number): ReadLog;
/** Removes the lines of a log, from one on. */
export declare function removeLines(shelf: Shelf, log: string, from?: number): void;
/** What a page is told that was too late; its next call has the world as the other left it. */
export declare const changedElsewhere: (world: string) => WorldError;
/** How a log is kept. */
export type PageLogOptions = {
    readonly world: string;
    readonly log: string;
    readonly now: () => number;
    readonly drawId: () => string;
    /** Writes the world anew with another log, in the place of this one. */
    readonly compact: () => {
        readonly log: string;
        readonly size: number;
    };
    readonly notice: (sentence: string) => void;
};
/** The changes of one world, a line for each commit; it refuses a line that another page was before with. */
export declare class PageLog implements ChangeLog {
    #private;
    constructor(shelf: Shelf, end: LogEnd, state: number, options: PageLogOptions);
    write(changes: readonly Change[]): void;
}
