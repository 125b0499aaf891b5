import type { StoredWorkflow } from '../../contract/records/workflow.ts';
import type { Visit } from '../pipeline/visit.ts';
/** Throws for a workflow that can't be run: `request-senseless`, or `state-conflict` if it is off. */
export declare function playable(workflow: StoredWorkflow): StoredWorkflow;
/**
 * Counts runs as begun, or throws `rate-limited` where the caller has too many of them (8).
 * The returned function says that they ended.
 */
export declare function admitRun({ world, caller }: Visit, starts: number): () => void;
