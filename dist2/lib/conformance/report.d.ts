import type { RuleId } from '../contract/rules.ts';
import type { Spent } from './budget.ts';
import type { Level, Plan } from './check.ts';
export declare const verdicts: readonly ['pass', 'fail', 'warn', 'observed', 'skipped', 'blocked', 'inconclusive', 'error'];
export type Verdict = (typeof verdicts)[number];
/** One exchange as a report shows it: secrets masked, body cut. */
export type Evidence = {
    /** What this exchange should have shown, and what it showed instead. */
    readonly expected?: string;
    readonly got?: string;
    readonly method: string;
    readonly path: string;
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
    /** A command that shows it again, with secrets as placeholders. */
    readonly curl: string;
};
/** The verdict of one check. */
export type Result = {
    readonly id: string;
    readonly level: Level;
    readonly clause: string;
    readonly rule: RuleId;
    /** The rule in our words. */
    readonly says: string;
    readonly verdict: Verdict;
    readonly message: string;
    /** How many instances broke the rule. */
    readonly instances: number;
    /** What the check saw, where it returned something. */
    readonly observation?: unknown;
    readonly evidence: readonly Evidence[];
    /** The command that serves a platform with this failure, where it failed. */
    readonly onPurpose?: string;
};
/** Failing checks that break one and the same rule. */
export type Cause = {
    readonly rule: RuleId;
    readonly instances: number;
    readonly checks: readonly string[];
};
/** What came of the calls that one kind of caller made to one operation. */
export type Calls = {
    /** The credential in words, such as `user`, `chat key` or `no credential`. */
    readonly principal: string;
    /** Method and path, such as `GET /api/agents/{id}`. */
    readonly operation: string;
    /** How often each status was answered. */
    readonly statuses: Readonly<Record<string, number>>;
    /** All of them together, in milliseconds; a stream counts until it was left. */
    readonly totalMs: number;
    readonly slowestMs: number;
};
/**
 * What a target's replies look like, without their values: for each operation and status, such as
 * `GET /api/agents 200`, or event of a stream, the JSON types seen at each pointer; `*` is any item.
 */
export type Shapes = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
export type Report = {
    readonly target: string;
    readonly plan: Plan;
    readonly summary: Readonly<Record<Verdict, number>>;
    readonly causes: readonly Cause[];
    readonly results: readonly Result[];
    /** What the run made and could not remove. */
    readonly leftovers: readonly string[];
    /** Who called what, how often and how fast. */
    readonly calls: readonly Calls[];
    /** What the replies of the run consist of. */
    readonly shapes?: Shapes;
    /** What the run cost, and if its budget was too small for all of it. */
    readonly spent: Spent;
    /** The run was stopped before its end. */
    readonly interrupted?: true;
};
/** Counts the verdicts and groups the failures by the rule they break. */
export declare function toReport(target: string, plan: Plan, results: readonly Result[], leftovers: readonly string[], calls: readonly Calls[], spent: Spent): Report;
/**
 * The exit code that a report deserves: 0 green, 1 failures, 4 unreachable or mostly blocked,
 * 5 a budget that left something out, 6 too little decided, 7 an error of the suite itself,
 * 130 stopped before its end. `strict` counts warnings as failures.
 */
export declare function exitCode(report: Report, strict?: boolean): 0 | 1 | 4 | 5 | 6 | 7 | 130;
/** How many `must` checks applied, and what became of them. */
export declare function coverage(report: Report): {
    readonly selected: number;
    readonly considered: number;
    readonly decided: number;
    readonly blocked: number;
};
