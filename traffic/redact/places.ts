/** The kinds of texts of conversations that are replaced unless the user keeps them. */
export type ContentKind = 'arguments' | 'observations' | 'chunks'

const secretName =
  /(passw(or)?d|passphrase|secret|token|ticket|authorization|api[_-]?key|private[_-]?key|credential)s?$/i
const codeName = /(invite|otp|totp|mfa|recovery|verification|backup)[_-]?codes?$/i
const keyName = /(^|[_-])key$/i

/** Objects whose texts are all secrets. */
const secretObject = /^(credentials|auth_config|db_config|env|headers)$/i

/** Fields of such objects that describe the secrets beside them. */
const descriptive =
  /^(type|auth_type|in|location|name|key|header|header_name|prefix|scheme|param|param_name|key_name|method|grant_type|scopes?|content-type|accept)$/i

const userAgentName = /^user[_-]?agent$/i

/** Whether the value of a field or parameter is a secret, by the names that lead to it. */
export function isSecretPlace(names: readonly string[], value: string): boolean {
  const name = names.at(-1) ?? ''
  if (secretName.test(name) || codeName.test(name)) return true
  if (keyName.test(name) && isRandomLooking(value)) return true
  return names.slice(0, -1).some((one) => secretObject.test(one)) && !descriptive.test(name)
}

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

/** Whether a value looks like a key and not like a name: long, without spaces, with a digit. */
const isRandomLooking = (value: string): boolean =>
  value.length >= 12 && !/\s/.test(value) && /\d/.test(value) && /[A-Za-z]/.test(value)

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
  if (/^(proxy-)?authorization$|^(x-|api).*(key|token|secret|signature|auth|ticket)$/.test(lower))
    return 'credential'
  return /^(referer|location|content-location|origin)$/.test(lower) ? 'address' : 'plain'
}
