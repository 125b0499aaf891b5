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

export interface NewAgent extends z.output<typeof createAgentBody> {}
export interface AgentChange extends z.output<typeof updateAgentBody> {}
export type AgentQuery = PageQuery & { readonly status?: 'draft' | 'published' | undefined }

/** Methods for agents. */
export interface AgentsApi extends ReturnType<typeof createAgentsApi> {}

export function createAgentsApi(requester: Requester) {
  const path = '/api/agents'
  const { request } = requester
  const pathOf = (id: string) => `${path}/${encodeURIComponent(id)}`
  return {
    ...createList<Agent, AgentQuery>(requester, path),
    /** Reads one agent. */
    read: (id: string, options?: CallOptions) => request<Agent>('GET', pathOf(id), options),
    /** Creates an agent. */
    create: (fields: NewAgent, options?: CallOptions) =>
      request<Agent>('POST', path, { ...options, body: fields }),
    /** Changes an agent. Absent fields stay; `null` restores the default. */
    update: (id: string, change: AgentChange, options?: CallOptions) =>
      request<Agent>('PUT', pathOf(id), { ...options, body: change }),
    delete: async (id: string, options?: CallOptions) => {
      await request('DELETE', pathOf(id), options)
    },
  }
}

interface NewKnowledgeBase extends z.output<typeof createKnowledgeBaseBody> {}
interface KnowledgeBaseChange extends z.output<typeof updateKnowledgeBaseBody> {}
interface NewDocument extends z.output<typeof createDocumentBody> {}
interface Retrieval extends z.output<typeof retrieveBody> {}

/** Methods for knowledge bases and their documents. */
export interface KnowledgeBasesApi extends ReturnType<typeof createKnowledgeBasesApi> {}

export function createKnowledgeBasesApi(requester: Requester) {
  const path = '/api/knowledge-bases'
  const { request } = requester
  const pathOf = (id: string) => `${path}/${encodeURIComponent(id)}`
  return {
    ...createList<KnowledgeBase>(requester, path),
    /** Reads one knowledge base. */
    read: (id: string, options?: CallOptions) => request<KnowledgeBase>('GET', pathOf(id), options),
    /** Creates a knowledge base. */
    create: (fields: NewKnowledgeBase, options?: CallOptions) =>
      request<KnowledgeBase>('POST', path, { ...options, body: fields }),
    /** Changes the given fields. */
    update: (id: string, change: KnowledgeBaseChange, options?: CallOptions) =>
      request<KnowledgeBase>('PUT', pathOf(id), { ...options, body: change }),
    delete: async (id: string, options?: CallOptions) => {
      await request('DELETE', pathOf(id), options)
    },
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
      const document = `${pathOf(id)}/documents/${encodeURIComponent(documentId)}`
      await request('DELETE', document, options)
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
