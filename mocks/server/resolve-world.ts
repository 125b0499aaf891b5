import { ApiError } from '../world/api-error.ts'
import type { BehaviourByOperation } from '../world/behaviour.ts'
import type { PlainRequest, PlainResponse } from '../../recording/exchange.ts'
import { decodeJwt } from '../world/jwt.ts'
import { keyPrefix, tagInKey } from '../world/api-keys.ts'
import type { World } from '../world/world.ts'
import { WorldError } from '../world/world-error.ts'
import type { Worlds } from '../world/worlds.ts'
import type { PathMatch } from './request/match-path.ts'
import type { Credentials } from '../platform/request-context.ts'
import type { OperationId } from '../../contract/operations.ts'

/**
 * The world of a call: named by header, by path, or by the credential itself, else `default`. Where
 * there is a host, it is one that was made before. Throws an `ApiError` or a `WorldError`.
 */
export function resolveWorld(
  worlds: Worlds,
  call: PlainRequest,
  matched: PathMatch,
  { header, body }: Credentials,
  host?: VisitorLimiter,
): World {
  const named = call.header('x-understudy-world') ?? matched.worldName
  if (named !== undefined && named !== '')
    return host === undefined ? worlds.get(named) : (worlds.existing(named) ?? refuseHomeless())
  const credential = header?.value ?? body
  const found = credential === undefined ? undefined : home(worlds, credential)
  return found ?? (host === undefined ? worlds.get() : refuseHomeless())
}

function refuseHomeless(): never {
  throw new ApiError(
    'credential-missing',
    'Each visitor of this server has a world of their own, and this call leads to none that is there: ' +
      'open the page of the server, and call at the base URL that it shows, or with a key of that world.',
  )
}

/** The world that issued a credential, if it is there; what is not ours has none. */
function home(worlds: Worlds, credential: string): World | undefined {
  return credential.startsWith(keyPrefix)
    ? worlds.withTag(tagInKey(credential))
    : worlds.existing(decodeJwt(credential)?.world)
}

/** Answers a call that no world answers, as the deployment writes its errors. */
export function worldErrorResponse(error: unknown, behaviour: BehaviourByOperation): PlainResponse {
  if (error instanceof ApiError) return behaviour(undefined).wire.failure(error)
  if (!(error instanceof WorldError)) throw error
  const condition = error.problem === 'name' ? 'request-senseless' : 'overloaded'
  return behaviour(undefined).wire.failure(new ApiError(condition, error.message))
}

/** Who keeps a world for each visitor of a fake: there, no call makes a world by naming it. */
export type VisitorLimiter = {
  /**
   * Lets the world answer a call to the platform that led to it, or throws an `ApiError` to refuse it.
   */
  run(
    world: World,
    call: PlainRequest,
    asked: OperationId | undefined,
    answer: () => Promise<PlainResponse>,
  ): Promise<PlainResponse>
}
