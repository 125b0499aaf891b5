import type { Report, Result, Verdict } from '../report.ts';
/** What stands behind several failures at once. */
export type CauseGroup = {
    /** The rule that they all break; where it is several, what they all expected and got. */
    readonly title: string;
    readonly clauses: string;
    readonly instances: number;
    readonly failures: readonly Result[];
};
/**
 * Failures by their likely cause, the one behind most checks first: those that saw the same instead
 * of the same belong together, whatever rule they judge, and of the rest those of one rule.
 */
export declare function causeGroups(results: readonly Result[]): readonly CauseGroup[];
/** `1 cause, 13 checks`: how much there really is to repair. */
export declare function causesTitle(groups: readonly CauseGroup[]): string;
/** Why checks came to no verdict: one reason, and all that share it. */
export type ReasonGroup = {
    readonly verdict: Verdict;
    readonly reason: string;
    readonly results: readonly Result[];
};
/** The checks that came to no verdict by their reason, the one that most share first. */
export declare function undecidedGroups({ results }: Report): readonly ReasonGroup[];
export declare const counted: (number: number, noun: string) => string;
export declare const ids: (results: readonly Result[]) => readonly string[];
