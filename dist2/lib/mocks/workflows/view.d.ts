import type { WorkflowRun } from '../../contract/records/workflow-run.ts';
import type { StoredWorkflow, Workflow, WorkflowStats } from '../../contract/records/workflow.ts';
import type { Visit } from '../pipeline/visit.ts';
import type { World } from '../state/world.ts';
/** A workflow as a user sees it, with the figures of its runs. */
export declare function workflowView({ world, caller }: Visit, workflow: StoredWorkflow): Workflow;
/** A run as it stands now: what became of its nodes is kept in its record only once it ended. */
export declare function runView({ runs }: World, run: WorkflowRun): WorkflowRun;
/** How the runs of a workflow went, those of all users. */
export declare function statsOf({ store }: World, workflow: string): WorkflowStats;
