/** How many values a ring holds, and how heavy they may be together. */
export type RingBounds = {
    readonly most: number;
    readonly heaviest: number;
};
/**
 * The newest values within two bounds, in the order in which they came. It writes over the same
 * slots again and again: of a map that grows and shrinks, the collector keeps what is long gone.
 */
export declare class Ring<T> {
    #private;
    constructor(bounds: RingBounds);
    get length(): number;
    /** The weight of all values together. */
    get weight(): number;
    /** Adds a value, for which the oldest may have to go; gives its number among all that ever came. */
    push(value: T, weight: number): number;
    /** Makes a value heavier that is still there, for which the oldest may have to go. */
    grow(number: number, more: number): void;
    /** Lets go of all. */
    clear(): void;
    [Symbol.iterator](): Iterator<T>;
}
