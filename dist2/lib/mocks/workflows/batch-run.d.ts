import type { BatchResult } from '../../contract/records/workflow-run.ts';
import type { Visit } from '../pipeline/visit.ts';
/** Runs a workflow with each of several inputs, some side by side; answers when all have ended (8). */
export declare function batchRun(visit: Visit): Promise<BatchResult>;
