import * as z from 'zod/mini'
import { limits, ownLimits } from '../limits.ts'
import { deleted } from '../records/shared.ts'
import {
  batchResult,
  clearedRuns,
  runPlan,
  runStatus,
  workflowRun,
} from '../records/workflow-run.ts'
import {
  blueprint,
  blueprintReport,
  workflow,
  workflowEdge,
  workflowNode,
  workflowStats,
} from '../records/workflow.ts'
import {
  httpUrl,
  integerWithin,
  jsonAtMost,
  label,
  optionalDetails,
  optionalFlag,
  optionalText,
  pageQuery,
  publishBody,
} from './fields.ts'
import { listOperation, type Operation } from './operation.ts'

const { workflowNodes, workflowEdges, blueprintCharacters, runInputs } = ownLimits

/** The schema of a blueprint with its size limits. */
export const boundedBlueprint = z
  .extend(blueprint, {
    nodes: z.array(workflowNode).check(z.maxLength(workflowNodes)),
    edges: z.array(workflowEdge).check(z.maxLength(workflowEdges)),
  })
  .check(jsonAtMost(blueprintCharacters))

/** The body of `POST /api/workflows` (4.7: not specified); the default blueprint is empty. */
export const createWorkflowBody = z.object({
  name: label,
  icon: optionalText,
  description: optionalText,
  blueprint: z.nullish(boundedBlueprint),
  input_schema: optionalDetails,
  output_schema: optionalDetails,
  /** An empty text means that there is no URL, as null does. */
  webhook_url: z.nullish(z.union([z.literal(''), httpUrl])),
})

/** The body of `PUT /api/workflows/{workflow_id}`: absent fields stay, null sets the default. */
export const updateWorkflowBody = z.extend(createWorkflowBody, {
  name: z.optional(label),
  is_active: optionalFlag,
})

/** The body of `POST /api/workflows/validate`. */
const validateBody = z.object({ blueprint: boundedBlueprint })

const inputSet = z.record(z.string(), z.unknown()).check(jsonAtMost(runInputs))
const timeout = z.nullish(integerWithin(ownLimits.runTimeoutSeconds))

/**
 * The body of `POST /api/workflows/{workflow_id}/run`; `dry_run` requests a plan, not a stream.
 */
export const runBody = z.object({
  inputs: z.nullish(inputSet),
  dry_run: optionalFlag,
  timeout_seconds: timeout,
})

/** The body of `POST /api/workflows/{workflow_id}/batch-run` (8). */
export const batchRunBody = z.object({
  inputs: z
    .array(inputSet)
    .check(z.minLength(limits.batchInputs.min), z.maxLength(limits.batchInputs.max)),
  max_parallel: z.nullish(integerWithin(limits.batchParallel)),
  timeout_seconds: timeout,
})

/** The query of the lists of workflows and runs: a page, optionally of one status. */
const workflowsQuery = z.extend(pageQuery, {
  status: z.optional(z.enum(['draft', 'published'])),
})
const runsQuery = z.extend(pageQuery, { status: z.optional(runStatus) })

const workflowClause = { clause: '4.7' } as const satisfies Partial<Operation>
/** The body limit: blueprints and the inputs of runs are larger than most bodies. */
const largeBody = { bodyBytes: ownLimits.largeBodyBytes } as const satisfies Partial<Operation>
const loadsWorkflow = { kind: 'workflow', by: 'workflow_id' } as const satisfies Operation['loads']
const workflowById = {
  ...workflowClause,
  path: '/api/workflows/{workflow_id}',
  loads: loadsWorkflow,
  answer: 'envelope',
  record: workflow,
} as const satisfies Partial<Operation>
const workflowChange = {
  ...workflowById,
  loads: { ...loadsWorkflow, writeAccess: true },
} as const satisfies Partial<Operation>
const workflowRunById = {
  ...workflowClause,
  path: '/api/workflows/{workflow_id}/runs/{run_id}',
  loads: { kind: 'workflow-run', by: 'run_id' },
  answer: 'envelope',
  record: workflowRun,
} as const satisfies Partial<Operation>

/** Workflows and their runs (4.7, 8). */
export const workflowOperations = {
  'workflows.list': {
    ...listOperation,
    ...workflowClause,
    path: '/api/workflows',
    query: workflowsQuery,
    record: workflow,
  },
  'workflows.create': {
    ...workflowClause,
    ...largeBody,
    method: 'POST',
    path: '/api/workflows',
    body: createWorkflowBody,
    answer: 'envelope',
    record: workflow,
    auditAction: 'workflow.created',
  },
  'workflows.validate-blueprint': {
    ...workflowClause,
    ...largeBody,
    method: 'POST',
    path: '/api/workflows/validate',
    body: validateBody,
    answer: 'envelope',
    record: blueprintReport,
  },
  'workflows.read': { ...workflowById, method: 'GET' },
  'workflows.update': {
    ...workflowChange,
    ...largeBody,
    method: 'PUT',
    body: updateWorkflowBody,
    auditAction: 'workflow.updated',
  },
  'workflows.delete': {
    ...workflowChange,
    method: 'DELETE',
    record: deleted,
    auditAction: 'workflow.deleted',
  },
  'workflows.publish': {
    ...workflowChange,
    method: 'POST',
    path: '/api/workflows/{workflow_id}/publish',
    body: publishBody,
    refuses: ['request-senseless', 'not-permitted'],
    auditAction: 'workflow.published',
  },
  'workflows.unpublish': {
    ...workflowChange,
    method: 'POST',
    path: '/api/workflows/{workflow_id}/unpublish',
    auditAction: 'workflow.unpublished',
  },
  'workflows.validate': {
    ...workflowById,
    method: 'POST',
    path: '/api/workflows/{workflow_id}/validate',
    record: blueprintReport,
  },
  'workflows.stats': {
    ...workflowById,
    method: 'GET',
    path: '/api/workflows/{workflow_id}/stats',
    record: workflowStats,
  },
  'workflows.run': {
    ...workflowClause,
    ...largeBody,
    method: 'POST',
    path: '/api/workflows/{workflow_id}/run',
    loads: loadsWorkflow,
    body: runBody,
    answer: 'stream',
    record: runPlan,
    events: 'run',
    refuses: ['request-senseless', 'state-conflict', 'rate-limited'],
  },
  'workflows.batch-run': {
    ...workflowById,
    ...largeBody,
    method: 'POST',
    path: '/api/workflows/{workflow_id}/batch-run',
    body: batchRunBody,
    record: batchResult,
    refuses: ['request-senseless', 'state-conflict', 'rate-limited'],
  },
  'workflow-runs.list': {
    ...listOperation,
    ...workflowClause,
    path: '/api/workflows/{workflow_id}/runs',
    loads: loadsWorkflow,
    query: runsQuery,
    record: workflowRun,
  },
  'workflow-runs.clear': {
    ...workflowById,
    method: 'DELETE',
    path: '/api/workflows/{workflow_id}/runs',
    record: clearedRuns,
    auditAction: 'workflow-runs.deleted',
  },
  'workflow-runs.read': { ...workflowRunById, method: 'GET' },
  'workflow-runs.delete': {
    ...workflowRunById,
    method: 'DELETE',
    record: deleted,
    refuses: ['state-conflict'],
    auditAction: 'workflow-run.deleted',
  },
  'workflow-runs.cancel': {
    ...workflowRunById,
    method: 'POST',
    path: '/api/workflows/{workflow_id}/runs/{run_id}/cancel',
    refuses: ['state-conflict'],
  },
} as const satisfies Record<string, Operation>
