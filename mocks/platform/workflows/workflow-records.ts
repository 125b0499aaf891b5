import type { World } from '../../world/world.ts'

/** Deletes a workflow and its runs. Runs in progress end at once, also in `deployed-0.8`. */
export function deleteWorkflow({ store, runningWorkflows }: World, id: string): void {
  for (const run of runningWorkflows.values()) if (run.workflowId === id) run.cancel(true)
  for (const run of store.workflowRuns.owned(id, 'newest')) store.workflowRuns.delete(run.id)
  store.workflows.delete(id)
}
