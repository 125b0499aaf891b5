/** What a file is called while it is written; whoever finds one may remove it. */
export declare const unfinished = ".new";
/** How a file is replaced. */
type Replacing = {
    /** Whether its content shall outlast a loss of power. */
    readonly content: boolean;
    /** Whether its new place shall. */
    readonly place: boolean;
};
/** Puts a text in the place of a file at once: a crash leaves the old one or the new one. */
export declare function replaceFile(path: string, text: string, sync: Replacing): void;
/** Adds to the end of a file that is there, `size` bytes long; what fails leaves it as it was. */
export declare function appendToFile(path: string, size: number, text: string, sync: boolean): void;
/** Makes what was put into a folder, or taken out of it, outlast a loss of power. */
export declare function syncFolder(path: string): void;
export {};
