import * as z from 'zod/mini'
import { timestamp } from './shared.ts'

const details = z.record(z.string(), z.unknown())

export const runStatus = z.enum(['pending', 'running', 'completed', 'failed', 'cancelled'])

/** The result of one node in a run. */
const nodeResult = z.object({
  status: z.enum(['running', 'completed', 'failed', 'skipped', 'cancelled']),
  output: z.nullable(details),
  error: z.nullable(z.string()),
  started_at: timestamp,
  completed_at: z.nullable(timestamp),
  duration_ms: z.nullable(z.int()),
  /** The type of the node. Only runs that play a blueprint have this field and the next four. */
  node_type: z.optional(z.string()),
  /** The ids of the nodes whose outputs the node received. */
  received_from: z.optional(z.array(z.string())),
  retries_used: z.optional(z.int()),
  reason: z.optional(z.string()),
  error_strategy: z.optional(z.string()),
})

/** One run of a workflow (4.7: not specified). */
export const workflowRun = z.object({
  id: z.string(),
  workflow_id: z.string(),
  user_id: z.string(),
  status: runStatus,
  inputs: details,
  outputs: z.nullable(details),
  /** The results by node id. Nodes that were not reached have no result. */
  node_results: z.record(z.string(), nodeResult),
  started_at: z.nullable(timestamp),
  completed_at: z.nullable(timestamp),
  duration_ms: z.nullable(z.int()),
  error: z.nullable(z.string()),
  created_at: timestamp,
  updated_at: z.nullable(timestamp),
})

const plannedNode = z.object({
  node_id: z.string(),
  node_type: z.string(),
  label: z.nullable(z.string()),
  will: z.enum(['complete', 'fail', 'be skipped', 'be cancelled', 'wait']),
  /** Milliseconds after the start of the run. */
  starts_after_ms: z.int(),
  duration_ms: z.int(),
})

/** The plan of a run with its inputs: the response to `dry_run`. */
export const runPlan = z.object({
  workflow_id: z.string(),
  dry_run: z.literal(true),
  node_count: z.int(),
  nodes: z.array(plannedNode),
  /** The expected outcome of the run; `waiting` if it depends on a review. */
  outcome: z.enum(['completed', 'failed', 'waiting']),
  error: z.nullable(z.string()),
  duration_ms: z.int(),
})

/** The runs of a batch, in the order of their inputs (8). */
export const batchResult = z.object({
  batch_id: z.string(),
  total: z.int(),
  results: z.array(
    z.object({
      run_id: z.string(),
      ...z.pick(workflowRun, {
        inputs: true,
        status: true,
        outputs: true,
        error: true,
        duration_ms: true,
      }).shape,
    }),
  ),
})

export const clearedRuns = z.object({ deleted_count: z.int() })

const node = { node_id: z.string(), node_type: z.string() }
const outcome = { run_id: z.string(), duration_ms: z.int() }

/** The events of a run's stream. All except `end` have their time in the field `ts`. */
export const runEventData = {
  run_started: z.object({
    run_id: z.string(),
    workflow_id: z.string(),
    status: z.literal('running'),
    node_count: z.int(),
  }),
  node_started: z.object({ ...node, label: z.nullable(z.string()) }),
  node_completed: z.object({ ...node, output: details, duration_ms: z.int() }),
  node_failed: z.object({ ...node, error: z.string(), duration_ms: z.int() }),
  node_skipped: z.object({ ...node, reason: z.string() }),
  /** A node failed, and will be tried again after the delay. */
  node_retrying: z.object({
    ...node,
    attempt: z.int(),
    max_retries: z.int(),
    delay_ms: z.int(),
    previous_error: z.string(),
  }),
  iterator_iteration: z.object({ node_id: z.string(), index: z.int(), total: z.int() }),
  loop_iteration: z.object({ node_id: z.string(), iteration: z.int() }),
  run_completed: z.object({ ...outcome, status: z.literal('completed'), outputs: details }),
  run_failed: z.object({
    ...outcome,
    status: z.enum(['failed', 'cancelled']),
    error: z.string(),
  }),
  end: z.object({}),
}

export type RunEventName = keyof typeof runEventData

export type RunEvent = {
  [Name in RunEventName]: {
    readonly event: Name
    readonly data: z.infer<(typeof runEventData)[Name]>
  }
}[RunEventName]

export interface NodeResult extends z.output<typeof nodeResult> {}
/** A run of a workflow, with the results of its nodes. */
export interface WorkflowRun extends z.output<typeof workflowRun> {}
export interface RunPlan extends z.output<typeof runPlan> {}
export interface BatchResult extends z.output<typeof batchResult> {}
