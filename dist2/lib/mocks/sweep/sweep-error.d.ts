/** A cut behind which a client saw another turn than without it. */
export type SweepFailure = {
    /** Where and how the turn was cut, in words. */
    readonly cut: string;
    /** What was wrong, in words. */
    readonly problem: string;
    /** What the client saw, without `end` and `resume_done`; nothing where it failed. */
    readonly seen: readonly unknown[];
};
/** Some cuts left a client with another turn: each is named, with what was expected and what came. */
export declare class SweepError extends Error {
    readonly name = "SweepError";
    readonly failures: readonly SweepFailure[];
    /** The seed with which all of it happens again. */
    readonly seed: string;
    constructor(failures: readonly SweepFailure[], about: {
        cuts: number;
        q: string;
        seed: string;
    });
}
