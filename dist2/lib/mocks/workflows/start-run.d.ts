import type { RunPlan } from '../../contract/records/workflow-run.ts';
import type { FrameStream } from '../call.ts';
import type { Visit } from '../pipeline/visit.ts';
/** Runs a workflow and streams it, or says what a run would do. A run goes on without its reader. */
export declare function startRun(visit: Visit): FrameStream | RunPlan;
