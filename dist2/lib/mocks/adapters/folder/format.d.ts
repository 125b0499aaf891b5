/** The version of all that this release keeps in a folder. */
export declare const format = 1;
/** Throws `FolderError` for a file of another version than this release reads. */
export declare function refuseOtherFormat(path: string, written: unknown): void;
