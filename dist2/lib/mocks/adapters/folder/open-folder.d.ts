import { type Wall } from '../../state/clock.ts';
import { Folder } from './folder.ts';
/** How a folder is kept. */
export type FolderOptions = {
    /** Lets every acknowledged change outlast a loss of power, too; each waits for the disk. */
    readonly fsync?: boolean;
    /** Told what somebody should know, as a sentence, such as that a line was cut by a crash. */
    readonly notice?: (sentence: string) => void;
    /** Machine time; the system's unless given. */
    readonly wall?: Wall;
};
/**
 * Opens a folder that keeps worlds, or makes it: the `keeper` of a fake, for one process at a time.
 * Throws `FolderError` where another process has it, or it can't be used.
 */
export declare function openFolder(path: string, options?: FolderOptions): Folder;
