import type { Shelf } from './shelf.ts';
/** Tells the name of each world that another page of the origin changed; gives what stops it. */
export declare function listenToPages(shelf: Shelf, tell: (world: string) => void): () => void;
