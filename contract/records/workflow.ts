import * as z from 'zod/mini'
import { publication, source, timestamp } from './shared.ts'

const details = z.record(z.string(), z.unknown())

/** A node of a workflow; the meaning of `data` depends on its type. */
export const workflowNode = z.looseObject({
  id: z.string().check(z.minLength(1)),
  type: z.string(),
  data: z.optional(details),
})

/** An edge between two nodes. After a condition node, `sourceHandle` is `true` or `false`. */
export const workflowEdge = z.looseObject({
  source: z.string(),
  target: z.string(),
  sourceHandle: z.nullish(z.string()),
})

/** The nodes and edges of a workflow. Additional fields from an editor are stored, too. */
export const blueprint = z.object({
  nodes: z.array(workflowNode),
  edges: z.array(workflowEdge),
  viewport: z.nullish(details),
})

/** A workflow (4.7: named only). */
export const workflow = z.object({
  id: z.string(),
  user_id: z.string(),
  name: z.string(),
  icon: z.nullable(z.string()),
  description: z.nullable(z.string()),
  blueprint,
  input_schema: z.nullable(details),
  output_schema: z.nullable(details),
  status: z.enum(['draft', 'published']),
  published_at: z.nullable(timestamp),
  is_active: z.boolean(),
  ...publication,
  webhook_url: z.nullable(z.string()),
  schedule_cron: z.nullable(z.string()),
  schedule_enabled: z.boolean(),
  schedule_inputs: z.nullable(details),
  schedule_timezone: z.string(),
  has_api_key: z.boolean(),
  total_runs: z.int(),
  last_run_at: z.nullable(timestamp),
  /** The share of completed runs among completed and failed runs (0 to 1); null without runs. */
  success_rate: z.nullable(z.number()),
  source,
  forked_from: z.nullable(z.string()),
  created_at: timestamp,
  updated_at: z.nullable(timestamp),
})

/** A workflow as a world stores it: without statistics and `source`, which are computed. */
export const storedWorkflow = z.omit(workflow, {
  total_runs: true,
  last_run_at: true,
  success_rate: true,
  source: true,
})

export const workflowStats = z.object({
  total_runs: z.int(),
  completed_runs: z.int(),
  failed_runs: z.int(),
  cancelled_runs: z.int(),
  /** The number of pending or running runs. */
  active_runs: z.int(),
  success_rate: z.nullable(z.number()),
  average_duration_ms: z.nullable(z.int()),
  last_run_at: z.nullable(timestamp),
})

const finding = z.object({ node_id: z.nullable(z.string()), message: z.string() })

/** The errors and warnings of a blueprint. */
export const blueprintReport = z.object({
  valid: z.boolean(),
  errors: z.array(finding),
  warnings: z.array(finding),
})

export interface WorkflowNode extends z.output<typeof workflowNode> {}
export interface WorkflowEdge extends z.output<typeof workflowEdge> {}
export interface Blueprint extends z.output<typeof blueprint> {}
/** A workflow with its blueprint. */
export interface Workflow extends z.output<typeof workflow> {}
export type StoredWorkflow = z.infer<typeof storedWorkflow>
export interface WorkflowStats extends z.output<typeof workflowStats> {}
export interface BlueprintReport extends z.output<typeof blueprintReport> {}
