import type { Tables } from './tables.ts';
/** How many workflow runs each user began within a minute, and has at this moment (8). */
export declare class RunCounts {
    #private;
    constructor(tables: Tables);
    /** The moments of the runs that a user began within the minute before `now`, oldest first. */
    inMinuteBefore(user: string, now: number): readonly number[];
    current(user: string): number;
    /** Counts `starts` runs as begun, and one as there until the returned function is called. */
    begin(user: string, now: number, starts: number): () => void;
}
