import type { PlainRequest, PlainResponse } from '../../contract/plain-http.ts'
import type { World } from '../world/world.ts'
import { WorldError } from '../world/world-error.ts'
import { defaultWorld } from '../world/world-config.ts'
import { noOwnOperation } from './find-operation.ts'
import { readCredentials, type ReceiveOptions } from './receive-request.ts'
import { noBody, type PathMatch } from './request/incoming-request.ts'
import { answerPreflight, refusedOriginOf } from './request/response-headers.ts'
import { RequestLogEntry, type RequestLogOptions } from './request-log/request-log.ts'

export type PreflightOptions = RequestLogOptions & ReceiveOptions

/**
 * Responds to the CORS preflight of a browser. A refused preflight is the last request of its page, so
 * it is written to the journal.
 */
export function handlePreflight(
  request: PlainRequest,
  match: PathMatch,
  options: PreflightOptions,
): PlainResponse {
  // A preflight has no credential, so only its path can name a world.
  const { worldName = defaultWorld } = match
  const world = options.worlds.existing(worldName)
  const cors = (world?.behaviour(undefined) ?? options.behaviour()).policy.http
  const response = answerPreflight(request, cors)
  if (refusedOriginOf(request, cors) === undefined) return response
  const logged = world ?? createWorld(worldName, options)
  return logged === undefined ? response : logRefused(request, match, response, logged, options)
}

/** Gets or creates the world of a refused preflight; `undefined` if that is not possible. */
function createWorld(name: string, { worlds, limiter }: PreflightOptions): World | undefined {
  if (limiter !== undefined) return undefined
  try {
    return worlds.get(name)
  } catch (error) {
    if (error instanceof WorldError) return undefined
    throw error
  }
}

function logRefused(
  request: PlainRequest,
  match: PathMatch,
  response: PlainResponse,
  world: World,
  options: PreflightOptions,
): PlainResponse {
  const entry = new RequestLogEntry(
    {
      worlds: options.limiter === undefined ? options.worlds : undefined,
      world,
      request,
      match,
      operationId: undefined,
      own: noOwnOperation,
      body: noBody,
      credentials: readCredentials(request, undefined, noBody),
    },
    options,
  )
  return entry.close(response)
}
