import type { PathTableMatch } from '../../../contract/operations/path-table.ts'
import { type OperationId, operations } from '../../../contract/operations.ts'
import type { Operation } from '../../../contract/operations/operation.ts'
import type { Caller, Credentials, RequestBody } from '../../platform/request-context.ts'
import type { PlainRequest, PlainResponse } from '../../../contract/plain-http.ts'
import type { World } from '../../world/world.ts'
import type { Worlds } from '../../world/worlds.ts'
import type { OwnOperation } from '../../platform/custom/own-row.ts'
import { ApiError } from '../../world/api-error.ts'
import type { Behaviour } from '../../world/behaviour.ts'
import { verifyJwt } from '../../world/sessions.ts'
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

/** A request to the platform before any check, with its operation and its world. */
export type IncomingRequest = {
  /** The worlds that an explanation may name; `undefined` if each world belongs to one visitor. */
  readonly worlds: Worlds | undefined
  readonly world: World
  readonly request: PlainRequest
  readonly match: PathMatch
  /** The operation of the contract. The deployment may not have this operation. */
  readonly operationId: OperationId | undefined
  /** The profile's operations at this path, and its operation with the method of the request. */
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

/** Whether the operation of a request, also one of a profile, responds with a stream. */
export function hasStream({ own, operationId: id }: Pick<IncomingRequest, 'own' | 'operationId'>) {
  const row: Operation | undefined = own.operation?.row ?? (id && operations[id])
  return row?.answer === 'stream'
}

/** Returns the credential of a request, accepted or not; empty if the request has none. */
export const credentialOf = ({ header, body }: Credentials) => header?.value ?? body ?? ''

/** The owner of the credential of a request, whether the credential is accepted or not. */
export type Sender = Pick<Caller, 'user' | 'key'>

/** Reads the sender of a request from its credential; `undefined` if the world has no such user. */
export function senderOf({
  world,
  credentials,
}: Pick<IncomingRequest, 'world' | 'credentials'>): Sender | undefined {
  const credential = credentialOf(credentials)
  const key = world.store.keys.get(world.keyring.idOf(credential) ?? '')
  const id = key === undefined ? verifyJwt(credential, world.jwtSecret)?.sub : key.user_id
  const user = world.store.users.get(id ?? '')
  return user && { user, key }
}

/**
 * Responds to an error that occurs before the pipeline. A request with such an error has no world.
 */
export function worldErrorResponse(error: unknown, { wire }: Behaviour): PlainResponse {
  if (error instanceof ApiError) return wire.failure(error)
  if (!(error instanceof WorldError)) throw error
  const condition = error.problem === 'name' ? 'request-senseless' : 'overloaded'
  return wire.failure(new ApiError(condition, error.message, { headers: retryAfter(error) }))
}

/** The properties of a request that a limiter uses. */
export type LimitedRequest = Pick<
  IncomingRequest,
  'world' | 'request' | 'operationId' | 'own' | 'body'
>

/** Limits the requests of each visitor on a server where every visitor has a world. */
export type VisitorLimiter = {
  /** Calls `next` for a request to this world, or throws an `ApiError` to refuse it. */
  run(incoming: LimitedRequest, next: () => Promise<PlainResponse>): Promise<PlainResponse>
}
