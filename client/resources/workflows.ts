import type * as z from 'zod/mini'
import type {
  batchRunBody,
  createWorkflowBody,
  runBody,
  updateWorkflowBody,
} from '../../contract/operations/workflows.ts'
import type { Workflow, WorkflowStats } from '../../contract/records/workflow.ts'
import type { BatchResult, RunPlan, WorkflowRun } from '../../contract/records/workflow-run.ts'
import type { Requester, CallOptions } from '../requester.ts'
import { createList, type PageQuery } from '../page.ts'
import { streamRun } from '../streams/runs.ts'

export interface NewWorkflow extends z.output<typeof createWorkflowBody> {}
export interface WorkflowChange extends z.output<typeof updateWorkflowBody> {}
export type WorkflowQuery = PageQuery & { readonly status?: Workflow['status'] | undefined }
export type RunQuery = PageQuery & { readonly status?: WorkflowRun['status'] | undefined }
export interface RunInput extends Omit<z.output<typeof runBody>, 'dry_run'> {}
export interface BatchInput extends z.output<typeof batchRunBody> {}

/** Methods for workflows and their runs. */
export interface WorkflowsApi extends ReturnType<typeof createWorkflowsApi> {}

export function createWorkflowsApi(requester: Requester) {
  const path = '/api/workflows'
  const { request } = requester
  const pathOf = (id: string) => `${path}/${encodeURIComponent(id)}`
  const runPath = (id: string, runId: string) => `${pathOf(id)}/runs/${encodeURIComponent(runId)}`
  return {
    ...createList<Workflow, WorkflowQuery>(requester, path),
    /** Reads one workflow. */
    read: (id: string, options?: CallOptions) => request<Workflow>('GET', pathOf(id), options),
    /** Creates a workflow. */
    create: (fields: NewWorkflow, options?: CallOptions) =>
      request<Workflow>('POST', path, { ...options, body: fields }),
    /** Changes the given fields. */
    update: (id: string, change: WorkflowChange, options?: CallOptions) =>
      request<Workflow>('PUT', pathOf(id), { ...options, body: change }),
    delete: async (id: string, options?: CallOptions) => {
      await request('DELETE', pathOf(id), options)
    },
    /** Reads the number of runs and their outcomes. */
    stats: (id: string, options?: CallOptions) =>
      request<WorkflowStats>('GET', `${pathOf(id)}/stats`, options),
    /**
     * Starts a run and streams its events. Leaving the loop does not cancel the run: use
     * `cancelRun`.
     *
     * @example
     * ```ts
     * for await (const event of client.workflows.run(id, { inputs: { name: 'Ada' } }))
     *   console.log(event.event)
     * ```
     */
    run: (id: string, input: RunInput = {}, options?: CallOptions) =>
      streamRun(requester, `${pathOf(id)}/run`, input, options),
    /** Returns the plan of a run, without running it (`dry_run`). */
    plan: (id: string, input: RunInput = {}, options?: CallOptions) =>
      request<RunPlan>('POST', `${pathOf(id)}/run`, {
        ...options,
        body: { ...input, dry_run: true },
      }),
    /** Runs the workflow with up to 100 sets of inputs; resolves when all runs have ended. */
    batch: (id: string, input: BatchInput, options?: CallOptions) =>
      request<BatchResult>('POST', `${pathOf(id)}/batch-run`, { ...options, body: input }),
    /** The runs of a workflow. */
    runs: (id: string) => createList<WorkflowRun, RunQuery>(requester, `${pathOf(id)}/runs`),
    /** Reads one run. */
    readRun: (id: string, runId: string, options?: CallOptions) =>
      request<WorkflowRun>('GET', runPath(id, runId), options),
    /** Cancels a run. */
    cancelRun: (id: string, runId: string, options?: CallOptions) =>
      request<WorkflowRun>('POST', `${runPath(id, runId)}/cancel`, options),
  }
}
