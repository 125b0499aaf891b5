import { isObject } from '../../../contract/json.ts'
import type { Blueprint, StoredWorkflow } from '../../../contract/records/workflow.ts'
import { limits } from '../../../contract/limits.ts'
import { ApiError } from '../../world/api-error.ts'
import type { World } from '../../world/world.ts'
import { outputPreview } from './dialects.ts'
import { kindOf, typeProblem } from '../node-kinds.ts'
import { hasDefects } from './plan-run.ts'
import { runNode } from './run-blueprint.ts'
import { createRunWorld } from './run-world.ts'
import { createRunBudget } from './simulate-run.ts'

/**
 * Runs one node of a workflow alone, without a record, and says what it gave (F-069). Throws
 * `request-senseless` for a type that the deployment does not know (F-012).
 */
export function testNode(
  world: World,
  userId: string,
  workflow: object,
  nodeId: string,
  variables: object,
  env: object,
): object {
  const { id, blueprint } = workflow as Pick<StoredWorkflow, 'id' | 'blueprint'>
  const node = (blueprint as Blueprint).nodes.find((one) => one.id === nodeId)
  if (node === undefined) return {}
  const isTrue = hasDefects(world.behaviour('workflows.run'))
  const problem = isTrue ? typeProblem(node) : null
  if (problem !== null)
    throw new ApiError('request-senseless', problem, { code: `invalid_node_type: ${problem}` })
  const settings = {
    inputs: {},
    workflowId: id,
    world: createRunWorld(world, userId),
    isTrue,
    timeoutSeconds: limits.workflowRuns.timeoutSeconds,
    budget: createRunBudget(),
  }
  const given = { variables: { ...variables }, env: textsIn(env) }
  const { step, variables: after } = runNode(node, settings, given)
  return {
    node_id: nodeId,
    node_type: kindOf(node),
    status: step?.status === 'completed' ? 'completed' : 'failed',
    output:
      step?.status === 'completed' ? outputPreview(node, { ...step.output }, mostOutput) : null,
    error: step?.status === 'failed' ? step.error : null,
    duration_ms: step === undefined ? 0 : step.endsAt - step.startsAt,
    variables_after: after,
  }
}

const mostOutput = 500

const textsIn = (env: object): Record<string, string> =>
  Object.fromEntries(
    Object.entries(isObject(env) ? env : {}).map(([name, value]) => [name, String(value)]),
  )
