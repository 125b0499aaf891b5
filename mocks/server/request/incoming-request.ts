import { ownLimits } from '../../../contract/limits.ts'
import type { Operation } from '../../../contract/operations/operation.ts'
import { type OperationId, operations } from '../../../contract/operations.ts'
import { parseBoundedJson, TooManyValuesError } from '../../../contract/json.ts'
import type { Credentials, RequestBody } from '../../platform/request-context.ts'
import type { PlainRequest, PlainResponse } from '../../world/exchange.ts'
import type { World } from '../../world/world.ts'
import type { Worlds } from '../../world/worlds.ts'
import type { PathMatch } from './routing.ts'
import { ApiError } from '../../world/api-error.ts'
import type { Behaviour } from '../../world/behaviour.ts'
import { decodeJwt } from '../../world/jwt.ts'
import { keyPrefix, tagInKey } from '../../world/keyring.ts'
import { WorldError } from '../../world/world-error.ts'

/** A request to the platform before any check: read, matched to a path and to a world. */
export type IncomingRequest = {
  /** The worlds that an explanation may name; `undefined` where each belongs to one visitor. */
  readonly worlds: Worlds | undefined
  readonly world: World
  readonly request: PlainRequest
  readonly match: PathMatch
  /** The operation of the contract; the deployment may leave it out. */
  readonly operationId: OperationId | undefined
  readonly body: RequestBody
  readonly credentials: Credentials
}

/** The body of a request without one. */
export const noBody: RequestBody = {
  value: undefined,
  problem: undefined,
  text: '',
  position: 0,
  isJsonType: true,
}
let decoder: InstanceType<typeof TextDecoder> | undefined

/** Whether the body of a request counts. */
export const mayHaveBody = ({ method }: PlainRequest): boolean =>
  method !== 'GET' && method !== 'HEAD'

/** The largest body of an operation, in bytes; without an operation, the usual limit. */
export function bodyLimit(id: OperationId | undefined): number {
  const endpoint: Operation | undefined = id && operations[id]
  return endpoint?.bodyBytes ?? ownLimits.bodyBytes
}

/** Reads the body of a request, up to a limit of bytes and of JSON values. */
export async function readRequestBody(
  request: PlainRequest,
  maxBytes: number,
  maxValues: number = ownLimits.bodyValues,
): Promise<RequestBody> {
  const bytes = await request.read(maxBytes)
  const contentType = request.header('content-type')?.split(';')[0]?.trim().toLowerCase() ?? ''
  const isJsonType = contentType === '' || /^application\/([\w.-]+\+)?json$/.test(contentType)
  if (bytes === 'too-large') return { ...noBody, problem: 'too-large', isJsonType }
  if (bytes.length === 0) return noBody
  let text = ''
  try {
    // Created with the first body: Node loads more for it than a server needs at start.
    decoder ??= new TextDecoder('utf-8', { fatal: true })
    text = decoder.decode(bytes)
    return { ...noBody, value: parseBoundedJson(text, maxValues), text, isJsonType }
  } catch (error) {
    if (error instanceof TooManyValuesError) return { ...noBody, problem: 'too-large', isJsonType }
    const [, position] = /position (\d+)/.exec(String(error)) ?? []
    return {
      ...noBody,
      problem: 'unreadable',
      position: position === undefined ? text.length : Number(position),
      isJsonType,
    }
  }
}

/** The body field that may hold a credential; whether it counts there is up to `authenticate`. */
const credentialFields: Partial<Record<OperationId, string>> = {
  'chat.react': 'token',
  'chat.dag': 'token',
  'chat.auto': 'token',
  'chat.resume': 'token',
  'auth.refresh': 'refresh_token',
}

/** Reads the credentials of a request without checking them. */
export function readCredentials(
  request: PlainRequest,
  id: OperationId | undefined,
  body: RequestBody,
): Credentials {
  const header = request.header('authorization') ?? ''
  const [, scheme, value] = /^\s*(\S+)\s+(\S+)\s*$/.exec(header) ?? []
  const field = id && credentialFields[id]
  const token = field && (body.value as Record<string, unknown> | null | undefined)?.[field]
  return {
    header: scheme === undefined || value === undefined ? undefined : { scheme, value },
    body: typeof token === 'string' && token !== '' ? token : undefined,
  }
}

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
export function worldErrorResponse(error: unknown, { wire }: Behaviour): PlainResponse {
  if (error instanceof ApiError) return wire.failure(error)
  if (!(error instanceof WorldError)) throw error
  const condition = error.problem === 'name' ? 'request-senseless' : 'overloaded'
  return wire.failure(new ApiError(condition, error.message))
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
