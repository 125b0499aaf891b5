import * as z from 'zod/mini'
import type { OperationInputs } from '../../contract/operations/operation.ts'
import type { Policy } from '../server/behaviour/compile-policy.ts'
import type { Route } from '../platform/route.ts'
import type { World } from '../world/world.ts'

/** What is loaded together: the routes of some operations, and what these take. */
export type Room<Id extends string = string> = {
  readonly routes: Readonly<Record<Id, Route>>
  /** What its operations take under a policy; compiled once for each. */
  readonly inputs: (policy: Policy) => OperationInputs
  /** Loads what a call of this world needs besides; `undefined` where nothing is missing. */
  readonly prepare?: (world: World) => Promise<void> | undefined
}

/** A room; `takes` says where a policy changes a name or a limit in the contract's inputs. */
export function createRoom<Id extends string>(
  routes: Readonly<Record<Id, Route>>,
  takes: (policy: Policy) => OperationInputs,
): Room<Id> {
  const compiled = new WeakMap<Policy, OperationInputs>()
  return {
    routes,
    inputs(policy) {
      let inputs = compiled.get(policy)
      if (inputs === undefined) {
        inputs = policy.lists.clampsSize ? withAnySize(takes(policy)) : takes(policy)
        compiled.set(policy, inputs)
      }
      return inputs
    },
  }
}

/** Where a size beyond the limit is clamped, none is too large to be taken. */
function withAnySize(inputs: OperationInputs): OperationInputs {
  const size = z.optional(z.int().check(z.gte(1)))
  const rows = Object.entries(inputs).map(([id, { query, ...rest }]) => [
    id,
    query === undefined ? rest : { ...rest, query: z.extend(query as z.ZodMiniObject, { size }) },
  ])
  return Object.fromEntries(rows)
}
