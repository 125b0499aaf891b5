import type { Baseline } from './baseline.ts';
import type { Report, Result } from './report.ts';
/** How a run stands to its baseline. */
export type Standing = {
    /** Failures that the baseline does not know. */
    readonly fresh: readonly Result[];
    /** Failures that are excused today. */
    readonly known: Baseline;
    /** Failures whose excuse has run out. */
    readonly expired: Baseline;
    /** What passes by now: the entry can go. */
    readonly stale: Baseline;
    /** What this run did not decide. */
    readonly undecided: Baseline;
};
/** Tells new failures from known, expired and stale ones; `today` as `2026-11-21`. */
export declare function compareToBaseline(report: Report, baseline: Baseline, today: string, strict?: boolean): Standing;
/** The report with failures that are excused as skipped ones, and by whom they are excused. */
export declare const excused: (report: Report, known: Baseline) => Report;
/** The exit code of a run with a baseline: as `exitCode`, and 2 for a stale or expired baseline. */
export declare function exitCodeAgainst(report: Report, standing: Standing, strict?: boolean): 0 | 1 | 2 | 4 | 5 | 6 | 7 | 130;
/** The baseline of a run: what `before` says of a failure stays, else it is to be filled in. */
export declare function toBaseline(report: Report, before: Baseline, expires: string, strict?: boolean): Baseline;
