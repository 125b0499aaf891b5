import type { OperationInputs } from '../../contract/operations/operation.ts'
import type { Policy } from '../world/behaviour.ts'
import type { World } from '../world/world.ts'
import type { RequestContext } from './request-context.ts'

/** Answers a request that passed every check: with a record, a page, nothing or a stream. */
export type Route = (context: RequestContext) => unknown

/** Routes that are loaded together, with the schemas of their requests. */
export type RouteGroup = {
  readonly routes: Readonly<Record<string, Route>>
  /** The schemas of queries and bodies, where a policy changes a name or a limit. */
  readonly inputs: (policy: Policy) => OperationInputs
  /** Loads what requests to this world need besides; `undefined` if nothing is missing. */
  readonly prepare?: (world: World) => Promise<void> | undefined
}
