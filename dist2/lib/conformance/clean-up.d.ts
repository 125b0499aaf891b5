import type { Lab } from './lab.ts';
import type { Recorder } from './recorder.ts';
import type { Residue, ResidueBook } from './residue.ts';
/** What stays on the target, and why. */
export type Leftover = {
    readonly residue: Residue;
    readonly why: string;
};
/** Ends the judging and removes all that the run made; gives what stays, in words. */
export declare function cleanUp(lab: Recorder): Promise<readonly string[]>;
export type RemovalOptions = {
    /**
     * Removes only what the target still lists under a name of the suite, or without any: for ids out
     * of an old ledger, which may have been given to others since.
     */
    readonly verify?: boolean;
};
/**
 * Removes what is open in the book, newest first and as far as the target lets it, and gives what
 * stays. Never throws for what the target does.
 */
export declare function removeResidue(lab: Lab, book: ResidueBook, { verify }?: RemovalOptions): Promise<readonly Leftover[]>;
