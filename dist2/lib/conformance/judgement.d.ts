import type { Check } from './check.ts';
import type { Mask } from './mask.ts';
import type { Result, Verdict } from './report.ts';
/** What came of a check: what it returned, or what it threw. */
export type Judgement = {
    readonly check: Check;
    readonly verdict: Verdict;
    readonly returned?: unknown;
    readonly thrown?: unknown;
};
/** Runs a check on its own: whatever it throws is its verdict, and touches no other check. */
export declare function judged(check: Check, run: () => Promise<unknown>): Promise<Judgement>;
/** A judgement as a report shows it. Masks come last, when all secrets of the run are known. */
export declare function toResult({ check, verdict, returned, thrown }: Judgement, mask: Mask): Result;
