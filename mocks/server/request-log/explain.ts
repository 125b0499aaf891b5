import { ownLimits } from '../../../contract/limits.ts'
import { messageOf } from '../../../contract/realm-safe.ts'
import { ProfileExpressionError } from '../../platform/expression.ts'
import type { Condition } from '../../../contract/errors.ts'
import { scopes } from '../../../contract/scopes.ts'
import { everyone, settingsId, collectionOf } from '../../world/store.ts'
import { newestTurnOf } from '../../world/turns.ts'
import { byRequest, conditionOf, type RefusedRequest } from './refused-request.ts'
import type { RefusedOrigin } from '../request/response-headers.ts'
import * as credential from './explain-credential.ts'
import { refusedOrigin } from '../../../traffic/journal/host-names.ts'
import { maskKey, maskText } from '../../../secrets/mask.ts'
import { shorten } from '../../../contract/shorten.ts'
import { type RecordKind, recordKinds, resourceKinds } from '../../../contract/kinds.ts'
import { nearest } from '../../../contract/nearest.ts'
import { ApiError } from '../../world/api-error.ts'
import type { World } from '../../world/world.ts'
import { operationIds, operations } from '../../../contract/operations.ts'
import { operationName } from '../../../contract/operations/operation-index.ts'
import { similarOperations } from '../../../contract/operations/similar-operations.ts'

/** The maximum number of characters of an explanation. */
const mostCharacters = 1000

/**
 * Explains to developers why a request was refused: one sentence, with the cause if it is known.
 */
export function explain(refusal: RefusedRequest): string {
  const { error } = refusal
  const message = messageOf(error)
  const why = causes[conditionOf(error)](refusal) ?? message
  return maskText(shorten(why, mostCharacters))
}

/** The most allowed origins that an explanation names. */
const maxOrigins = 10

/** Explains why the page of an origin can't read a response, and what would let it. */
export function explainOrigin({ origin, allowed }: RefusedOrigin): string {
  const names = [...allowed].slice(0, maxOrigins)
  const rest = allowed.size - names.length
  const list = [...names, ...(rest > 0 ? [`${rest} more`] : [])].join(', ') || 'none'
  const help =
    origin === 'null'
      ? 'a page from a file or in a sandboxed frame has no origin to allow: serve it over HTTP, or pick `http.cors-origins: any`'
      : 'allow it with `serve --allow-origin`, with `allowOrigins` in code, or with the pick `http.cors-origins`'
  return maskText(`${refusedOrigin(origin)}; allowed are ${list}; ${help}`)
}

/** Used for conditions whose error message needs no explanation. */
const useMessage = () => undefined

const causes: Record<Condition | 'invalid', (refusal: RefusedRequest) => string | undefined> = {
  'credential-missing': credential.explainMissingCredential,
  'credential-malformed': credential.explainMalformed,
  'key-disabled': credential.explainDisabledKey,
  'key-unknown': credential.explainUnknownKey,
  'key-expired': credential.explainExpired,
  'token-expired': credential.explainExpired,
  'token-revoked': credential.explainRevokedToken,
  'account-restricted': explainRestricted,
  'scope-missing': explainScope,
  'admin-only': ({ context }) => `${context?.caller.user.email} is not an administrator`,
  'not-permitted': explainNotPermitted,
  'login-failed': explainLogin,
  'refresh-refused': credential.explainRefresh,
  'refresh-misused': credential.explainRefresh,
  'refresh-spent': credential.explainRefresh,
  'resource-missing': explainMissingRecord,
  'conversation-missing': explainMissingRecord,
  'turn-missing': explainMissingTurn,
  'cursor-invalid': useMessage,
  'turn-not-running': useMessage,
  'inject-elsewhere': explainMissingRecord,
  'turn-running': useMessage,
  'page-beyond-end': useMessage,
  'state-conflict': useMessage,
  'request-senseless': useMessage,
  'quota-exceeded': useMessage,
  'rate-limited': useMessage,
  'signature-wrong': useMessage,
  'body-unreadable': useMessage,
  'body-not-json': useMessage,
  'body-type-unsupported': useMessage,
  'body-too-large': useMessage,
  'route-unknown': explainUnknownRoute,
  'method-unknown': explainWrongMethod,
  maintenance: ({ world }) =>
    `the platform is under maintenance, switched on${byRequest(world, 'settings', settingsId)}`,
  overloaded: useMessage,
  crash: ({ error }) =>
    error instanceof ProfileExpressionError
      ? `the profile fails here: ${error.message}`
      : `the fake crashed: ${String(error)}`,
  invalid: explainInvalid,
}

/** A body that was serialized twice is a text. */
function explainInvalid({ body: { value }, error }: RefusedRequest): string | undefined {
  if (typeof value !== 'string' || !/^\s*[{[]/.test(value)) return undefined
  return `${(error as Error).message}; the body is a JSON text in a JSON text: it was serialized twice`
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
  return `${named} \`${unknown.trim()}\` is no scope: the scopes are ${known}.`
}

function explainRestricted({ context, world, body }: RefusedRequest): string {
  const { email: given } = (body.value ?? {}) as { readonly email?: unknown }
  const user = context?.knownCaller?.user ?? userBy(world, given)
  const author = byRequest(world, 'users', user?.id ?? '')
  return `the account ${user?.email} is restricted${author && `, last changed${author}`}`
}

function explainLogin({ world, body }: RefusedRequest): string {
  const { email } = body.value as { readonly email: string }
  const user = userBy(world, email)
  if (user === undefined) return `there is no user ${email} in world \`${world.name}\``
  const author = byRequest(world, 'users', user.id)
  return `the password of ${email} is wrong${author && `; the account was last changed${author}`}`
}

const userBy = ({ store }: RefusedRequest['world'], email: unknown) =>
  store.users.owned(everyone, 'oldest').find((one) => one.email === email)

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
  const there = recordOf(world, kind, id)
  if (there !== undefined) return `this ${name} exists and ${whose(world, there)}`
  const author = byRequest(world, kind, id)
  if (author !== '') return `this ${name} was deleted${author}`
  const other = recordKinds.find((one) => recordOf(world, one, id) !== undefined)
  if (other !== undefined) return `\`${id}\` is the id of one of the ${other}, not of the ${kind}`
  return `there is no ${name} \`${id}\` in world \`${world.name}\`, and no call deleted one`
}

/** Names the owner of a record that the caller may see but not change. */
function explainNotPermitted({ world, context, error }: RefusedRequest): string | undefined {
  const { place } = error as ApiError
  const record =
    place === undefined ? context?.resource : world.tables.of<object>(place.table).get(place.key)
  if (record === undefined) return undefined
  return `${(error as Error).message} This one ${whose(world, record)}`
}

/** The same for a record of an operation that the profile declares. */
function explainOwnRecord(world: World, { place, message }: ApiError): string {
  const { table = '', key = '' } = place ?? {}
  const there = world.tables.of<object>(table).get(key)
  if (there !== undefined) return `this record exists and ${whose(world, there)}`
  const author = byRequest(world, table, key)
  if (author !== '') return `${message} It was deleted${author}`
  return `${message} No call deleted one in world \`${world.name}\``
}

const recordOf = (world: World, kind: RecordKind, id: string): object | undefined =>
  collectionOf(world.store, kind).get(id)

function whose({ store }: World, record: object): string {
  const { user_id, created_by } = record as Partial<Record<'user_id' | 'created_by', unknown>>
  const owner = store.users.get(String(user_id ?? created_by))
  return owner === undefined ? 'belongs to another user' : `belongs to ${owner.email}`
}

/** The maximum number of similar operations in the list. */
const mostOffered = 3

/** Explains why no operation matches a path, and lists the most similar ones. */
function explainUnknownRoute({ request, match, world }: RefusedRequest): string {
  const [left] = match.operations.values()
  if (left !== undefined)
    return `the profile \`${world.profile.name}\` has no operation \`${left}\`, which the contract has at this path`
  const near = similarOperations(match.path).slice(0, mostOffered).map(operationName)
  const offer = near.length === 0 ? 'no operation is similar' : `similar: ${near.join(', ')}`
  const { name, operations: families = {} } = world.profile
  const own = nearest(
    match.path,
    Object.values(families).map(({ path }) => path),
  )
  const ownOffer = own === undefined ? '' : `; the profile \`${name}\` has \`${own}\``
  return `there is no operation at ${request.path}; ${offer}${ownOffer}`
}

/** Explains a method that a path does not have; there may be an operation one part deeper. */
function explainWrongMethod({ request, match, error }: RefusedRequest): string | undefined {
  const [known] = match.operations.values()
  const path = known && operations[known].path
  const deeper = operationIds.filter((id) => {
    const other = operations[id]
    return other.method === request.method && /^[a-z-]+$/.test(partAfter(other.path, `${path}/`))
  })
  if (deeper.length === 0) return undefined
  return `${(error as Error).message} There is ${deeper.map(operationName).join(' and ')}.`
}

const partAfter = (path: string, start: string) =>
  path.startsWith(start) ? path.slice(start.length) : ''
