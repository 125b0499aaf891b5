/** A folder of worlds that can't be used: says which, why, and what would help. */
export class FolderError extends Error {
    name = 'FolderError';
}
/** What the system says of a failure, such as `ENOSPC: no space left on device, write`. */
export const reasonOf = (error) => error instanceof Error ? error.message : String(error);
/** Whether a failure is of one kind, such as `ENOENT`. */
export const isCode = (error, code) => error.code === code;
