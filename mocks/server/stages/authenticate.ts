import { ApiError } from '../../world/api-error.ts'
import { type Claims, verifyJwt } from '../../world/jwt.ts'
import { keyPrefix } from '../../world/api-keys.ts'
import type { Caller, PipelineContext } from '../../platform/request-context.ts'

/** Finds out who calls, from the header or, where it counts, the body field `token` (5). */
export function authenticate(visit: PipelineContext): void {
  if (visit.operation.access === 'public') return
  const credential = credentialOf(visit)
  if (credential === undefined)
    throw new ApiError('credential-missing', 'Send a credential: `Authorization: Bearer <token>`.')
  visit.knownCaller = credential.startsWith(keyPrefix)
    ? callerOfKey(visit, credential)
    : callerOfToken(visit, credential)
  const { user, key } = visit.caller
  if (user.is_restricted) refuseRestricted(visit)
  if (key !== undefined) countUse(visit, key.id)
}

function refuseRestricted({ operation: endpoint, behaviour }: PipelineContext): never {
  const onChat = endpoint.access === 'token-in-body'
  const condition = onChat ? behaviour.policy.credentials.restrictedOnChat : 'account-restricted'
  throw new ApiError(condition, 'This account is restricted.')
}

/** The credential that counts, of those that a call carries. */
export function credentialOf(visit: PipelineContext): string | undefined {
  const { credentials } = visit.behaviour.policy
  const { header, body } = visit.credentials
  const fromHeader =
    header !== undefined &&
    credentials.isBearer(header.scheme) &&
    !credentials.ignoresHeader(visit.operation)
      ? header.value
      : undefined
  const fromBody = credentials.acceptsBodyToken(visit.operationId) ? body : undefined
  return credentials.bodyTokenWins ? (fromBody ?? fromHeader) : (fromHeader ?? fromBody)
}

function callerOfKey(visit: PipelineContext, value: string): Caller {
  const { world, behaviour } = visit
  const key = world.store.keys.get(world.keyring.idOf(value) ?? '')
  const user = world.store.users.get(key?.user_id ?? '')
  if (key === undefined || user === undefined)
    throw new ApiError('key-unknown', 'This API key does not exist, or was deleted.')
  if (!key.is_active) throw new ApiError('key-disabled', 'This API key is disabled.')
  const expiresAt = key.expires_at === null ? undefined : Date.parse(key.expires_at)
  const { expiredKey } = behaviour.policy.credentials
  if (expiresAt !== undefined && expiresAt <= world.clock.now() && expiredKey !== undefined)
    throw new ApiError(expiredKey, `This API key expired at ${key.expires_at}.`)
  const { separator } = behaviour.policy.scopes
  const scopes = key.scopes?.split(separator).map((scope) => scope.trim())
  return { user, key, scopes: scopes && new Set(scopes), expiresAt, session: undefined }
}

function callerOfToken(visit: PipelineContext, token: string): Caller {
  const { world } = visit
  const claims = verifyJwt(token, world.jwtSecret)
  const user = world.store.users.get(claims?.sub ?? '')
  if (claims === undefined || user === undefined)
    throw new ApiError(
      'credential-malformed',
      `This token is not one of ours: an access token is a JWT, an API key starts with \`${keyPrefix}\`.`,
    )
  if (!isTaken(visit, claims.type))
    throw new ApiError(
      'credential-malformed',
      `A ${claims.type} token is not taken here; send the access token.`,
    )
  if (claims.exp * 1000 <= world.clock.now())
    throw new ApiError('token-expired', 'The access token has expired; refresh it.')
  if (claims.revocations < world.sessions.revocations(user.id))
    throw new ApiError('token-revoked', 'All sessions of this account were ended.')
  const expiresAt = claims.exp * 1000
  return { user, key: undefined, scopes: undefined, expiresAt, session: claims.sid }
}

/** Whether a token of this kind counts here: a ticket was made for chat requests alone. */
function isTaken(
  { operation: endpoint, behaviour }: PipelineContext,
  type: Claims['type'],
): boolean {
  if (type === 'access') return true
  if (type === 'ticket' && endpoint.access === 'token-in-body') return true
  return behaviour.policy.credentials.acceptsRefreshToken
}

function countUse(visit: PipelineContext, key: string): void {
  const reads = visit.operation.method === 'GET' || visit.operation.answer === 'stream'
  if (!reads || visit.behaviour.policy.keys.countsReads)
    visit.world.keyUsage.count(key, visit.world.clock.iso())
}
