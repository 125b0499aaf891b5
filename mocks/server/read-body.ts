import type { PlainRequest } from '../../traffic/journal/exchange.ts'
import type { RequestBody } from '../platform/request-context.ts'
import type { World } from '../world/world.ts'
import type { Worlds } from '../world/worlds.ts'
import { uploadLimit } from './find-operation.ts'
import {
  bodyLimit,
  noBody,
  readCredentials,
  readRequestBody,
  resolveWorld,
} from './request/incoming-request.ts'
import { readUpload } from './request/upload-body.ts'
import type { PathMatch } from './request/incoming-request.ts'

type BodyOptions = {
  readonly worlds: Worlds
  /** Set on a server where each visitor has a world. */
  readonly limiter: object | undefined
}

/** Reads the body of a request as JSON. Only an operation of a profile can take an upload instead. */
export async function readBody(
  request: PlainRequest,
  match: PathMatch,
  options: BodyOptions,
): Promise<RequestBody> {
  const id = match.operations.get(request.method)
  // Most requests are JSON for an operation of the contract, and need no look at a profile.
  const mayBeUpload =
    id === undefined || request.header('content-type')?.startsWith('application/json') === false
  const limit = mayBeUpload ? findUploadLimit(request, match, options) : undefined
  if (limit === undefined) return readRequestBody(request, bodyLimit(id))
  return readUpload(request, limit)
}

function findUploadLimit(
  request: PlainRequest,
  match: PathMatch,
  { worlds, limiter }: BodyOptions,
): number | undefined {
  let world: World
  try {
    const credentials = readCredentials(request, undefined, noBody)
    world = resolveWorld(worlds, request, match, credentials, limiter !== undefined)
  } catch {
    // The request is refused for this reason once its body has been read.
    return undefined
  }
  return uploadLimit(world, request.method, match)
}
