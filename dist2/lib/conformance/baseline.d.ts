/** A failure that somebody knows of and answers for, until a day. */
export type KnownFailure = {
    readonly check: string;
    readonly owner: string;
    readonly reason: string;
    /** The last day on which it is excused, as `2026-12-31`. */
    readonly expires: string;
};
export type Baseline = readonly KnownFailure[];
/** A baseline that cannot be used: what is wrong with it, and where in the document. */
export declare class BaselineError extends Error {
    readonly name = "BaselineError";
    readonly path: readonly PropertyKey[];
    /** Whether the last part of the path is wrong itself, or what stands there. */
    readonly part: 'key' | 'value';
    constructor(path: readonly PropertyKey[], message: string, part?: 'key' | 'value');
}
/**
 * Reads a baseline from plain data: a list of `{check, owner, reason, expires}`, `checks` being the
 * ids that there are. Throws `BaselineError` for what is unknown, missing, empty or told twice.
 */
export declare function readBaseline(document: unknown, checks: readonly string[]): Baseline;
