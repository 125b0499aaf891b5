import type { Blueprint, WorkflowNode } from '../../contract/records/workflow.ts';
type Values = Readonly<Record<string, unknown>>;
/** When a node begins and ends, in milliseconds after the start of the run. */
type Passage = {
    readonly node: WorkflowNode;
    readonly label: string | null;
    readonly began: number;
    readonly ended: number;
};
/** What becomes of one node. */
export type Step = (Passage & {
    readonly status: 'completed';
    readonly output: Values;
}) | (Passage & {
    readonly status: 'failed';
    readonly error: string;
}) | (Passage & {
    readonly status: 'skipped';
}) | (Passage & {
    readonly status: 'cancelled';
});
/** A whole run: every node that it reaches, each after those that lead to it, and how it ends. */
export type Enactment = {
    readonly steps: readonly Step[];
    readonly ended: number;
    readonly outcome: {
        readonly status: 'completed';
        readonly outputs: Values;
    } | {
        readonly status: 'failed';
        readonly error: string;
    };
};
/** Plays a blueprint in thought: everything about a run follows from its inputs. */
export declare function enact(blueprint: Blueprint, inputs: Values, timeoutSeconds: number): Enactment;
export {};
