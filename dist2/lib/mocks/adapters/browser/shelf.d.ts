/** What keeps texts by key, synchronously: `localStorage`, or something like it. */
export type PageStorage = {
    readonly length: number;
    key(index: number): string | null;
    getItem(key: string): string | null;
    setItem(key: string, text: string): void;
    removeItem(key: string): void;
};
/** A storage that can't keep worlds: says why, and what would help. */
export declare class BrowserStorageError extends Error {
    readonly name = "BrowserStorageError";
}
/** What the browser says of a failure, such as that the quota was exceeded. */
export declare const reasonOf: (error: unknown) => string;
/** The part of a storage that is ours: everything below one name. */
export declare class Shelf {
    #private;
    readonly storage: PageStorage;
    /** Throws `BrowserStorageError` where the page has no storage. */
    constructor(name: string, given?: PageStorage);
    get(key: string): string | null;
    set(key: string, text: string): void;
    remove(key: string): void;
    /** All keys that begin so. */
    keys(start?: string): string[];
    /** A key of the storage as one of ours. */
    own(key: string): string | undefined;
}
