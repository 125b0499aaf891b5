import type { ActiveCheck, Check, Plan } from './check.ts';
import type { Target } from './lab.ts';
import type { Report, Result, Verdict } from './report.ts';
import type { Ledger } from './residue.ts';
import type { Fetch } from './transport.ts';
export type RunOptions = {
    readonly target: Target;
    readonly plan: Plan;
    /** The checks to choose from; all of the suite by default. */
    readonly checks?: readonly Check[];
    /** Globs over the ids of checks, such as `keys.*`; none means all. */
    readonly only?: readonly string[];
    readonly fetch?: Fetch;
    /** Milliseconds that only rise. */
    readonly now?: () => number;
    readonly sleep?: (ms: number) => Promise<void>;
    /** How long (ms) an effect may lag behind its cause; 3000 by default. */
    readonly grace?: number;
    /** Milliseconds until a request counts as unanswered; 30000 by default. */
    readonly timeout?: number;
    /** How many turns of the agent may be started; what needs more is skipped. Any number by default. */
    readonly maxTurns?: number | undefined;
    /** How many requests a second may be sent; as many as go by default. */
    readonly rate?: number | undefined;
    /** Marks all that this run makes; random by default. */
    readonly tag?: string;
    readonly onProgress?: (progress: Progress) => void;
    /** Told of each check once it is decided; those that judge all traffic come last, together. */
    readonly onDecided?: (decided: Decided) => void;
    /** Told of all that the run makes, before it is made; see `removeResidue`. */
    readonly ledger?: Ledger | undefined;
    /** Ends the run after the request under way; it still cleans up and reports what was decided. */
    readonly stop?: AbortSignal | undefined;
};
export type Progress = {
    readonly done: number;
    readonly of: number;
    readonly id: string;
};
/** A check that has its verdict while the run goes on. */
export type Decided = {
    readonly id: string;
    readonly verdict: Verdict;
    /** The same in words, with every secret masked that the run knows so far. */
    result(): Result;
};
/**
 * Judges a target by the checks of a plan, one after another, and removes what it made. Never
 * throws for what the target does; see `exitCode` for what a report amounts to.
 */
export declare function runConformance(options: RunOptions): Promise<Report>;
/** The options by which a run tells how far it is. */
export type Told = 'onProgress' | 'onDecided';
/** The way to the target that a run records, with what its options leave out. */
export declare const recorderOf: (options: Omit<RunOptions, 'checks' | 'only' | Told>) => import("./recorder.ts").Recorder;
/** The checks that a plan holds and whose id one of the globs matches, in the order of a run. */
export declare function selectChecks(checks: readonly Check[], plan: Plan, only?: readonly string[]): readonly Check[];
/** The plans, cheapest first; each holds the ones before it. */
export declare const plans: readonly ['smoke', 'core', 'turn', 'full', 'destructive'];
export declare const isActive: (check: Check) => check is ActiveCheck;
