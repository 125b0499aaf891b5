import { type Baseline } from './baseline.ts';
import { type Result } from './report.ts';
import type { Ledger } from './residue.ts';
import { type RunOptions } from './runner.ts';
/** What to judge and how, where checks are tests. */
export type ConformanceTestOptions = Omit<RunOptions, 'ledger'> & {
    /** Warnings fail as well. */
    readonly strict?: boolean;
    /** Milliseconds until the run is stopped, cleans up and is told as far as it came; ten minutes. */
    readonly duration?: number;
    /** Where all that the run makes is noted before it is made: a file, or what is told of it. */
    readonly ledger?: string | Ledger;
    /** Failures that are known: skipped with their reason until their last day. */
    readonly baseline?: Baseline;
    /** The day by which the baseline is judged, as `2026-11-21`; the present one unless given. */
    readonly today?: string;
    /** Lets a plan that writes run on what looks like production. */
    readonly knowsProduction?: boolean;
};
/** What the tests tell of a run. */
export type TestRun = {
    readonly results: ReadonlyMap<string, Result>;
    /** As `exitCode`, known failures aside. */
    readonly code: number;
    /** What is to be changed in the baseline, a sentence each. */
    readonly outdated: readonly string[];
};
/**
 * Throws, before anything is sent, for a target that is no address or looks like production, and
 * for a baseline that can't be used.
 */
export declare function refuseMisuse(options: ConformanceTestOptions): void;
/** Judges the target, within its time and with its ledger, and settles what came by the baseline. */
export declare function runForTests(options: ConformanceTestOptions): Promise<TestRun>;
/** How long a run may take unless told otherwise, in milliseconds. */
export declare const defaultDuration = 600000;
