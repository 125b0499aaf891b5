import { ownLimits } from '../../../contract/limits.ts'
import type { Operation } from '../../../contract/operations/operation.ts'
import { type OperationId, operations } from '../../../contract/operations.ts'
import { parseBoundedJson, TooManyValuesError } from '../../../contract/json.ts'
import type { Credentials, RequestBody } from '../../platform/request-context.ts'
import type { PlainRequest } from '../../../recording/exchange.ts'
import type { World } from '../../world/world.ts'
import type { Worlds } from '../../world/worlds.ts'
import type { PathMatch } from './match-path.ts'

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
