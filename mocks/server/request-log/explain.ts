import { limits, ownLimits } from '../../../contract/limits.ts'
import { messageOf } from '../../../contract/realm-safe.ts'
import { ProfileExpressionError } from '../../platform/expression.ts'
import type { Condition } from '../../../contract/errors.ts'
import { scopes } from '../../../contract/scopes.ts'
import { collectionOf, settingsId, userWithEmail } from '../../world/store.ts'
import { newestTurnOf } from '../../world/turns.ts'
import {
  describeLastChange,
  conditionOf,
  describeClock,
  type RefusedRequest,
} from './refused-request.ts'
import type { RefusedOrigin } from '../request/response-headers.ts'
import { refusedOrigin } from '../../../traffic/journal/host-names.ts'
import { maskKey, maskText } from '../../../secrets/mask.ts'
import { shorten } from '../../../contract/shorten.ts'
import { type RecordKind, recordKinds, resourceKinds } from '../../../contract/kinds.ts'
import { nearestWord } from '../../../contract/nearest.ts'
import { ApiError } from '../../world/api-error.ts'
import type { World } from '../../world/world.ts'
import { operationIds, operations } from '../../../contract/operations.ts'
import { operationName } from '../../../contract/operations/operation-index.ts'
import { similarOperations } from '../../../contract/operations/similar-operations.ts'
import { credentialOf } from '../stages/access.ts'
import { type Claims, decodeJwt, verifyJwt } from '../../world/sessions.ts'
import { tagInKey, worldTag } from '../../world/api-keys.ts'

/** The maximum number of characters of an explanation. */
const maxExplanationLength = 1000

/**
 * Explains to developers why a request was refused: one sentence, with the cause if it is known.
 */
export function explain(refusal: RefusedRequest): string {
  const { error } = refusal
  const message = messageOf(error)
  const why = explainersByCondition[conditionOf(error)]?.(refusal) ?? message
  return maskText(shorten(why, maxExplanationLength))
}

/** The maximum number of allowed origins that an explanation names. */
const maxOrigins = 10

/** Explains why a page of this origin can't read a response, and how to allow it. */
export function explainOrigin({ origin, allowed }: RefusedOrigin): string {
  const names = [...allowed].slice(0, maxOrigins)
  const rest = allowed.size - names.length
  const list = [...names, ...(rest > 0 ? [`${rest} more`] : [])].join(', ') || 'none'
  const help =
    origin === 'null'
      ? 'a page from a file or in a sandboxed frame has no origin: serve it over HTTP, or pick `http.cors-origins: any`'
      : 'allow it with `serve --allow-origin`, with `allowOrigins` in code, or with the pick `http.cors-origins`'
  return maskText(`${refusedOrigin(origin)}; allowed are ${list}; ${help}`)
}

/**
 * Functions that explain a condition whose error message is not enough; `undefined` if the cause is
 * unknown.
 */
const explainersByCondition: {
  readonly [Name in Condition | 'invalid']?: (refusal: RefusedRequest) => string | undefined
} = {
  'credential-missing': explainMissingCredential,
  'credential-malformed': explainMalformed,
  'user-missing': explainMalformed,
  'key-disabled': explainDisabledKey,
  'key-unknown': explainUnknownKey,
  'key-expired': explainExpired,
  'token-expired': explainExpired,
  'token-revoked': explainRevokedToken,
  'account-restricted': explainRestricted,
  'scope-missing': explainScope,
  'admin-only': ({ context }) => `${context?.caller.user.email} is not an administrator`,
  'not-permitted': explainNotPermitted,
  'login-failed': explainLogin,
  'refresh-refused': explainRefresh,
  'refresh-misused': explainRefresh,
  'refresh-spent': explainRefresh,
  'resource-missing': explainMissingRecord,
  'conversation-missing': explainMissingRecord,
  'turn-missing': explainMissingTurn,
  'inject-elsewhere': explainMissingRecord,
  'route-unknown': explainUnknownRoute,
  'method-unknown': explainWrongMethod,
  maintenance: ({ world }) =>
    `the platform is under maintenance, switched on${describeLastChange(world, 'settings', settingsId)}`,
  crash: ({ error }) =>
    error instanceof ProfileExpressionError
      ? `an expression of the profile failed: ${error.message}`
      : `the fake crashed: ${String(error)}`,
  invalid: explainInvalid,
}

/** Explains a body that was serialized twice, so that its value is a text. */
function explainInvalid({ body: { value }, error }: RefusedRequest): string | undefined {
  if (typeof value !== 'string' || !/^\s*[{[]/.test(value)) return undefined
  return `${(error as Error).message}; the body was serialized as JSON twice`
}

function explainScope({ context, error }: RefusedRequest): string {
  const key = context?.caller.key
  const prefix = context?.world.keyring.prefixOf(key?.id ?? '') ?? ''
  const named = `${(error as Error).message} It is \`${maskKey(prefix)}\`, called “${key?.name}”.`
  const { separator } = context?.behaviour.policy.scopes ?? {}
  const unknown = key?.scopes
    ?.split(separator ?? ',', ownLimits.listItems)
    .find((scope) => !(scopes as readonly string[]).includes(scope.trim()))
  if (unknown === undefined) return named
  const known = `${scopes.join(', ')}, in lower case, separated by \`${separator}\``
  return `${named} \`${unknown.trim()}\` is not a scope: the scopes are ${known}.`
}

function explainRestricted({ context, world, body }: RefusedRequest): string {
  const { email: given } = (body.value ?? {}) as { readonly email?: unknown }
  const user = context?.knownCaller?.user ?? userWithEmail(world.store, given)
  const author = describeLastChange(world, 'users', user?.id ?? '')
  return `the account ${user?.email} is restricted${author && `, last changed${author}`}`
}

function explainLogin({ world, body }: RefusedRequest): string {
  const { email } = body.value as { readonly email: string }
  const user = userWithEmail(world.store, email)
  if (user === undefined) return `there is no user ${email} in world \`${world.name}\``
  const author = describeLastChange(world, 'users', user.id)
  return `the password of ${email} is wrong${author && `; the account was last changed${author}`}`
}

function explainMissingTurn({ world, context, error }: RefusedRequest): string {
  const running = newestTurnOf(world.runningTurns, context?.resource?.id ?? '')
  const { message } = error as Error
  return running === undefined ? message : `${message} A turn is running, but it is not stored yet.`
}

/** Explains why a record was not found; `undefined` if unknown. */
function explainMissingRecord(refusal: RefusedRequest): string | undefined {
  const { world, context, body, error } = refusal
  if (error instanceof ApiError && error.place !== undefined) return explainOwnRecord(world, error)
  const loads = context?.operation.loads
  if (context === undefined || loads === undefined || context.resource !== undefined)
    return undefined
  const fields = body.value as Record<string, unknown> | null | undefined
  const id = loads.in === 'body' ? fields?.[loads.by] : context.params[loads.by]
  const { kind, name } = resourceKinds[loads.kind]
  if (kind === undefined || typeof id !== 'string') return undefined
  const there = storedRecord(world, kind, id)
  if (there !== undefined) return `this ${name} exists and ${describeOwner(world, there)}`
  const author = describeLastChange(world, kind, id)
  if (author !== '') return `this ${name} was deleted${author}`
  const other = recordKinds.find((one) => storedRecord(world, one, id) !== undefined)
  if (other !== undefined) return `\`${id}\` is the id of one of the ${other}, not of the ${kind}`
  return `there is no ${name} \`${id}\` in world \`${world.name}\`, and no call deleted one`
}

/** Names the owner of a record that the caller may see but not change. */
function explainNotPermitted({ world, context, error }: RefusedRequest): string | undefined {
  const { place } = error as ApiError
  const record =
    place === undefined ? context?.resource : world.tables.of<object>(place.table).get(place.key)
  if (record === undefined) return undefined
  const message = (error as Error).message.replace(/[^.]$/, '$&.')
  return `${message} This one ${describeOwner(world, record)}`
}

/**
 * For a record of a profile's operation, names its owner or the request that deleted the record.
 */
function explainOwnRecord(world: World, { place, message }: ApiError): string {
  const { table = '', key = '' } = place ?? {}
  const there = world.tables.of<object>(table).get(key)
  if (there !== undefined) return `this record exists and ${describeOwner(world, there)}`
  const author = describeLastChange(world, table, key)
  if (author !== '') return `${message} It was deleted${author}`
  return `${message} No call deleted one in world \`${world.name}\``
}

const storedRecord = (world: World, kind: RecordKind, id: string): object | undefined =>
  collectionOf(world.store, kind).get(id)

function describeOwner({ store }: World, record: object): string {
  const { user_id, created_by } = record as Partial<Record<'user_id' | 'created_by', unknown>>
  const owner = store.users.get(String(user_id ?? created_by))
  return owner === undefined ? 'belongs to another user' : `belongs to ${owner.email}`
}

/** The maximum number of similar operations in the list. */
const maxSimilarOperations = 3

/** Explains why no operation matches a path, and lists the most similar ones. */
function explainUnknownRoute({ request, match, world }: RefusedRequest): string {
  const [left] = match.operations.values()
  if (left !== undefined)
    return `the profile \`${world.profile.name}\` has no operation \`${left}\`, which the contract has at this path`
  const near = similarOperations(match.path).slice(0, maxSimilarOperations).map(operationName)
  const offer = near.length === 0 ? 'no operation is similar' : `similar: ${near.join(', ')}`
  const { name, operations: families = {} } = world.profile
  const paths = Object.values(families).map(({ path }) => path)
  const own = nearestWord(match.path, paths)
  const ownOffer = own === undefined ? '' : `; the profile \`${name}\` has \`${own}\``
  return `there is no operation at ${request.path}; ${offer}${ownOffer}`
}

/** Explains an unsupported method if operations one path segment deeper support it. */
function explainWrongMethod({ request, match, error }: RefusedRequest): string | undefined {
  const [known] = match.operations.values()
  const path = known && operations[known].path
  const deeper = operationIds.filter((id) => {
    const { method, path: other } = operations[id]
    return method === request.method && /^[a-z-]+$/.test(textAfterPrefix(other, `${path}/`))
  })
  if (deeper.length === 0) return undefined
  return `${(error as Error).message} There is ${deeper.map(operationName).join(' and ')}.`
}

const textAfterPrefix = (path: string, start: string) =>
  path.startsWith(start) ? path.slice(start.length) : ''

const sentCredential = ({ context }: RefusedRequest): string =>
  (context && credentialOf(context)) ?? ''

/** Returns the API key of a request, the record of the key, and a masked name for explanations. */
function sentApiKey(refusal: RefusedRequest) {
  const { world } = refusal
  const value = sentCredential(refusal)
  const id = world.keyring.idOf(value) ?? ''
  return { value, id, record: world.store.keys.get(id), name: `key \`${maskKey(value)}\`` }
}

function explainMissingCredential(refusal: RefusedRequest): string | undefined {
  const { request, credentials } = refusal
  const operation = refusal.context?.operation
  // The account of this credential is restricted: some deployments refuse it with this condition.
  if (sentCredential(refusal) !== '') return undefined
  const { header, body: token } = credentials
  const sent = request.header('authorization')
  if (header === undefined && sent !== undefined)
    return 'the header `authorization` is not of the form `Bearer <token>`'
  const place = refusal.context?.behaviour.policy.credentials
  if (header !== undefined && place?.chatIgnoresHeader && operation?.access === 'token-in-body')
    return 'the header `authorization` is ignored here: this deployment reads the credential from the body field `token`'
  if (header !== undefined)
    return `the header \`authorization\` is ignored here: its scheme is \`${header.scheme}\`, not \`Bearer\``
  if (token !== undefined) return 'the body field `token` is ignored here; send the header'
  if (request.header('x-api-key') !== undefined)
    return 'the header `x-api-key` is not read: send the key as `authorization: Bearer <key>`'
  return 'the request has no credential: send `authorization: Bearer <token>`'
}

function explainMalformed(refusal: RefusedRequest): string | undefined {
  const { world } = refusal
  const value = sentCredential(refusal)
  const form = explainCredentialForm(value)
  if (form !== undefined) return form
  const claims = decodeJwt(value)
  if (claims === undefined) return undefined
  const elsewhere = explainOtherWorld(refusal, claims)
  if (elsewhere !== undefined) return elsewhere
  if (verifyJwt(value, world.jwtSecret) === undefined)
    return 'the signature of this token does not match this world: the token was changed, or the fake was restarted; sign in again'
  if (world.store.users.get(claims.sub) !== undefined) return undefined
  return `the account of this token, ${claims.email}, was deleted${describeLastChange(world, 'users', claims.sub)}`
}

/** Explains a credential of the wrong form, such as a token in quotes or the text `undefined`. */
function explainCredentialForm(value: string): string | undefined {
  if (/^(undefined|null|NaN|\[object Object\])$/.test(value))
    return `the credential is the text \`${value}\`: the variable with the token was not set`
  if (/^bearer\s/i.test(value))
    return 'the token begins with `Bearer`, which only belongs in the header: send only the token'
  if (/^(["'`]).*\1$/s.test(value)) return 'the token is in quotes: send it without them'
  return undefined
}

/** Explains a token of another world, whether that world still exists or not. */
function explainOtherWorld({ world, worlds }: RefusedRequest, claims: Claims): string | undefined {
  const home = claims.world
  if (typeof home !== 'string' || home === world.name) return undefined
  if (worlds === undefined) return 'this token belongs to another world: sign in to this one'
  return worlds.existing(home) === undefined
    ? `this token belongs to world \`${home}\`, which does not exist here`
    : `this token belongs to world \`${home}\`, but the request was sent to \`${world.name}\``
}

function explainUnknownKey(refusal: RefusedRequest): string | undefined {
  const { world, worlds } = refusal
  const { value, id, name, record } = sentApiKey(refusal)
  if (!value.startsWith(world.keyring.prefix)) return undefined
  if (value.length === limits.keyPrefixLength)
    return `${name} is only the prefix of a key: the full key was shown once, when it was created`
  if (record !== undefined)
    return `the user of ${name} was deleted${describeLastChange(world, 'users', record.user_id)}`
  if (tagInKey(value) === worldTag(world.name))
    return id === ''
      ? `${name} has the format of a key of this world, but was never issued: is it mistyped?`
      : `${name} was deleted${describeLastChange(world, 'api_keys', id)}`
  if (worlds === undefined) return `${name} does not belong to this world: use a key of this one`
  const home = worlds.withTag(tagInKey(value))
  return home === undefined
    ? `${name} belongs to no world of this fake`
    : `${name} belongs to world \`${home.name}\`, but the request was sent to \`${world.name}\``
}

function explainDisabledKey(refusal: RefusedRequest): string {
  const { id, name } = sentApiKey(refusal)
  const author = describeLastChange(refusal.world, 'api_keys', id)
  return author === '' ? `${name} was created as disabled` : `${name} was disabled${author}`
}

/** Explains an expired key. Some deployments respond to it as to an expired token. */
function explainExpired(refusal: RefusedRequest): string | undefined {
  const { world, operationId: operation, credentials } = refusal
  const token = operation === 'auth.refresh' ? credentials.body : sentCredential(refusal)
  const claims = decodeJwt(token ?? '')
  if (claims === undefined) {
    const { name, record } = sentApiKey(refusal)
    return record && `${name} expired at ${record.expires_at}; ${describeClock(world)}`
  }
  const until = new Date(claims.exp * 1000).toISOString()
  return `the ${claims.type} token of ${claims.email} was valid until ${until}; ${describeClock(world)}`
}

function explainRevokedToken(refusal: RefusedRequest): string {
  const claims = decodeJwt(sentCredential(refusal))
  const author = describeLastChange(refusal.world, 'revocations-of-user', claims?.sub ?? '')
  return `the sessions of ${claims?.email} were ended${author}`
}

function explainRefresh(refusal: RefusedRequest): string | undefined {
  const { world, credentials } = refusal
  const claims = decodeJwt(credentials.body ?? '')
  if (claims === undefined)
    return 'this is not a token; send the refresh token from the login response'
  const elsewhere = explainOtherWorld(refusal, claims)
  if (elsewhere !== undefined) return elsewhere
  if (claims.type !== 'refresh') return `this is an ${claims.type} token; send the refresh token`
  const used = describeLastChange(world, 'spent-refresh-tokens', claims.jti)
  if (used !== '') return `this refresh token was used${used}`
  const ended = describeLastChange(world, 'ended-revocations-of-user', claims.sub)
  if (ended !== '') return `the sessions of ${claims.email} were ended${ended}`
  const replaced = describeLastChange(world, 'refresh-token-of-user', claims.sub)
  return replaced === '' ? undefined : `this refresh token was replaced${replaced}`
}
