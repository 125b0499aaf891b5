/** The kinds of texts of conversations that are replaced unless the user keeps them. */
export type ContentKind = 'arguments' | 'observations' | 'chunks'

/** Names of secrets, as words joined by `_`; the last word may have others before it. */
const secretName =
  /(passw(or)?d|passphrase|passcode|secret|token|ticket|authorization|api_?key|private_?key|credential)s?$|(^|_)(pwd|pass|jwt|bearer|code_verifier|client_assertion|assertion|saml_?(request|response|assertion))s?$|(secret|token|password)_(value|hash|text|string|plain)$/
const codeName =
  /(^|_)(invite|otp|totp|mfa|recovery|verification|backup)_?codes?$|(^|_)(otp|totp)s?$/
/** Names that often stand for something else, so that the value decides, too. */
const maybeName = /(^|_)(key|pin|sig|signature|auth|session|session_?id|sid|x_amz_credential)$/

/** Names whose numbers are secrets. Numbers of tokens are counts, unless the name is `token` alone. */
const numberName = /(passw(or)?d|passphrase|passcode|secret)s?$|(^|_)(pwd|pass|pin)s?$|^token$/

/** Objects whose texts are all secrets. */
const secretObject = /^(credentials|auth_config|db_config|env|headers)$/i

/** Fields of such objects that describe the secrets beside them. */
const descriptive =
  /^(type|auth_type|kind|in|location|id|.*_id|name|label|description|status|key|header|header_name|prefix|key_prefix|scheme|param|param_name|key_name|method|grant_type|token_type|scopes?|content-type|accept|.*_at|expires_in|unit|currency)$/i

const userAgentName = /^user[_-]?agent$/i

/** A name with its words joined by `_`: `encryptionKey`, `encryption-key` and `encryption.key` are one. */
const wordsOf = (name: string): string =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replaceAll(/[-.\s]/g, '_')
    .toLowerCase()

/**
 * Whether the value of a field or parameter is a secret, by the names that lead to it and by the path
 * of the request.
 */
export function isSecretPlace(names: readonly string[], value: string, path = ''): boolean {
  const name = wordsOf(names.at(-1) ?? '')
  if (secretName.test(name) || codeName.test(name)) return true
  if (maybeName.test(name) && (isRandomLooking(value) || isPin(name, value))) return true
  if (name === 'code' && isInvitePath.test(path)) return true
  return names.slice(0, -1).some(isSecretObject) && !descriptive.test(name) && !isMoment(value)
}

/** Whether a number is a secret, by the names that lead to it. */
export const isSecretNumber = (names: readonly string[], value: string): boolean => {
  const name = wordsOf(names.at(-1) ?? '')
  return value.replaceAll(/\D/g, '').length >= 4 && (numberName.test(name) || codeName.test(name))
}

/** Whether a parameter of an address is a secret: there, `code` is that of a login. */
export const isSecretParameter = (names: readonly string[], value: string): boolean =>
  isSecretPlace(names, value) || (names.at(-1) === 'code' && isRandomLooking(value))

/** Whether a value is the name of a secret, such as `access_token`: it is no secret itself. */
export const isSecretName = (value: string): boolean =>
  /^[A-Za-z]+(_[A-Za-z]+)*$/.test(value) &&
  /[a-z]_?[a-zA-Z]/.test(value) &&
  namesSecret(wordsOf(value))

const namesSecret = (name: string) =>
  name.includes('_') && (secretName.test(name) || codeName.test(name) || maybeName.test(name))

const isSecretObject = (name: string): boolean =>
  secretObject.test(name) || secretName.test(wordsOf(name))

const isInvitePath = /\/invite-?codes?\b/
const isPin = (name: string, value: string) => /(^|_)pin$/.test(name) && /^\d{4,12}$/.test(value)
const isMoment = (value: string) => /^\d{4}-\d\d-\d\d([T ]|$)/.test(value)

/** Whether a field has the public beginning of a key. */
export const isKeyPrefixPlace = (names: readonly string[]): boolean =>
  /^(key_)?prefix$/i.test(names.at(-1) ?? '')

export const isUserAgentPlace = (names: readonly string[]): boolean =>
  userAgentName.test(names.at(-1) ?? '')

/** The kind of content that a text of JSON has; `undefined` for texts that stay. */
export function contentKindOf(names: readonly string[], path: string): ContentKind | undefined {
  const name = names.at(-1) ?? ''
  // An observation may be JSON in a text.
  if (names.includes('observation')) return 'observations'
  const isEvent = path === '' || names.includes('sse_events') || /\/confirmations\b/.test(path)
  if (names.includes('arguments') || names.includes('tool_args')) return 'arguments'
  if (isEvent && names.slice(0, -1).includes('input')) return 'arguments'
  const isChunk = names.includes('chunks') || /\/(chunks|retrieve)\b/.test(path)
  return isChunk && /^(text|content|source)$/.test(name) ? 'chunks' : undefined
}

/** Whether a value looks like a key and not like a name or an id: long, without spaces, with a digit. */
const isRandomLooking = (value: string): boolean =>
  value.length >= 12 &&
  !/\s/.test(value) &&
  /\d/.test(value) &&
  /[A-Za-z]/.test(value) &&
  !/^[\da-f]{8}-([\da-f]{4}-){3}[\da-f]{12}$/i.test(value)

/** Words that stand at places of secrets and are none. */
const commonWords = new Set(
  'bearer basic digest apikey api_key header query cookie oauth oauth2 string password secret token ticket default public private unknown enabled disabled required optional undefined'.split(
    ' ',
  ),
)

/** Whether a value can be a secret at all: not empty, no placeholder and no common word. */
export const canBeSecret = (value: string): boolean =>
  /[A-Za-z0-9]/.test(value) &&
  !commonWords.has(value.toLowerCase()) &&
  !/^(true|false|null|none)$/i.test(value)

export type HeaderPlace = 'credential' | 'cookie' | 'set-cookie' | 'agent' | 'address' | 'plain'

/** What the value of a header is. */
export function headerPlace(name: string): HeaderPlace {
  const lower = name.toLowerCase()
  if (lower === 'cookie' || lower === 'set-cookie') return lower
  if (lower === 'user-agent') return 'agent'
  if (credentialHeader.test(lower) && !openHeader.test(lower)) return 'credential'
  return /^(referer|location|content-location|origin)$/.test(lower) ? 'address' : 'plain'
}

const credentialHeader =
  /(^|-)(authorization|api-?key|key|tokens?|secret|password|signature|auth|ticket|jwt|assertion|credentials?|session(-id)?)$|^(x-|api).*(key|token|secret|signature|auth|ticket)$/

/** Headers with such names that have no secrets. */
const openHeader =
  /^(sec-.*|.*(idempotency|cache|surrogate|partition|routing|public|sort)-key|access-control-.*|www-authenticate)$/
