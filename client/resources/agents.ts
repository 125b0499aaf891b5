import type * as z from 'zod/mini'
import type { createAgentBody, updateAgentBody } from '../../contract/operations/agents.ts'
import type { Agent } from '../../contract/records/agent.ts'
import type { CallOptions, Requester } from '../requester.ts'
import { createList, type PageQuery } from '../page.ts'
import type {
  createDocumentBody,
  createKnowledgeBaseBody,
  retrieveBody,
  updateKnowledgeBaseBody,
} from '../../contract/operations/knowledge-bases.ts'
import type {
  KnowledgeBase,
  KnowledgeDocument,
  Passage,
} from '../../contract/records/knowledge-base.ts'
import type {
  batchRunBody,
  createWorkflowBody,
  runBody,
  updateWorkflowBody,
} from '../../contract/operations/workflows.ts'
import type { Workflow, WorkflowStats } from '../../contract/records/workflow.ts'
import type { BatchResult, RunPlan, WorkflowRun } from '../../contract/records/workflow-run.ts'
import { streamRun } from '../streams/runs.ts'
import { createRecords, pathTo } from './records.ts'

export interface NewAgent extends z.output<typeof createAgentBody> {}
export interface AgentChange extends z.output<typeof updateAgentBody> {}
export type AgentQuery = PageQuery & { readonly status?: 'draft' | 'published' | undefined }

/** Methods for agents. */
export interface AgentsApi extends ReturnType<typeof createAgentsApi> {}

export const createAgentsApi = (requester: Requester) =>
  createRecords<Agent, NewAgent, AgentChange, AgentQuery>(requester, '/api/agents')

interface NewKnowledgeBase extends z.output<typeof createKnowledgeBaseBody> {}
interface KnowledgeBaseChange extends z.output<typeof updateKnowledgeBaseBody> {}
interface NewDocument extends z.output<typeof createDocumentBody> {}
interface Retrieval extends z.output<typeof retrieveBody> {}

/** Methods for knowledge bases and their documents. */
export interface KnowledgeBasesApi extends ReturnType<typeof createKnowledgeBasesApi> {}

export function createKnowledgeBasesApi(requester: Requester) {
  const path = '/api/knowledge-bases'
  const { request } = requester
  const pathOf = (id: string) => pathTo(path, id)
  return {
    ...createRecords<KnowledgeBase, NewKnowledgeBase, KnowledgeBaseChange>(requester, path),
    /** Searches the documents and returns the matching passages, best first. */
    retrieve: (id: string, query: Retrieval, options?: CallOptions) =>
      request<readonly Passage[]>('POST', `${pathOf(id)}/retrieve`, { ...options, body: query }),
    documents: (id: string) => createList<KnowledgeDocument>(requester, `${pathOf(id)}/documents`),
    /** Adds a document as plain text or Markdown. */
    addDocument: (id: string, document: NewDocument, options?: CallOptions) =>
      request<KnowledgeDocument>('POST', `${pathOf(id)}/documents/create`, {
        ...options,
        body: document,
      }),
    /** Deletes a document. */
    deleteDocument: async (id: string, documentId: string, options?: CallOptions) => {
      await request('DELETE', pathTo(`${pathOf(id)}/documents`, documentId), options)
    },
  }
}

interface NewWorkflow extends z.output<typeof createWorkflowBody> {}
interface WorkflowChange extends z.output<typeof updateWorkflowBody> {}
type WorkflowQuery = PageQuery & { readonly status?: Workflow['status'] | undefined }
type RunQuery = PageQuery & { readonly status?: WorkflowRun['status'] | undefined }
interface RunInput extends Omit<z.output<typeof runBody>, 'dry_run'> {}
interface BatchInput extends z.output<typeof batchRunBody> {}

/** Methods for workflows and their runs. */
export interface WorkflowsApi extends ReturnType<typeof createWorkflowsApi> {}

export function createWorkflowsApi(requester: Requester) {
  const path = '/api/workflows'
  const { request } = requester
  const pathOf = (id: string) => pathTo(path, id)
  const runPath = (id: string, runId: string) => pathTo(`${pathOf(id)}/runs`, runId)
  return {
    ...createRecords<Workflow, NewWorkflow, WorkflowChange, WorkflowQuery>(requester, path),
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
