import { messageOf } from '../../../contract/realm-safe.ts'
import { documented } from '../../../contract/picks.ts'
import type { PlainResponse } from '../../../contract/plain-http.ts'
import { jsonResponse } from '../../control/control-context.ts'
import { ControlError, toControlError } from '../../control/control-error.ts'
import { compileProfile } from '../../server/behaviour/compile.ts'
import { controlPath } from '../../server/request/routing.ts'
import { ApiError } from '../../world/api-error.ts'
import { WorldError } from '../../world/world-error.ts'
import type { WorkerOptions } from './worker-options.ts'

/**
 * The 503 response while the Durable Object of a world fails, in the error format of the
 * deployment.
 */
export function unavailableResponse(
  path: string,
  error: unknown,
  { profile = documented }: Pick<WorkerOptions, 'profile'>,
): PlainResponse {
  const refused = toControlError(error)
  if (controlPath.test(path) && refused instanceof ControlError)
    return jsonResponse(refused.status, { error: refused.message })
  const cause = messageOf(error)
  const message =
    error instanceof WorldError
      ? error.message
      : `This world is not available now (${cause}). Nothing that was acknowledged is lost: try again.`
  const headers = { 'retry-after': '5' }
  if (controlPath.test(path)) return jsonResponse(503, { error: message }, headers)
  const { wire } = compileProfile(profile).general
  return wire.failure(new ApiError('overloaded', message, { headers }))
}
