import * as z from 'zod/mini'
import { chatOperations } from '../../contract/operations/chat.ts'
import { confirmationOperations } from '../../contract/operations/confirmations.ts'
import { knowledgeBaseOperations } from '../../contract/operations/knowledge-bases.ts'
import type { OperationInput, OperationInputs } from '../../contract/operations/operation.ts'
import { workflowOperations } from '../../contract/operations/workflows.ts'
import type { OperationId } from '../../contract/operations.ts'
import type { Route, RouteGroup } from '../platform/route.ts'
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

/** Imports the routes of an operation with the first request that needs them. */
export async function loadRoutes(id: OperationId): Promise<void> {
  if (turnOperations.has(id)) turns ??= (await import('./turn-routes.ts')).turnGroup
  else resources ??= (await import('./resource-routes.ts')).resourceGroup
}

/** Loads what this request needs besides its route; `undefined` if nothing is missing. */
export const prepareRoute = (id: OperationId, world: World): Promise<void> | undefined =>
  groupOf(id).prepare?.(world)

export const routeOf = (id: OperationId): Route => {
  const route = groupOf(id).routes[id]
  if (route === undefined) throw new Error(`The operation ${id} has no route.`)
  return route
}

const compiled = new WeakMap<RouteGroup, WeakMap<Policy, OperationInputs>>()

/** The schemas of a request to an operation, in a deployment with this policy. */
export function inputOf(id: OperationId, policy: Policy): OperationInput {
  const group = groupOf(id)
  let byPolicy = compiled.get(group)
  if (byPolicy === undefined) compiled.set(group, (byPolicy = new WeakMap()))
  let inputs = byPolicy.get(policy)
  if (inputs === undefined) {
    inputs = group.inputs(policy)
    if (policy.lists.clampsSize) inputs = withAnySize(inputs)
    byPolicy.set(policy, inputs)
  }
  return inputs[id] ?? {}
}

/** Accepts any page size: a deployment that clamps a size refuses none that is too large. */
function withAnySize(inputs: OperationInputs): OperationInputs {
  const size = z.optional(z.int().check(z.gte(1)))
  const rows = Object.entries(inputs).map(([id, { query, ...rest }]) => [
    id,
    query === undefined ? rest : { ...rest, query: z.extend(query as z.ZodMiniObject, { size }) },
  ])
  return Object.fromEntries(rows)
}

function groupOf(id: OperationId): RouteGroup {
  const group = turnOperations.has(id) ? turns : resources
  if (group === undefined) throw new Error(`The routes of ${id} are not loaded.`)
  return group
}
