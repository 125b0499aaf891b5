/**
 * Takes a folder for this process alone; the returned function gives it back. What a dead process
 * left is taken over. Throws `FolderError` where another one has the folder.
 */
export declare function takeLock(folder: string): () => void;
