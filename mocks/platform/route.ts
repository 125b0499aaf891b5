import type { RequestContext } from './request-context.ts'
import type { World } from '../world/world.ts'

/** Routes that are loaded together, by the ids of their operations. */
export type RouteGroup = {
  /** Each route takes the context of its own operation. */
  readonly routes: Readonly<Record<string, (context: never) => unknown>>
  /** Loads what requests to this world need besides; `undefined` if nothing is missing. */
  readonly prepare?: (world: World) => Promise<void> | undefined
}

/** A route whose context is not typed by its operation. Use `Routes` instead. */
export type Route = (context: RequestContext) => unknown
