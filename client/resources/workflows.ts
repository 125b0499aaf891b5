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

export type NewWorkflow = z.infer<typeof createWorkflowBody>
export type WorkflowChange = z.infer<typeof updateWorkflowBody>
export type WorkflowQuery = PageQuery & { readonly status?: Workflow['status'] | undefined }
export type RunQuery = PageQuery & { readonly status?: WorkflowRun['status'] | undefined }
export type RunInput = Omit<z.infer<typeof runBody>, 'dry_run'>
export type BatchInput = z.infer<typeof batchRunBody>

/** Workflows and their runs. */
export function createWorkflowsApi(caller: Requester) {
  const path = '/api/workflows'
  const { request } = caller
  const pathOf = (id: string) => `${path}/${encodeURIComponent(id)}`
  const runPath = (id: string, runId: string) => `${pathOf(id)}/runs/${encodeURIComponent(runId)}`
  return {
    ...createList<Workflow, WorkflowQuery>(caller, path),
    read: (id: string, options?: CallOptions) => request<Workflow>('GET', pathOf(id), options),
    create: (fields: NewWorkflow, options?: CallOptions) =>
      request<Workflow>('POST', path, { ...options, body: fields }),
    update: (id: string, change: WorkflowChange, options?: CallOptions) =>
      request<Workflow>('PUT', pathOf(id), { ...options, body: change }),
    delete: async (id: string, options?: CallOptions) => {
      await request('DELETE', pathOf(id), options)
    },
    stats: (id: string, options?: CallOptions) =>
      request<WorkflowStats>('GET', `${pathOf(id)}/stats`, options),
    /** Runs it, and tells what happens as it happens; a run that is left goes on. */
    run: (id: string, wish: RunInput = {}, options?: CallOptions) =>
      streamRun(caller, `${pathOf(id)}/run`, wish, options),
    /** What a run would do, without running it. */
    plan: (id: string, wish: RunInput = {}, options?: CallOptions) =>
      request<RunPlan>('POST', `${pathOf(id)}/run`, {
        ...options,
        body: { ...wish, dry_run: true },
      }),
    /** Runs it with up to 100 sets of inputs; answers when all have ended. */
    batch: (id: string, wish: BatchInput, options?: CallOptions) =>
      request<BatchResult>('POST', `${pathOf(id)}/batch-run`, { ...options, body: wish }),
    /** The runs of a workflow. */
    runs: (id: string) => createList<WorkflowRun, RunQuery>(caller, `${pathOf(id)}/runs`),
    readRun: (id: string, runId: string, options?: CallOptions) =>
      request<WorkflowRun>('GET', runPath(id, runId), options),
    cancelRun: (id: string, runId: string, options?: CallOptions) =>
      request<WorkflowRun>('POST', `${runPath(id, runId)}/cancel`, options),
  }
}
