import { ownLimits } from '../../contract/limits.ts'
import type { Operation } from '../../contract/operations/operation.ts'
import { operationsAt } from '../../contract/operations/operation-index.ts'
import { type OperationId, operations } from '../../contract/operations.ts'
import { parseBoundedJson, TooManyValuesError } from '../../contract/json.ts'
import { tagInKey } from '../world/api-keys.ts'
import { ApiError } from '../world/api-error.ts'
import { decodeJwt } from '../world/sessions.ts'
import { copyRequest, type PlainRequest } from '../../contract/plain-http.ts'
import { createEarlyScope } from '../platform/custom/expression-scope.ts'
import type { Credentials, RequestBody, UploadedFile } from '../platform/request-context.ts'
import type { AcceptedNames, Behaviour } from '../world/behaviour.ts'
import type { World } from '../world/world.ts'
import type { Worlds } from '../world/worlds.ts'
import { findOwnOperation, noOwnOperation, uploadLimit } from './find-operation.ts'
import {
  type IncomingRequest,
  noBody,
  type PathMatch,
  type VisitorLimiter,
} from './request/incoming-request.ts'
import { worldFromPath } from './request/routing.ts'

export type ReceiveOptions = {
  readonly worlds: Worlds
  /** The behaviour for a request whose world is not known yet. */
  readonly behaviour: (id?: OperationId) => Behaviour
  /** The limiter of a server where each visitor has a world. */
  readonly limiter: VisitorLimiter | undefined
}

/** Finds the operations at a path. For an unknown path, the response depends on the profile of the world. */
export function matchPath(request: Pick<PlainRequest, 'path'>): PathMatch {
  const prefixed = request.path.startsWith('/w/') ? worldFromPath(request.path) : undefined
  const { name: worldName, rest: path = request.path } = prefixed ?? {}
  const { value, params } = operationsAt(path)
  return { worldName, path, operations: value, params }
}

let decoder: InstanceType<typeof TextDecoder> | undefined

/** Whether a request has a body to read. Only the headers of a preflight matter. */
export const mayHaveBody = ({ method }: PlainRequest): boolean =>
  !['GET', 'HEAD', 'OPTIONS'].includes(method)

/** The parsed bodies of `readBodyOnce`, by their bytes. */
const parsedBodies = new WeakMap<Uint8Array, RequestBody>()

/** Parses a body in advance. The handler of the request uses the result instead of parsing again. */
export async function readBodyOnce(
  request: PlainRequest,
  bytes: Uint8Array,
  maxValues?: number,
): Promise<RequestBody> {
  const read = async () => bytes
  const body = await readRequestBody(copyRequest(request, { read }), bytes.length, maxValues)
  parsedBodies.set(bytes, body)
  return body
}

/** Reads the body of a request, up to a limit of bytes and of JSON values. */
export async function readRequestBody(
  request: PlainRequest,
  maxBytes: number,
  maxValues: number = ownLimits.bodyValues,
): Promise<RequestBody> {
  const bytes = await request.read(maxBytes)
  const known = bytes === 'too-large' ? undefined : parsedBodies.get(bytes)
  if (known !== undefined) return known
  const contentType = request.header('content-type')?.split(';')[0]?.trim().toLowerCase() ?? ''
  const isJsonType = contentType === '' || /^application\/([\w.-]+\+)?json$/.test(contentType)
  if (bytes === 'too-large') return { ...noBody, problem: 'too-large', bytes: maxBytes, isJsonType }
  if (bytes.length === 0) return noBody
  let text = ''
  try {
    // The decoder is created with the first body, because it makes Node load modules that a server
    // does not need at start.
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
export const credentialFields: ReadonlyMap<OperationId | undefined, string> = new Map([
  ['chat.react', 'token'],
  ['chat.dag', 'token'],
  ['chat.auto', 'token'],
  ['chat.resume', 'token'],
  ['auth.refresh', 'refresh_token'],
])

/**
 * Reads the credentials of a request without checking them. `accepts` has the deployment's names of
 * body fields.
 */
export function readCredentials(
  request: Pick<PlainRequest, 'header'>,
  id: OperationId | undefined,
  body: Pick<RequestBody, 'value'>,
  accepts?: AcceptedNames,
): Credentials {
  const header = request.header('authorization') ?? ''
  const [, scheme, value] = /^\s*(\S+)\s+(\S+)\s*$/.exec(header) ?? []
  const field = credentialFields.get(id)
  const sent = body.value as Readonly<Record<string, unknown>> | null | undefined
  const token = field && (sent?.[field] ?? sent?.[accepts?.sentName('body', field) ?? field])
  return {
    header: scheme === undefined || value === undefined ? undefined : { scheme, value },
    body: typeof token === 'string' && token !== '' ? token : undefined,
  }
}

/**
 * Reads the world name from the header. Clients send UTF-8, but servers read each byte as a
 * character.
 */
export function worldFromHeader(request: Pick<PlainRequest, 'header'>): string | undefined {
  const name = request.header('x-understudy-world')
  if (name === undefined || /^[ -~]*$|[\u0100-\uffff]/.test(name)) return name
  const bytes = Uint8Array.from(name, (character) => character.charCodeAt(0))
  const text = new TextDecoder().decode(bytes)
  return text.includes('\ufffd') ? name : text
}

/**
 * With this header, which the console sends, a request to a missing world is refused instead of
 * creating the world.
 */
export const existingWorldHeader = 'x-understudy-existing'

/**
 * Finds the world of a request: by header, by path, by the credential, else `default`. A missing world is
 * created, except on a server for visitors. Throws an `ApiError` or a `WorldError`.
 */
function resolveWorld(
  worlds: Worlds,
  request: PlainRequest,
  match: PathMatch,
  { header, body }: Credentials,
  isVisitorServer: boolean,
): World {
  const named = worldFromHeader(request) ?? match.worldName
  if (named !== undefined && request.header(existingWorldHeader) !== undefined)
    return worlds.held(named) ?? refuseMissingWorld(named)
  if (named !== undefined && named !== '')
    return isVisitorServer ? (worlds.existing(named) ?? refuseUnknownVisitor()) : worlds.get(named)
  const credential = header?.value ?? body
  const found = credential === undefined ? undefined : worldOfCredential(worlds, credential)
  // During a move of worlds, the world of the credential may be on another replica.
  if (credential !== undefined) worlds.moves.requireHeld(found)
  return found ?? (isVisitorServer ? refuseUnknownVisitor() : worlds.get())
}

/** Throws `conversation-missing`, so that a client that reads a turn of the deleted world stops. */
function refuseMissingWorld(name: string): never {
  throw new ApiError('conversation-missing', `The world \`${name}\` was deleted.`)
}

function refuseUnknownVisitor(): never {
  throw new ApiError(
    'credential-missing',
    'This demo server needs a session: open it in a browser first, then call the base URL that it ' +
      'shows, or send an API key created there.',
  )
}

/** Finds the world that issued a credential; `undefined` if the world does not exist. */
function worldOfCredential(worlds: Worlds, credential: string): World | undefined {
  const world = decodeJwt(credential)?.world
  return world === undefined ? worlds.withTag(tagInKey(credential)) : worlds.existing(world)
}

/** Parses the body of a request as JSON. Only operations of a profile accept an upload instead. */
export async function readBody(
  request: PlainRequest,
  match: PathMatch,
  options: ReceiveOptions,
): Promise<RequestBody> {
  const id = match.operations.get(request.method)
  // Most requests are JSON for an operation of the contract. They need no search in a profile.
  const mayBeUpload =
    id === undefined || request.header('content-type')?.startsWith('application/json') === false
  const limit = mayBeUpload ? findUploadLimit(request, match, options) : undefined
  if (limit !== undefined) return readUpload(request, limit)
  const operation: Operation | undefined = id && operations[id]
  return readRequestBody(request, operation?.bodyBytes ?? ownLimits.bodyBytes)
}

function findUploadLimit(
  request: PlainRequest,
  match: PathMatch,
  { worlds, limiter }: ReceiveOptions,
): number | undefined {
  let world: World
  try {
    const credentials = readCredentials(request, undefined, noBody)
    world = resolveWorld(worlds, request, match, credentials, limiter !== undefined)
  } catch {
    // The error is ignored here, because the request is refused later, after its body was read.
    return undefined
  }
  return uploadLimit(world, request.method, match)
}

/**
 * Finds the world of a request, and the operation that it calls, in the contract or the profile.
 * Throws an `ApiError` or a `WorldError`.
 */
export function resolveRequest(
  request: PlainRequest,
  match: PathMatch,
  body: RequestBody,
  { worlds, behaviour, limiter }: ReceiveOptions,
): IncomingRequest {
  const isHead = request.method === 'HEAD'
  const candidate = match.operations.get(isHead ? 'GET' : request.method)
  // The profile of a world is not known before its world is found.
  const usualNames = behaviour(candidate).answer?.accepts
  const sent = readCredentials(request, candidate, body, usualNames)
  const world = resolveWorld(worlds, request, match, sent, limiter !== undefined)
  // Some deployments handle `HEAD` like `GET`.
  const { answer, policy } = world.behaviour(candidate)
  const names = answer?.accepts
  const method = isHead && policy.http.answersHead ? 'GET' : request.method
  const { operations: families } = world.profile
  const own =
    families === undefined ? noOwnOperation : findOwnOperation(families, method, match, world)
  return {
    worlds: limiter === undefined ? worlds : undefined,
    world,
    request,
    match,
    operationId: own.operation === undefined ? match.operations.get(method) : undefined,
    own,
    body,
    credentials: names === usualNames ? sent : readCredentials(request, candidate, body, names),
  }
}

/** Replaces names and values of the deployment in a request by those of the contract. */
export function withAcceptedNames(
  { request, operationId, body, credentials, world }: IncomingRequest,
  params: Readonly<Record<string, string>>,
  accepts: AcceptedNames,
) {
  const value = accepts.body(body.value, () => createEarlyScope(world, params))
  const converted = readCredentials(request, operationId, { value })
  return {
    request: copyRequest(request, { query: accepts.query(request.query) }),
    body: { ...body, value },
    // An expression of the profile may convert the credential, or omit it.
    credentials: { ...credentials, body: converted.body ?? credentials.body },
    world,
  }
}

/**
 * Reads the body of an upload: a form (`multipart/form-data`), or the bytes of one file. The fields
 * of a form become the `value` of the body.
 */
async function readUpload(request: PlainRequest, maxBytes: number): Promise<RequestBody> {
  const bytes = await request.read(maxBytes)
  if (bytes === 'too-large') return { ...noBody, problem: 'too-large', bytes: maxBytes }
  const type = request.header('content-type') ?? ''
  const body = { ...noBody, bytes: bytes.length }
  if (/^multipart\/form-data\b/i.test(type)) return { ...body, ...(await readForm(bytes, type)) }
  if (bytes.length === 0) return noBody
  const name = dispositionFilename(request.header('content-disposition'))
  return { ...body, value: {}, files: new Map([['', { name, type, bytes }]]) }
}

async function readForm(bytes: Uint8Array, type: string): Promise<Partial<RequestBody>> {
  if (hasTooManyParts(bytes, type)) return { problem: 'too-large' }
  let form: FormData
  try {
    const body = new Uint8Array(bytes).buffer
    form = await new Response(body, { headers: { 'content-type': type } }).formData()
  } catch {
    return { problem: 'unreadable' }
  }
  const value: Record<string, string> = {}
  const files = new Map<string, UploadedFile>()
  for (const [field, part] of form)
    if (typeof part === 'string') value[field] = part
    else {
      const content = new Uint8Array(await part.arrayBuffer())
      files.set(field, { name: part.name, type: part.type, bytes: content })
    }
  return { value, files }
}

/** Counts the boundaries of a form before it is parsed: parsing many small parts takes long. */
function hasTooManyParts(bytes: Uint8Array, type: string): boolean {
  const [, quoted, plain] = /boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(type) ?? []
  const boundary = `--${quoted ?? plain ?? ''}`
  const text = new TextDecoder('latin1').decode(bytes)
  let at = -1
  // A form has one more boundary than parts.
  for (let parts = 0; parts <= ownLimits.formParts + 1; parts++) {
    at = text.indexOf(boundary, at + 1)
    if (at < 0) return false
  }
  return true
}

const dispositionFilename = (header = ''): string => {
  const [, quoted, plain] = /filename=(?:"([^"]+)"|([^;\s]+))/i.exec(header) ?? []
  return quoted ?? plain ?? 'file'
}
