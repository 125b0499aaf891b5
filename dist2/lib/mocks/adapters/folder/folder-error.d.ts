/** A folder of worlds that can't be used: says which, why, and what would help. */
export declare class FolderError extends Error {
    readonly name = "FolderError";
}
/** What the system says of a failure, such as `ENOSPC: no space left on device, write`. */
export declare const reasonOf: (error: unknown) => string;
/** Whether a failure is of one kind, such as `ENOENT`. */
export declare const isCode: (error: unknown, code: string) => boolean;
