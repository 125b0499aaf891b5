import * as z from 'zod/mini'
import { chatOperations } from '../../contract/operations/chat.ts'
import { confirmationOperations } from '../../contract/operations/confirmations.ts'
import { knowledgeBaseOperations } from '../../contract/operations/knowledge-bases.ts'
import type { OperationInput } from '../../contract/operations/operation.ts'
import { workflowOperations } from '../../contract/operations/workflows.ts'
import { type OperationId, operationIds, operations } from '../../contract/operations.ts'
import type { PipelineContext, RouteGroup } from '../platform/request-context.ts'
import type { Policy } from '../world/behaviour.ts'
import type { World } from '../world/world.ts'

const turnOperations = new Set(
  Object.keys({
    ...chatOperations,
    ...confirmationOperations,
    ...knowledgeBaseOperations,
    ...workflowOperations,
  }),
)

let resources: RouteGroup | undefined
let turns: RouteGroup | undefined

/** Imports the routes of an operation with the first request; `undefined` if they are loaded. */
export const loadRoutes = (id: OperationId): Promise<void> | undefined =>
  (turnOperations.has(id) ? turns : resources) === undefined ? importRoutes(id) : undefined

async function importRoutes(id: OperationId): Promise<void> {
  if (turnOperations.has(id)) turns ??= (await import('./turn-routes.ts')).turnGroup
  else resources ??= (await import('./resource-routes.ts')).resourceGroup
}

/** Loads what this request needs besides its route; `undefined` if nothing is missing. */
export const prepareRoute = (id: OperationId, world: World): Promise<void> | undefined =>
  groupOf(id).prepare?.(world)

/** Runs the route of an operation, which passed every check. */
export function runRoute(context: PipelineContext): unknown {
  const { operationId: id } = context
  const route = groupOf(id).routes[id]
  if (route === undefined) throw new Error(`The operation ${id} has no route.`)
  // The checks have set the query, the body and the resource that this route expects.
  return route(context as never)
}

function groupOf(id: OperationId): RouteGroup {
  const group = turnOperations.has(id) ? turns : resources
  if (group === undefined) throw new Error(`The routes of ${id} are not loaded.`)
  return group
}

const cachedInputs = new WeakMap<Policy, { [Id in OperationId]?: OperationInput }>()

/** The schemas of a request to an operation, in a deployment with this policy. */
export function inputOf(id: OperationId, policy: Policy): OperationInput {
  let inputs = cachedInputs.get(policy)
  if (inputs === undefined) {
    inputs = { ...operations, ...groupOf(id).inputVariants(policy) }
    cachedInputs.set(policy, inputs)
    if (policy.lists.clampsSize)
      for (const one of operationIds) inputs[one] = withAnySize(inputs[one] ?? {})
  }
  return inputs[id] ?? {}
}

/** Accepts any page size, because a deployment that clamps sizes refuses none. */
function withAnySize({ query, body }: OperationInput): OperationInput {
  if (query === undefined) return { ...(body && { body }) }
  const size = z.optional(z.int().check(z.gte(1)))
  return { ...(body && { body }), query: z.extend(query as z.ZodMiniObject, { size }) }
}
