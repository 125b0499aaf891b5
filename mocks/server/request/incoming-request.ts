import { ownLimits } from '../../../contract/limits.ts'
import type { Operation } from '../../../contract/operations/operation.ts'
import { operationsAt } from '../../../contract/operations/operation-index.ts'
import type { PathTableMatch } from '../../../contract/operations/path-table.ts'
import { type OperationId, operations } from '../../../contract/operations.ts'
import { parseBoundedJson, TooManyValuesError } from '../../../contract/json.ts'
import type { Credentials, RequestBody } from '../../platform/request-context.ts'
import {
  copyRequest,
  type PlainRequest,
  type PlainResponse,
} from '../../../traffic/journal/exchange.ts'
import type { World } from '../../world/world.ts'
import type { Worlds } from '../../world/worlds.ts'
import type { OwnOperation } from '../../platform/custom/own-row.ts'
import { worldFromPath } from './routing.ts'
import { ApiError } from '../../world/api-error.ts'
import type { Behaviour } from '../../world/behaviour.ts'
import { decodeJwt } from '../../world/sessions.ts'
import { tagInKey } from '../../world/api-keys.ts'
import { retryAfter, WorldError } from '../../world/world-error.ts'

/** The operations at a path by their method, and the parameters of the path. */
export type PathMatch = {
  /** The world in the prefix `/w/<name>`. */
  readonly worldName: string | undefined
  /** The path without the prefix `/w/<name>`. */
  readonly path: string
  readonly operations: ReadonlyMap<string, OperationId>
  readonly params: Readonly<Record<string, string>>
}

/** The operations that a profile has at a path, by their methods, and the parameters of the path. */
export type OwnMatch = PathTableMatch<ReadonlyMap<string, OwnOperation>>

/** Finds the operations at a path. For an unknown path, the response depends on the world. */
export function matchPath(request: Pick<PlainRequest, 'path'>): PathMatch {
  const { name: worldName, rest: path = request.path } = worldFromPath(request.path) ?? {}
  const { value, params } = operationsAt(path)
  return { worldName, path, operations: value, params }
}

/** A request to the platform before any check: read, matched to a path and to a world. */
export type IncomingRequest = {
  /** The worlds that an explanation may name; `undefined` if each world belongs to one visitor. */
  readonly worlds: Worlds | undefined
  readonly world: World
  readonly request: PlainRequest
  readonly match: PathMatch
  /** The operation of the contract; the deployment may leave it out. */
  readonly operationId: OperationId | undefined
  /** What the profile of the world has at the path, and its operation, if that is called. */
  readonly own: { readonly at: OwnMatch | undefined; readonly operation: OwnOperation | undefined }
  readonly body: RequestBody
  readonly credentials: Credentials
}

export const noBody: RequestBody = {
  value: undefined,
  problem: undefined,
  text: '',
  bytes: 0,
  position: 0,
  isJsonType: true,
}
let decoder: InstanceType<typeof TextDecoder> | undefined

export const mayHaveBody = ({ method }: PlainRequest): boolean =>
  method !== 'GET' && method !== 'HEAD'

/** The largest body of an operation, in bytes; without an operation, the usual limit. */
export function bodyLimit(id: OperationId | undefined): number {
  const endpoint: Operation | undefined = id && operations[id]
  return endpoint?.bodyBytes ?? ownLimits.bodyBytes
}

/** Bodies that the gateway of a demo has parsed already, by their bytes. */
const readBefore = new WeakMap<Uint8Array, RequestBody>()

/** Reads a body that is read again by the handler of the request, which then need not parse it. */
export async function readBodyOnce(
  request: PlainRequest,
  bytes: Uint8Array,
  maxValues?: number,
): Promise<RequestBody> {
  const read = async () => bytes
  const body = await readRequestBody(copyRequest(request, { read }), bytes.length, maxValues)
  readBefore.set(bytes, body)
  return body
}

/** Reads the body of a request, up to a limit of bytes and of JSON values. */
export async function readRequestBody(
  request: PlainRequest,
  maxBytes: number,
  maxValues: number = ownLimits.bodyValues,
): Promise<RequestBody> {
  const bytes = await request.read(maxBytes)
  const known = bytes === 'too-large' ? undefined : readBefore.get(bytes)
  if (known !== undefined) return known
  const contentType = request.header('content-type')?.split(';')[0]?.trim().toLowerCase() ?? ''
  const isJsonType = contentType === '' || /^application\/([\w.-]+\+)?json$/.test(contentType)
  if (bytes === 'too-large') return { ...noBody, problem: 'too-large', bytes: maxBytes, isJsonType }
  if (bytes.length === 0) return noBody
  let text = ''
  try {
    // Created with the first body, because it makes Node load modules that a server does not need
    // at start.
    decoder ??= new TextDecoder('utf-8', { fatal: true })
    text = decoder.decode(bytes)
    const value = parseBoundedJson(text, maxValues)
    return { ...noBody, value, text, bytes: bytes.length, isJsonType }
  } catch (error) {
    const size = { bytes: bytes.length, isJsonType }
    if (error instanceof TooManyValuesError) return { ...noBody, problem: 'too-large', ...size }
    const [, position] = /position (\d+)/.exec(String(error)) ?? []
    return {
      ...noBody,
      problem: 'unreadable',
      position: position === undefined ? text.length : Number(position),
      ...size,
    }
  }
}

/**
 * The body field that may hold a credential; `authenticate` decides whether it is accepted there.
 */
const credentialFields: Partial<Record<OperationId, string>> = {
  'chat.react': 'token',
  'chat.dag': 'token',
  'chat.auto': 'token',
  'chat.resume': 'token',
  'auth.refresh': 'refresh_token',
}

export const credentialField = (id: OperationId | undefined): string | undefined =>
  id && credentialFields[id]

/** Reads the credentials of a request without checking them. */
export function readCredentials(
  request: Pick<PlainRequest, 'header'>,
  id: OperationId | undefined,
  body: Pick<RequestBody, 'value'>,
): Credentials {
  const header = request.header('authorization') ?? ''
  const [, scheme, value] = /^\s*(\S+)\s+(\S+)\s*$/.exec(header) ?? []
  const field = credentialField(id)
  const token = field && (body.value as Record<string, unknown> | null | undefined)?.[field]
  return {
    header: scheme === undefined || value === undefined ? undefined : { scheme, value },
    body: typeof token === 'string' && token !== '' ? token : undefined,
  }
}

/**
 * Finds the world of a request: by header, by path, by the credential, else `default`. It is created
 * if necessary, but never on a server for visitors. Throws an `ApiError` or a `WorldError`.
 */
export function resolveWorld(
  worlds: Worlds,
  request: PlainRequest,
  match: PathMatch,
  { header, body }: Credentials,
  forVisitors: boolean,
): World {
  const named = request.header('x-understudy-world') ?? match.worldName
  if (named !== undefined && named !== '')
    return forVisitors ? (worlds.existing(named) ?? refuseVisitor()) : worlds.get(named)
  const credential = header?.value ?? body
  const found = credential === undefined ? undefined : worldOfCredential(worlds, credential)
  // During a move, the replica that issued the credential may be another one.
  if (credential !== undefined) worlds.moves.requireHeld(found)
  return found ?? (forVisitors ? refuseVisitor() : worlds.get())
}

function refuseVisitor(): never {
  throw new ApiError(
    'credential-missing',
    'This demo server needs a session: open it in a browser first, then call the base URL that it ' +
      'shows, or send an API key created there.',
  )
}

/** The world that issued a credential, if it exists. */
function worldOfCredential(worlds: Worlds, credential: string): World | undefined {
  const world = decodeJwt(credential)?.world
  return world === undefined ? worlds.withTag(tagInKey(credential)) : worlds.existing(world)
}

export function worldErrorResponse(error: unknown, { wire }: Behaviour): PlainResponse {
  if (error instanceof ApiError) return wire.failure(error)
  if (!(error instanceof WorldError)) throw error
  const condition = error.problem === 'name' ? 'request-senseless' : 'overloaded'
  return wire.failure(new ApiError(condition, error.message, { headers: retryAfter(error) }))
}

/** What a limiter knows of a request. */
type LimitedRequest = Pick<IncomingRequest, 'world' | 'request' | 'operationId' | 'body'>

/** Limits the requests of each visitor on a server where every visitor has a world. */
export type VisitorLimiter = {
  /** Calls `next` for a request to this world, or throws an `ApiError` to refuse it. */
  run(incoming: LimitedRequest, next: () => Promise<PlainResponse>): Promise<PlainResponse>
}
