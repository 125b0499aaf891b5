import type { DatedRunEvent, WorkflowRun } from '../../contract/records/workflow-run.ts';
import type { StoredWorkflow } from '../../contract/records/workflow.ts';
import { Live } from '../state/live.ts';
import type { RunningRun } from '../state/running-run.ts';
import type { World } from '../state/world.ts';
import type { Enactment } from './enact.ts';
/** What is run, for whom, and what will come of it. */
export type RunOrder = {
    readonly workflow: StoredWorkflow;
    readonly userId: string;
    readonly inputs: Readonly<Record<string, unknown>>;
    readonly enactment: Enactment;
};
/** One run of a workflow from its record, which is pending at first, to its end. */
export declare class LiveRun extends Live<DatedRunEvent> implements RunningRun {
    #private;
    readonly workflowId: string;
    constructor(world: World, order: RunOrder);
    get record(): WorkflowRun;
    /** Plays the run from a moment on; `onEnd` is told the moment of its end. Milliseconds since 1970. */
    begin(startedAt: number, onEnd: (endedAt: number) => void): void;
    results(): Readonly<Record<string, {
        status: "cancelled" | "completed" | "failed" | "running" | "skipped";
        output: Record<string, unknown> | null;
        error: string | null;
        started_at: string;
        completed_at: string | null;
        duration_ms: number | null;
    }>>;
    cancel(): void;
    abandon(): void;
}
