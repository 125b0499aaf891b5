import { ApiError, InvalidInput } from '../world/api-error.ts'
import type { Condition } from '../../contract/errors.ts'
import type { PlainRequest } from '../world/exchange.ts'
import type { PathMatch } from '../server/match-path.ts'
import type { RequestBody } from '../server/read-body.ts'
import type { RequestContext } from '../platform/request-context.ts'
import type { World } from '../state/world.ts'
import type { Worlds } from '../state/worlds.ts'

/** What is known of a call before it is judged. */
export type Received = {
  /** The worlds that one may be told of; none where the name of each is for its visitor alone. */
  readonly worlds: Worlds | undefined
  readonly world: World
  readonly call: PlainRequest
  readonly matched: PathMatch
  readonly body: RequestBody
}

/** A call that was refused, at the moment of its refusal. */
export type Refusal = Received & {
  /** How far it came; `undefined` where it led to no operation. */
  readonly visit: RequestContext | undefined
  /** What was thrown. */
  readonly error: unknown
}

/** Why a call was refused, by what was thrown. */
export function conditionOf(error: unknown): Condition | 'invalid' {
  if (error instanceof InvalidInput) return 'invalid'
  return error instanceof ApiError ? error.condition : 'crash'
}
