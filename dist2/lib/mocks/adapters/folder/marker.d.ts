/** What keys and tokens are derived from, and whether nobody can guess it. */
type Secret = {
    readonly value: string;
    readonly drawn: boolean;
};
/** Throws `FolderError` for a folder that holds other things than ours, before anything is put there. */
export declare function refuseForeign(folder: string): void;
/** The file that says what a folder is; it keeps the secret of its worlds, for its owner alone. */
export declare class Marker {
    #private;
    /** Reads the file, or writes it. Throws `FolderError` where it can't be read, or is of another release. */
    constructor(folder: string);
    /** The secret that is kept; `undefined` where there is none, or only one that is known. */
    secret(mayBeKnown: boolean): string | undefined;
    /** Keeps a secret; says whether it puts an end to another one. */
    keep(secret: Secret): boolean;
}
export {};
