import { messageOf } from '../../../contract/realm-safe.ts'
import { ProfileExpressionError } from '../../platform/expression.ts'
import type { Condition } from '../../../contract/errors.ts'
import { scopes } from '../../../contract/scopes.ts'
import { everyone, settingsId } from '../../world/store.ts'
import { byRequest, conditionOf, type RefusedRequest } from './refused-request.ts'
import type { RefusedOrigin } from '../request/response-headers.ts'
import * as credential from './explain-credential.ts'
import {
  explainMissingRecord,
  explainNotPermitted,
  explainUnknownRoute,
  explainWrongMethod,
} from './explain-missing.ts'
import { refusedOrigin } from '../../../traffic/journal/host-names.ts'
import { maskKey, maskText } from '../../../secrets/mask.ts'
import { shorten } from '../../../contract/shorten.ts'

/** The most characters of an explanation. */
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
const mostOrigins = 10

/** Explains why the page of an origin can't read a response, and what would let it. */
export function explainOrigin({ origin, allowed }: RefusedOrigin): string {
  const names = [...allowed].slice(0, mostOrigins)
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
    ?.split(separator ?? ',')
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
  const running = world.runningTurns.newestOf(context?.resource?.id ?? '')
  const { message } = error as Error
  return running === undefined ? message : `${message} A turn is running, but it is not stored yet.`
}
