import type { Pace, PlanLine, ScriptCall } from '../../contract/script-lines.ts';
import type { Decision } from '../state/approvals.ts';
import type { Beats, Telling } from './beats.ts';
/** A call that was not approved, and why. */
export type Refusal = {
    readonly call: ScriptCall;
    readonly decision: Decision;
};
/** One round of a plan: planning, executing with steps side by side, analyzing. */
export declare function tellPlan(telling: Telling, at: number, plan: PlanLine, { round, pace }: {
    readonly round: number;
    readonly pace: Pace | undefined;
}): Beats<{
    at: number;
    refusal: Refusal | undefined;
}>;
