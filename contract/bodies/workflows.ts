import * as z from 'zod/mini'
import { pageQuery } from '../bodies.ts'
import { limits, ownLimits } from '../limits.ts'
import { blueprint, workflowEdge, workflowNode } from '../records/workflow.ts'
import { runStatus } from '../records/workflow-run.ts'
import { httpUrl, jsonAtMost, optionalDetails, optionalFlag, optionalText } from './fields.ts'

const { workflowNodes, workflowEdges, runTimeoutSeconds, recordName } = ownLimits
const { blueprintCharacters, runInputs } = ownLimits
const name = z.string().check(z.minLength(recordName.min), z.maxLength(recordName.max))

/** A blueprint within its limits. */
export const drawing = z
  .extend(blueprint, {
    nodes: z.array(workflowNode).check(z.maxLength(workflowNodes)),
    edges: z.array(workflowEdge).check(z.maxLength(workflowEdges)),
  })
  .check(jsonAtMost(blueprintCharacters))

/** `POST /api/workflows` (4.7: not shown); a blueprint that is left out is empty. */
export const createWorkflowBody = z.object({
  name,
  icon: optionalText,
  description: optionalText,
  blueprint: z.nullish(drawing),
  input_schema: optionalDetails,
  output_schema: optionalDetails,
  webhook_url: z.nullish(httpUrl),
})

/** `PUT /api/workflows/{workflow_id}`: what is absent stays, null is the default again. */
export const updateWorkflowBody = z.extend(createWorkflowBody, {
  name: z.optional(name),
  is_active: optionalFlag,
})

/** `POST /api/workflows/validate`. */
export const validateBody = z.object({ blueprint: drawing })

const inputSet = z.record(z.string(), z.unknown()).check(jsonAtMost(runInputs))
const timeout = z.nullish(z.int().check(z.gte(runTimeoutSeconds.min), z.lte(runTimeoutSeconds.max)))

/** `POST /api/workflows/{workflow_id}/run`; with `dry_run` it answers a plan instead of a stream. */
export const runBody = z.object({
  inputs: z.nullish(inputSet),
  dry_run: optionalFlag,
  timeout_seconds: timeout,
})

/** `POST /api/workflows/{workflow_id}/batch-run` (8). */
export const batchRunBody = z.object({
  inputs: z
    .array(inputSet)
    .check(z.minLength(limits.batchInputs.min), z.maxLength(limits.batchInputs.max)),
  max_parallel: z.nullish(
    z.int().check(z.gte(limits.batchParallel.min), z.lte(limits.batchParallel.max)),
  ),
  timeout_seconds: timeout,
})

/** The list of workflows, and of the runs of one: paging and a status. */
export const workflowsQuery = z.extend(pageQuery, {
  status: z.optional(z.enum(['draft', 'published'])),
})
export const runsQuery = z.extend(pageQuery, { status: z.optional(runStatus) })
