/** A file of sealed lines, as far as it is whole. */
export type Unsealed = {
    /** What the lines hold. */
    readonly values: readonly unknown[];
    /** What the next line is sealed with. */
    readonly sum: number;
    /** Bytes of all whole lines; what stands behind them is a line that was cut while it was written. */
    readonly whole: number;
};
/** A line that is neither whole nor the last one. */
export declare class DamagedLine extends Error {
    readonly name = "DamagedLine";
    /** From 1. */
    readonly line: number;
    constructor(line: number);
}
/**
 * A value as a line, sealed with a checksum over it and all lines before it: that one is missing,
 * cut, changed or out of its place shows when it is read.
 */
export declare function seal(value: unknown, before: number): {
    readonly line: string;
    readonly sum: number;
};
/** Reads sealed lines; a damaged last one is left out. Throws `DamagedLine` for any other. */
export declare function unseal(bytes: Buffer): Unsealed;
