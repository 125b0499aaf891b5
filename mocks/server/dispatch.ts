import * as z from 'zod/mini'
import type { Operation, OperationInput } from '../../contract/operations/operation.ts'
import { type OperationId, operationIds, operations } from '../../contract/operations.ts'
import { inputVariants } from '../platform/input-variants.ts'
import type { PipelineContext, RouteTable } from '../platform/request-context.ts'
import type { Behaviour, Policy } from '../world/behaviour.ts'
import type { World } from '../world/world.ts'
import { resourceRoutes } from './resource-routes.ts'

let turns: (typeof import('./turn-routes.ts') & typeof import('./continue-work.ts')) | undefined

/** Turns, search and workflows are loaded on first use, all other routes at once. */
const isTurn = (id: OperationId) => !Object.hasOwn(resourceRoutes, id)

/** Imports the routes of turns with the first request to one; `undefined` if they are loaded. */
export const loadRoutes = (id: OperationId): Promise<void> | undefined =>
  isTurn(id) && turns === undefined ? loadTurns() : undefined

/** Imports the routes of turns, and the code that continues turns. */
export async function loadTurns(): Promise<void> {
  if (turns !== undefined) return
  const [routes, { continueWork }] = await Promise.all([
    import('./turn-routes.ts'),
    import('./continue-work.ts'),
  ])
  turns = { ...routes, continueWork }
}

/**
 * Continues what was running when the state of a world was stored; `undefined` if there is nothing.
 * Call it before anything else with a world that may have been loaded.
 */
export const continueWorld = (world: World): Promise<void> | undefined =>
  world.interrupted ? loadTurns().then(() => continueIfLoaded(world)) : undefined

/** Does the same at once if the routes of turns are loaded, as for the copy of a running turn. */
export const continueIfLoaded = (world: World): void => turns?.continueWork(world)

/** Loads the engine for patterns if a turn needs it; `undefined` if nothing is missing. */
export const prepareRoute = (id: OperationId, world: World): Promise<void> | undefined =>
  isTurn(id) ? turns?.prepareTurn(world) : undefined

/** Runs the route of an operation, which passed every check. */
export function runRoute(context: PipelineContext): unknown {
  const { operationId: id } = context
  const routes: RouteTable = isTurn(id) ? (turns?.turnRoutes ?? {}) : resourceRoutes
  const route = routes[id]
  if (route === undefined) throw new Error(`The operation ${id} has no route.`)
  // The checks have set the query, the body and the resource that this route expects.
  return route(context as never)
}

/** The row of an operation of the contract. */
export const rowOf = (id: OperationId): Operation => operations[id]

const cachedInputs = new WeakMap<Policy, { [Id in OperationId]?: OperationInput }>()

/** The schemas of a request to an operation, in a deployment with this behaviour. */
export function inputOf(id: OperationId, { policy, accepts }: Behaviour): OperationInput {
  let inputs = cachedInputs.get(policy)
  if (inputs === undefined) {
    inputs = { ...operations, ...inputVariants(policy) }
    cachedInputs.set(policy, inputs)
    if (policy.lists.clampsSize)
      for (const one of operationIds) inputs[one] = withAnySize(inputs[one] ?? {})
    // An operation whose profile accepts something has a policy of its own.
    if (accepts !== undefined) inputs[id] = withExtra(inputs[id] ?? {}, accepts.extra)
  }
  return inputs[id] ?? {}
}

const both = (ours: z.ZodMiniType | undefined, theirs: z.ZodMiniType | undefined) =>
  ours && theirs ? z.intersection(ours, theirs) : (ours ?? theirs)

/** The schemas of the contract together with those of a profile. */
function withExtra({ query, body }: OperationInput, extra: OperationInput): OperationInput {
  const [queries, bodies] = [both(query, extra.query), both(body, extra.body)]
  return { ...(queries && { query: queries }), ...(bodies && { body: bodies }) }
}

/** Accepts any page size, because a deployment that clamps sizes refuses none. */
function withAnySize({ query, body }: OperationInput): OperationInput {
  if (query === undefined) return { ...(body && { body }) }
  const size = z.optional(z.int().check(z.gte(1)))
  return { ...(body && { body }), query: z.extend(query as z.ZodMiniObject, { size }) }
}
