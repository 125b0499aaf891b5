import type { NodeResult } from '../../contract/records/workflow-run.ts';
/** A workflow run that is pending or running, beside its record. */
export type RunningRun = {
    readonly workflowId: string;
    /** What became of its nodes so far. */
    results(): Readonly<Record<string, NodeResult>>;
    /** Ends it where it stands. */
    cancel(): void;
    /** Lets go of it: its world is gone, and its readers with it. */
    abandon(): void;
};
