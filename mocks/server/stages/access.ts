import { ownLimits } from '../../../contract/limits.ts'
import type { Caller, PipelineContext, Resources } from '../../platform/request-context.ts'
import { ApiError } from '../../world/api-error.ts'
import { worksUnderMaintenance } from '../../../contract/errors.ts'
import type { Operation } from '../../../contract/operations/operation.ts'
import { settingsOf } from '../../world/store.ts'
import type { World } from '../../world/world.ts'
import { type Claims, verifyJwt } from '../../world/sessions.ts'
import type { StoredRecord } from '../../../contract/control/worlds.ts'
import type { ContractKind, ResourceKind } from '../../../contract/kinds.ts'
import { hasAccess } from '../../platform/records/contract-kinds.ts'
import { organizationRefusals } from '../../platform/sharing.ts'

/** Refuses requests under maintenance, except for sign-in and administration. */
export function requireNoMaintenance({ store }: World, path: string): void {
  if (!settingsOf(store).maintenance_mode || worksUnderMaintenance(path)) return
  throw new ApiError('maintenance', 'The platform is under maintenance. Try again later.', {
    headers: { 'retry-after': '300' },
  })
}

/** Refuses a stream above the limit of open streams, before any work for it. */
export function requireFreeStream({ config: { streams } }: World, { answer }: Operation): void {
  if (answer === 'stream' && streams.open >= streams.limit)
    throw new ApiError('overloaded', `${streams.limit} streams are open: close one first.`)
}

/** Identifies the caller by the header or, if accepted, by the body field `token` (5). */
export function authenticate(context: PipelineContext): void {
  const { operation, behaviour } = context
  if (operation.access === 'public') return
  const credential = credentialOf(context)
  if (credential === undefined)
    throw new ApiError('credential-missing', 'Send a credential: `Authorization: Bearer <token>`.')
  const { prefix } = context.world.behaviour(undefined).policy.keys
  const caller = credential.startsWith(prefix)
    ? callerOfKey(context, credential)
    : callerOfToken(context, credential)
  context.knownCaller = caller
  if (caller.user.is_restricted) {
    const onChat = operation.access === 'token-in-body'
    const condition = onChat ? behaviour.policy.credentials.restrictedOnChat : 'account-restricted'
    throw new ApiError(condition, 'This account is restricted.')
  }
  if (caller.key !== undefined) countKeyUse(context, caller.key.id)
}

/** Selects the credential to use if a request has one in its header and one in its body. */
export function credentialOf(context: PipelineContext): string | undefined {
  const { operation, operationId, credentials } = context
  const policy = context.behaviour.policy.credentials
  const { scheme = '', value } = credentials.header ?? {}
  const isBearer =
    scheme === 'Bearer' || (policy.bearerIgnoresCase && scheme.toLowerCase() === 'bearer')
  const isIgnored = policy.chatIgnoresHeader && operation.access === 'token-in-body'
  const fromHeader = isBearer && !isIgnored ? value : undefined
  const fromBody = policy.bodyTokenOperations.has(operationId) ? credentials.body : undefined
  return policy.bodyTokenWins ? (fromBody ?? fromHeader) : (fromHeader ?? fromBody)
}

function callerOfKey({ world, behaviour }: PipelineContext, value: string): Caller {
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
  const scopes = key.scopes?.split(separator, ownLimits.listItems).map((scope) => scope.trim())
  return { user, key, scopes: scopes && new Set(scopes), expiresAt, session: undefined }
}

function callerOfToken(context: PipelineContext, token: string): Caller {
  const { world } = context
  const claims = verifyJwt(token, world.jwtSecret)
  if (claims === undefined)
    throw new ApiError(
      'credential-malformed',
      `This credential is unknown: an access token is a JWT, an API key starts with \`${world.keyring.prefix}\`.`,
    )
  const user = world.store.users.get(claims.sub)
  if (user === undefined)
    throw new ApiError('user-missing', 'The account of this token does not exist.')
  if (claims.type !== 'access' && !acceptsTokenType(context, claims.type))
    throw new ApiError(
      'credential-malformed',
      `A ${claims.type} token is not accepted here; send the access token.`,
    )
  const expiresAt = claims.exp * 1000
  if (expiresAt <= world.clock.now())
    throw new ApiError('token-expired', 'The access token has expired; refresh it.')
  if (claims.revocations < world.sessions.revocations(user.id))
    throw new ApiError('token-revoked', 'All sessions of this account were revoked; sign in again.')
  return { user, key: undefined, scopes: undefined, expiresAt, session: claims.sid }
}

/** Whether an operation accepts a token other than an access token: a ticket is for chat only. */
function acceptsTokenType({ operation, behaviour }: PipelineContext, type: Claims['type']) {
  if (type === 'ticket' && operation.access === 'token-in-body') return true
  return behaviour.policy.credentials.acceptsRefreshToken
}

function countKeyUse({ operation, behaviour, world }: PipelineContext, key: string): void {
  const reads = operation.method === 'GET' || operation.answer === 'stream'
  if (!reads || behaviour.policy.keys.countsReads) world.keyUsage.count(key, world.clock.iso())
}

/** Restricts a scoped key to its scopes (5.R6, 5.R8), and administration to administrators. */
export function authorize(context: PipelineContext): void {
  if (context.operation.access === 'public') return
  if (context.caller.scopes !== undefined) requireScope(context, context.caller.scopes)
  const { adminOnly, adminCode: code } = context.operation
  if (adminOnly === true && !context.caller.user.is_admin)
    throw new ApiError('admin-only', 'Only administrators may do this.', {
      ...(code !== undefined && { code }),
    })
}

function requireScope(
  { operation, operationId, behaviour }: PipelineContext,
  scopes: ReadonlySet<string>,
): void {
  const { scopes: policy } = behaviour.policy
  if (!policy.enforced) return
  const unlisted = policy.chatScopeOperations.has(operationId) ? 'chat' : policy.unlistedScope
  const needed = operation.scope ?? unlisted
  if (needed === undefined || (needed !== 'full' && scopes.has(needed))) return
  if (policy.adminOpensAll && scopes.has('admin')) return
  throw new ApiError(
    'scope-missing',
    `This key is limited to \`${[...scopes].join(', ')}\`; ` +
      `${needed === 'full' ? 'full access' : `the scope \`${needed}\``} is needed.`,
  )
}

/** Restricts changes of the loaded record to its owner and its managers. */
export function authorizeChange(context: PipelineContext, kind: ResourceKind): void {
  const rule = changeRules[kind] as
    | ((context: PipelineContext, record: PipelineContext['resource']) => boolean)
    | undefined
  if (rule?.(context, context.resource) === false)
    throw new ApiError(
      'not-permitted',
      changeRefusals[kind] ?? 'You may read this, but not change it.',
    )
}

const owns =
  (kind: ContractKind) =>
  ({ world, caller }: PipelineContext, record: object): boolean =>
    hasAccess(world, kind, record as StoredRecord, caller.user.id, 'owner')

const ownsConnector = owns('connectors')
const managesOrganization = owns('organizations')

/** The refusals of changes for kinds that do not have the usual one. */
const changeRefusals: { readonly [Kind in ResourceKind]?: string } = {
  organization: organizationRefusals.member,
  member: organizationRefusals.member,
  channel: organizationRefusals.member,
}

const changeRules: {
  readonly [Kind in ResourceKind]?: (context: PipelineContext, record: Resources[Kind]) => boolean
} = {
  connector: ownsConnector,
  'connector-action': (context, { connector }) => ownsConnector(context, connector),
  'mcp-server': owns('mcp_servers'),
  organization: managesOrganization,
  // Every member may leave an organization.
  member: (context, { id, organization }) =>
    managesOrganization(context, organization) ||
    (context.operation.method === 'DELETE' && id === context.caller.user.id),
  channel: owns('channels'),
  workflow: owns('workflows'),
}
