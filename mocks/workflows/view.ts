import type { WorkflowRun } from '../../contract/records/workflow-run.ts'
import type { StoredWorkflow, Workflow, WorkflowStats } from '../../contract/records/workflow.ts'
import type { RequestContext } from '../platform/request-context.ts'
import { sharingSource } from '../platform/visibility.ts'
import type { World } from '../world/world.ts'

/** A workflow as a user sees it, with the figures of its runs. */
export function workflowView(
  { world, caller }: RequestContext,
  workflow: StoredWorkflow,
): Workflow {
  const { total_runs, last_run_at, success_rate } = statsOf(world, workflow.id)
  const source = sharingSource(workflow, caller.user.id)
  return { ...workflow, total_runs, last_run_at, success_rate, source }
}

/** A run as it stands now: what became of its nodes is kept in its record only once it ended. */
export function runView({ runningWorkflows: runs }: World, run: WorkflowRun): WorkflowRun {
  const live = runs.get(run.id)
  return live === undefined ? run : { ...run, node_results: live.results() }
}

/** How the runs of a workflow went, those of all users. */
export function statsOf({ store }: World, workflow: string): WorkflowStats {
  const runs = store.workflowRuns.owned(workflow, 'newest')
  const byStatus = Map.groupBy(runs, ({ status }) => status)
  const count = (status: WorkflowRun['status']) => byStatus.get(status)?.length ?? 0
  const completed = count('completed')
  const failed = count('failed')
  const lasted = (byStatus.get('completed') ?? []).map(({ duration_ms }) => duration_ms ?? 0)
  return {
    total_runs: runs.length,
    completed_runs: completed,
    failed_runs: failed,
    cancelled_runs: count('cancelled'),
    active_runs: count('pending') + count('running'),
    success_rate: completed + failed === 0 ? null : completed / (completed + failed),
    average_duration_ms: completed === 0 ? null : Math.round(sum(lasted) / completed),
    last_run_at: runs[0]?.created_at ?? null,
  }
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)
