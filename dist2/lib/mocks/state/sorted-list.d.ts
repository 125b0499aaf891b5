/** Positive when `a` comes after `b`; never 0 for two different values. */
export type Compare<T> = (a: T, b: T) => number;
/**
 * A sorted list in chunks: insert, remove and page reads stay flat from a hundred values to a
 * million, where one array would move half of itself at every write.
 */
export declare class SortedList<T> {
    #private;
    /** `sorted` must be in order already; it is copied. */
    constructor(compare: Compare<T>, sorted?: readonly T[]);
    get length(): number;
    add(value: T): void;
    remove(value: T): void;
    /** Takes one value out and another in; nothing moves where they compare equal. */
    exchange(old: T, value: T): void;
    /** Up to `count` values from position `from`. */
    slice(from: number, count: number): T[];
    /** The values that are kept, in their order. */
    filter(keep: (value: T) => boolean): T[];
    [Symbol.iterator](): Iterator<T>;
}
