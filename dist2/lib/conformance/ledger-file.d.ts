import type { Ledger, Residue } from './residue.ts';
/** A file that can be no ledger, in a sentence. */
export declare class LedgerError extends Error {
    readonly name = "LedgerError";
}
/** A ledger in a file of JSON lines, which outlives whatever ends the process. */
export type LedgerFile = Ledger & {
    readonly file: string;
    /** What it holds open for the target, oldest first; a line that a crash tore is passed over. */
    open(): readonly Residue[];
    /** Removes the file, unless something in it is open, for this target or another one. */
    close(): void;
};
/** Where the residue of a target is noted unless a file is named. */
export declare function defaultLedger(baseUrl: string): string;
/**
 * Opens the ledger of a target, and makes its file where there is none. Throws `LedgerError` where
 * it can't be written, since nothing may be made that is not noted, and for a file of other things.
 */
export declare function openLedger(baseUrl: string, file?: string): LedgerFile;
