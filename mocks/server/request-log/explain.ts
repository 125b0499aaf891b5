import type { Condition } from '../../../contract/errors.ts'
import { everyone, settingsId } from '../../world/store.ts'
import { byRequest } from './describe-cause.ts'
import * as credential from './explain-credential.ts'
import {
  explainMissingRecord,
  explainNotPermitted,
  explainUnknownRoute,
} from './explain-missing.ts'
import { maskKey, maskText } from '../../../recording/mask.ts'
import { conditionOf, type RefusedRequest } from './refused-request.ts'

/** The most characters of an explanation. */
const mostCharacters = 1000

/**
 * Explains to developers why a request was refused: one sentence, with the cause if it is known.
 */
export function explain(refusal: RefusedRequest): string {
  const { error } = refusal
  const said = error instanceof Error ? error.message : String(error)
  const why = causes[conditionOf(error)](refusal) ?? said
  return maskText(why.length > mostCharacters ? `${why.slice(0, mostCharacters)}…` : why)
}

export type Explain = typeof explain

/** For conditions whose error message says everything. */
const asSaid = () => undefined

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
  'admin-only': ({ context: visit }) => `${visit?.caller.user.email} is no administrator`,
  'not-permitted': explainNotPermitted,
  'login-failed': explainLogin,
  'refresh-refused': credential.explainRefresh,
  'resource-missing': explainMissingRecord,
  'conversation-missing': explainMissingRecord,
  'turn-missing': explainMissingTurn,
  'cursor-invalid': asSaid,
  'turn-not-running': asSaid,
  'inject-elsewhere': explainMissingRecord,
  'turn-running': asSaid,
  'page-beyond-end': asSaid,
  'state-conflict': asSaid,
  'request-senseless': asSaid,
  'quota-exceeded': asSaid,
  'rate-limited': asSaid,
  'signature-wrong': asSaid,
  'body-unreadable': asSaid,
  'body-not-json': asSaid,
  'body-type-unsupported': asSaid,
  'body-too-large': asSaid,
  'route-unknown': explainUnknownRoute,
  'method-unknown': asSaid,
  maintenance: ({ world }) =>
    `the platform is under maintenance, switched on${byRequest(world, 'settings', settingsId)}`,
  overloaded: asSaid,
  crash: ({ error }) => `the fake crashed: ${String(error)}`,
  invalid: asSaid,
}

function explainScope({ context: visit, error }: RefusedRequest): string {
  const key = visit?.caller.key
  const prefix = visit?.world.keyring.prefixOf(key?.id ?? '') ?? ''
  return `${(error as Error).message} It is \`${maskKey(prefix)}\`, called “${key?.name}”.`
}

function explainRestricted({ context: visit, world, body }: RefusedRequest): string {
  const { email: given } = (body.value ?? {}) as { readonly email?: unknown }
  const user = visit?.knownCaller?.user ?? userBy(world, given)
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

function explainMissingTurn({ world, context: visit, error }: RefusedRequest): string {
  const running = world.runningTurns.newestOf(visit?.resource?.id ?? '')
  const { message } = error as Error
  return running === undefined ? message : `${message} One is running, which is not stored yet.`
}
