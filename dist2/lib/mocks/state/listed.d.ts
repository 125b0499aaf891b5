import type { Entry } from './entry.ts';
import type { SortedList } from './sorted-list.ts';
/**
 * The records of one owner in one order as they are now. As long as nothing of it changes it is the
 * same object, so that what was made of it can be kept beside it.
 */
export type Listed<R> = {
    readonly length: number;
    /** Up to `count` records from position `from`. */
    slice(from: number, count: number): R[];
};
/** A list as it is now; whoever changes it drops this. */
export declare function listedOf<R>(list: readonly Entry<R>[] | SortedList<Entry<R>>): Listed<R>;
/** The key of an owner's list in an order. */
export declare const listKey: (order: string, owner: string) => string;
