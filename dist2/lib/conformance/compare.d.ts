import type { Shapes, Verdict } from './report.ts';
/** What two runs are compared by; a report is one. */
export type Run = {
    readonly results: readonly {
        readonly id: string;
        readonly verdict: Verdict;
        readonly message: string;
        readonly observation?: unknown;
    }[];
    readonly shapes?: Shapes | undefined;
};
/** A point in which two runs differ, in words. */
export type Difference = {
    /** The check, or the kind of reply. */
    readonly where: string;
    /** The place inside the reply. */
    readonly pointer?: string;
    readonly a: string;
    readonly b: string;
};
export type Comparison = {
    /** Verdicts and observations. */
    readonly checks: readonly Difference[];
    /** What replies consist of. */
    readonly shapes: readonly Difference[];
    /** How many checks and kinds of replies were held against each other. */
    readonly compared: {
        readonly checks: number;
        readonly shapes: number;
    };
};
/** Holds two runs against each other, check by check and shape by shape. */
export declare function compareRuns(a: Run, b: Run): Comparison;
