import { limits } from '../../../contract/limits.ts'
import { credentialOf } from '../stages/access.ts'
import { type Claims, decodeJwt, verifyJwt } from '../../world/sessions.ts'
import { tagInKey, worldTag } from '../../world/api-keys.ts'
import { byRequest, describeClock, type RefusedRequest } from './refused-request.ts'
import { maskKey } from '../../../secrets/mask.ts'

const credentialIn = ({ context }: RefusedRequest): string =>
  (context && credentialOf(context)) ?? ''

/** The key of a request, its record if it exists, and its name in explanations. */
function keyIn(refusal: RefusedRequest) {
  const { world } = refusal
  const value = credentialIn(refusal)
  const id = world.keyring.idOf(value) ?? ''
  return { value, id, record: world.store.keys.get(id), name: `key \`${maskKey(value)}\`` }
}

export function explainMissingCredential(refusal: RefusedRequest): string | undefined {
  const { request, credentials } = refusal
  const operation = refusal.context?.operation
  // Some deployments respond to a restricted account as if it had sent no credential.
  if (credentialIn(refusal) !== '') return undefined
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

export function explainMalformed(refusal: RefusedRequest): string | undefined {
  const { world } = refusal
  const value = credentialIn(refusal)
  const form = explainForm(value)
  if (form !== undefined) return form
  const claims = decodeJwt(value)
  if (claims === undefined) return undefined
  const elsewhere = explainOtherWorld(refusal, claims)
  if (elsewhere !== undefined) return elsewhere
  if (verifyJwt(value, world.jwtSecret) === undefined)
    return 'the signature of this token does not match this world: the token was changed, or the fake was restarted'
  if (world.store.users.get(claims.sub) !== undefined) return undefined
  return `the account of this token, ${claims.email}, was deleted${byRequest(world, 'users', claims.sub)}`
}

/** Explains a text that is almost a credential. */
function explainForm(value: string): string | undefined {
  if (/^(undefined|null|NaN|\[object Object\])$/.test(value))
    return `the credential is the text \`${value}\`: the variable with the token was not set`
  if (/^bearer\s/i.test(value))
    return 'the token begins with `Bearer`, which belongs into the header alone: send only the token'
  if (/^(["'`]).*\1$/s.test(value)) return 'the token is in quotes: send it without them'
  return undefined
}

/** Explains a token that was issued by another world, whether that world still exists or not. */
function explainOtherWorld({ world, worlds }: RefusedRequest, claims: Claims): string | undefined {
  const home = claims.world
  if (typeof home !== 'string' || home === world.name) return undefined
  if (worlds === undefined) return 'this token belongs to another world'
  return worlds.existing(home) === undefined
    ? `this token belongs to world \`${home}\`, which does not exist here`
    : `this token belongs to world \`${home}\`, but the request was sent to \`${world.name}\``
}

export function explainUnknownKey(refusal: RefusedRequest): string | undefined {
  const { world, worlds } = refusal
  const { value, id, name, record } = keyIn(refusal)
  if (!value.startsWith(world.keyring.prefix)) return undefined
  if (value.length === limits.keyPrefixLength)
    return `${name} is only the prefix of a key: the full key was shown once, when it was created`
  if (record !== undefined)
    return `the user of ${name} was deleted${byRequest(world, 'users', record.user_id)}`
  if (tagInKey(value) === worldTag(world.name))
    return id === ''
      ? `${name} has the format of a key of this world, but was never issued: is it mistyped?`
      : `${name} was deleted${byRequest(world, 'api_keys', id)}`
  if (worlds === undefined) return `${name} does not belong to this world`
  const home = worlds.withTag(tagInKey(value))
  return home === undefined
    ? `${name} belongs to no world of this fake`
    : `${name} belongs to world \`${home.name}\`, but the request was sent to \`${world.name}\``
}

export function explainDisabledKey(refusal: RefusedRequest): string {
  const { id, name } = keyIn(refusal)
  const author = byRequest(refusal.world, 'api_keys', id)
  return author === '' ? `${name} was created as disabled` : `${name} was disabled${author}`
}

/** Some deployments respond to an expired key as to an expired token. */
export function explainExpired(refusal: RefusedRequest): string | undefined {
  const { world, operationId: operation, credentials } = refusal
  const token = operation === 'auth.refresh' ? credentials.body : credentialIn(refusal)
  const claims = decodeJwt(token ?? '')
  if (claims === undefined) {
    const { name, record } = keyIn(refusal)
    return record && `${name} expired at ${record.expires_at}; ${describeClock(world)}`
  }
  const until = new Date(claims.exp * 1000).toISOString()
  return `the ${claims.type} token of ${claims.email} was valid until ${until}; ${describeClock(world)}`
}

export function explainRevokedToken(refusal: RefusedRequest): string {
  const claims = decodeJwt(credentialIn(refusal))
  const author = byRequest(refusal.world, 'revocations-of-user', claims?.sub ?? '')
  return `the sessions of ${claims?.email} were ended${author}`
}

export function explainRefresh(refusal: RefusedRequest): string | undefined {
  const { world, credentials } = refusal
  const claims = decodeJwt(credentials.body ?? '')
  if (claims === undefined)
    return 'this is not a token; send the refresh token from the login response'
  const elsewhere = explainOtherWorld(refusal, claims)
  if (elsewhere !== undefined) return elsewhere
  if (claims.type !== 'refresh') return `this is an ${claims.type} token; send the refresh token`
  const used = byRequest(world, 'spent-refresh-tokens', claims.jti)
  if (used !== '') return `this refresh token was used${used}`
  const ended = byRequest(world, 'ended-revocations-of-user', claims.sub)
  if (ended !== '') return `the sessions of ${claims.email} were ended${ended}`
  const replaced = byRequest(world, 'refresh-token-of-user', claims.sub)
  return replaced === '' ? undefined : `this refresh token was replaced${replaced}`
}
