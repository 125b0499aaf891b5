import { MemoCache } from '../contract/memoize.ts'
import { isUuid } from '../contract/uuid.ts'
import { findJwts } from './find-jwts.ts'
import { decodePercentEscapes } from './spellings.ts'

/** The kinds of conversation texts that are replaced by default. */
export type ContentKind = 'arguments' | 'observations' | 'chunks'

/** Words with which the names of secrets end, in field names and in texts. */
const secretWords =
  'pass[_-]?w(?:or)?d|passphrase|passcode|secret|token|api[_-]?key|private[_-]?key'
/** Names of secrets, as words joined by `_`. Other words may come before them. */
const secretName = new RegExp(
  String.raw`(${secretWords}|ticket|authorization|credential|pwd|jwt|bearer)s?$|(^|_)(pass|code_verifier|client_assertion|assertion|saml_?(request|response|assertion))s?$|(secret|token|password)_(value|hash|text|string|plain)$`,
)
const codeName =
  /(^|_)(invite|invitation|one_?time|otp|totp|mfa|recovery|verification|backup)_?codes?$|(^|_)(otp|totp)s?$/
/** Names of token counts, which are not secrets. */
const countName = /(^|_)(max|min|total|prompt|completion|input|output)_tokens$/
/** Ambiguous names: whether they mean a secret also depends on the value. */
const maybeName = /(^|_)(key|pin|sig|signature|auth|session|session_?id|sid|x_amz_credential)$/

/** Names whose values are secrets even as numbers: `token`, but not `tokens`, which is a count. */
const numberName = /(pass_?w(or)?d|passphrase|passcode|secret|pwd)s?$|(^|_)(pass|pin)s?$|^token$/

const passwordName = /(pass_?w(or)?d|passphrase|passcode|pwd)s?$|(^|_)pass$/

/** Names of objects in which most texts are secrets. */
const secretObject = /^(credentials|auth_config|db_config|env|headers)$/

/** Names of fields in these objects that only describe secrets. */
const describingField =
  /^(type|auth_type|kind|in|location|id|.*_id|name|label|description|status|key|header|header_name|prefix|key_prefix|scheme|param|param_name|key_name|method|grant_type|token_type|scopes?|content-type|accept|.*_at|expir[a-z_]*|unit|currency)$/i

/** Whether a name mentions a secret anywhere. A long text with such a name is masked. */
export const mentionsSecret = (name: string): boolean => /token|ticket|secret|password/.test(name)

const userAgentName = /^user[_-]?agent$/i

/** Joins the words of a name by `_`: also those of `encryptionKey` and `encryption.key`. */
const wordsOf = (name: string): string =>
  // Fast path: most names already have this form, and a query may have thousands of names.
  /^[a-z0-9_]*$/.test(name)
    ? name
    : name
        .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
        .replaceAll(/[-.\s]/g, '_')
        .toLowerCase()

/** The meaning of a name, cached because a journal repeats the same few names. */
const factsOfName = new MemoCache((name) => {
  const words = wordsOf(name)
  return {
    words,
    isSecret: (secretName.test(words) && !countName.test(words)) || codeName.test(words),
    /** Whether the value must also look like a secret. */
    maybeSecret: maybeName.test(words),
    isKey: /(^|_)key$|^plain$/.test(words),
  }
}, 100)
const factsOf = (name: string) => factsOfName.get(name) ?? factsOfName.add(name)

/**
 * Whether the value of a field or parameter is a secret, by the names that lead to it and the
 * request's path.
 */
export function isSecretPlace(names: readonly string[], value: string, path = ''): boolean {
  const { words: name, isSecret, maybeSecret } = factsOf(names.at(-1) ?? '')
  if (isSecret) return true
  if (maybeSecret && (isRandomLooking(value) || isPin(name, value))) return true
  if (name === 'code' && isInvitePath.test(path)) return true
  return (
    names.length > 1 &&
    names.slice(0, -1).some(isSecretObject) &&
    !describingField.test(name) &&
    !isMoment(value)
  )
}

/** Whether the name of a field alone shows that its value is a secret, even an ordinary word. */
export const hasSecretName = (names: readonly string[]): boolean =>
  factsOf(names.at(-1) ?? '').isSecret

/** Whether a field has a password, which may be any word. */
export const isPasswordPlace = (names: readonly string[]): boolean =>
  passwordName.test(wordsOf(names.at(-1) ?? ''))

/** Whether a number is a secret, by the names that lead to it. */
export const isSecretNumber = (names: readonly string[], value: string): boolean => {
  if (value.replaceAll(/\D/g, '').length < 4) return false
  const name = wordsOf(names.at(-1) ?? '')
  if (numberName.test(name) || codeName.test(name)) return true
  return names.slice(0, -1).some(holdsSecrets) && !describingField.test(name)
}

/** Whether a URL parameter is a secret. In a URL, `code` is a login code. */
export const isSecretParameter = (names: readonly string[], value: string): boolean =>
  isSecretPlace(names, value) || (names.at(-1) === 'code' && isLoginCode(value))

/** Whether a value only names a secret, such as `access_token`. */
export const isSecretName = (value: string): boolean =>
  /^[A-Za-z]+(_[A-Za-z]+)*$/.test(value) &&
  /[a-z]_?[a-zA-Z]/.test(value) &&
  namesSecret(wordsOf(value))

const namesSecret = (name: string) =>
  name.includes('_') && (secretName.test(name) || codeName.test(name) || maybeName.test(name))

const isSecretObject = (name: string): boolean =>
  secretObject.test(wordsOf(name)) || secretName.test(wordsOf(name))

/** Whether an object or list with this name contains only secrets, including its numbers. */
export const holdsSecrets = (name: string): boolean =>
  secretObject.test(wordsOf(name)) || numberName.test(wordsOf(name))

/** Whether a field name says that its value is a key of any kind. */
export const isKeyName = (name: string): boolean => factsOf(name).isKey

/**
 * Splits the name of a parameter, which may be a path: `user` and `password` in `user[password]`.
 */
export const parameterNames = (name: string): readonly string[] =>
  name.includes('[') || name.includes(']')
    ? name.split(/[[\]]+/).filter((part) => part !== '')
    : [name]

/** Whether a body begins like a form: with `name=`. */
export const beginsLikeForm = (text: string): boolean => /^[^\s=&<>"{]{1,200}=/.test(text)

/** Whether a body without a content type is a form: one line like `name=value&other=value`. */
export const looksLikeForm = (text: string): boolean =>
  beginsLikeForm(text) && !/\s/.test(text.trimEnd())

/** Whether a secret may also be an ordinary text, such as the token `expired` of a test. */
export const mayBeText = (secret: string): boolean =>
  /^[a-z]{1,15}$/i.test(secret) || isSecretName(secret)

/** Whether a text consists of words and short numbers, such as `qa-admin` and `2026-11`. */
export const isPlainText = (text: string): boolean =>
  /^([a-z]+|\d{1,4})([-_.]([a-z]+|\d{1,4}))+$/i.test(text)

/** Whether a cookie is a setting, such as a word, a date or an id, and no credential. */
export const isSetting = (cookie: string): boolean =>
  !isRandomLooking(cookie) || isMoment(cookie) || isPlainText(cookie)

const isInvitePath = /\/invite-?codes?\b/
const isPin = (name: string, value: string) => /(^|_)pin$/.test(name) && /^\d{4,12}$/.test(value)
/** The codes of errors are words or shorter numbers. */
const isLoginCode = (value: string) => /^\S{6,}$/.test(value) && isNoWord(value)
/** Whether a text has a digit, or more letters in a row than ordinary words. */
const isNoWord = (value: string) => /\d|[A-Za-z]{16}/.test(value)
const isMoment = (value: string) => /^\d{4}-\d\d-\d\d([T ]|$)/.test(value)

/** Whether a field contains the public prefix of a key. */
export const isKeyPrefixPlace = (names: readonly string[]): boolean =>
  /^(key_)?prefix$/i.test(names.at(-1) ?? '')

export const isUserAgentPlace = (names: readonly string[]): boolean =>
  userAgentName.test(names.at(-1) ?? '')

/** The kind of conversation text in a JSON field; `undefined` for texts that are not replaced. */
export function contentKindOf(names: readonly string[], path: string): ContentKind | undefined {
  const name = names.at(-1) ?? ''
  // An observation may contain JSON as a text.
  if (names.includes('observation')) return 'observations'
  const isEvent = path === '' || names.includes('sse_events') || /\/confirmations\b/.test(path)
  if (names.includes('arguments') || names.includes('tool_args')) return 'arguments'
  if (isEvent && names.slice(0, -1).includes('input')) return 'arguments'
  const isChunk = names.includes('chunks') || /\/(chunks|retrieve)\b/.test(path)
  return isChunk && /^(text|content|source)$/.test(name) ? 'chunks' : undefined
}

/** Whether a value looks like a key, not like a name or an id: long, no spaces, with a digit. */
export const isRandomLooking = (value: string): boolean =>
  value.length >= 12 &&
  !/\s/.test(value) &&
  /\d/.test(value) &&
  /[A-Za-z]/.test(value) &&
  !isUuid(value)

/** Frequent values of secret fields that are not secrets. */
const commonWords = new Set(
  'bearer basic digest apikey api_key header query cookie oauth oauth2 string password secret token ticket default public private unknown enabled disabled required optional undefined true false null none no-cache keep-alive'.split(
    ' ',
  ),
)

/** Whether a value has only mask characters, such as the `***` that replaces a secret. */
export const isMask = (value: string): boolean => !/[^\s*•●…._-]/u.test(value)

/** Whether a value can be a secret: no mask, media type or common word. */
export const canBeSecret = (value: string): boolean =>
  !isMask(value) &&
  !/^(application|text|image|audio|video|multipart)\/[\w.+*-]+(;|$)/.test(value) &&
  !commonWords.has(value.toLowerCase())

export type HeaderPlace = 'credential' | 'cookie' | 'set-cookie' | 'agent' | 'address' | 'plain'

/** Returns the kind of a header's value, by the header's name. */
export function headerPlace(name: string): HeaderPlace {
  const lower = name.toLowerCase()
  if (lower === 'cookie' || lower === 'set-cookie') return lower
  if (lower === 'user-agent') return 'agent'
  if (credentialHeader.test(lower) && !openHeader.test(lower)) return 'credential'
  return /^(referer|location|content-location|origin)$/.test(lower) ? 'address' : 'plain'
}

/** Matches an optional scheme, such as `Bearer `, and the rest of a credential. */
export function schemeAndCredential(value: string): readonly [scheme: string, credential: string] {
  const [, scheme = '', credential = value] = /^([A-Za-z]+\s+)(.+)$/s.exec(value) ?? []
  return [scheme, credential]
}

/** Whether the value of a header is a secret. */
export const isSecretHeader = (name: string): boolean =>
  ['credential', 'cookie', 'set-cookie'].includes(headerPlace(name))

const credentialHeader =
  /(^|-)(authorization|api-?key|key|tokens?|secret|password|signature|auth|ticket|jwt|assertion|credentials?|session(-id)?)$|^(x-|api).*(key|token|secret|signature|auth|ticket)$/

/** Names of headers that look like names of secrets, but whose values are no secrets. */
const openHeader =
  /^(sec-.*|.*(idempotency|cache|surrogate|partition|routing|public|sort)-key|access-control-.*|www-authenticate)$/

/** The kind of a secret, which decides the form of its pseudonym. */
export type SecretKind = 'jwt' | 'key' | 'email' | 'ipv4' | 'ipv6' | 'agent' | 'other'

export type FoundSecret = { readonly kind: SecretKind; readonly value: string }

/** The length is bounded, because a regular expression overflows the stack on several megabytes. */
const candidateRun = /[\w.@+:%-]{6,8192}/g

const onlyLetters = /^[A-Za-z]+[.:]?$/

/**
 * Finds the secrets in a text that are recognizable by form: JSON Web Tokens, keys with a prefix,
 * PEM private keys, credentials after `Bearer` and in URLs, passwords of connection strings, email
 * and IP addresses. Takes linear time.
 */
export function* findSecretForms(text: string): Generator<FoundSecret> {
  for (const { token, payload, signature } of findJwts(text))
    if (payload.length >= 4 && signature !== undefined) yield { kind: 'jwt', value: token }
  yield* findWrittenSecrets(text)
  yield* emailsIn(text)
  for (const [found] of text.matchAll(candidateRun)) {
    // Fast path: most runs are ordinary words.
    if (onlyLetters.test(found)) continue
    if (found.includes(':')) yield* ipv6In(found)
    for (const piece of found.split(/[@+:%]/)) {
      if (isIpv4(piece)) yield { kind: 'ipv4', value: bareEnd(piece) }
      const [dotted] = dottedKey.exec(piece) ?? []
      if (dotted !== undefined) yield { kind: 'key', value: dotted }
      for (const part of piece.split('.')) if (isKey(part)) yield { kind: 'key', value: part }
    }
  }
}

/** The kind of secret that a complete value is. */
export function kindOf(value: string): SecretKind {
  for (const found of findSecretForms(value)) if (found.value === value) return found.kind
  return 'other'
}

/** Vendor keys that contain a dot. */
const dottedKey = /^(?:SG\.[\w-]{16,80}\.[\w-]{16,80}|ya29\.[\w.-]{20,2000})/

const pemBegin = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g

/** Yields the lines of PEM private keys, even if their line ends are escaped. */
function* privateKeysIn(text: string): Generator<FoundSecret> {
  for (const { 0: begin, index } of text.matchAll(pemBegin)) {
    const from = index + begin.length
    const end = text.indexOf('-----', from)
    const body = text.slice(
      from,
      end < 0 ? from + maxPemLength : Math.min(end, from + maxPemLength),
    )
    for (const [line] of body.matchAll(/[A-Za-z0-9+/=]{16,200}/g))
      yield { kind: 'other', value: line }
  }
}

/** The maximum length of a PEM key. */
const maxPemLength = 16 * 1024

/** The end of a secret's name in a text. */
const nameEnd = `(?:${secretWords}|pwd)`
const elementName = String.raw`[\w.:-]{0,60}${nameEnd}`

/** Whether a text has letters and digits: without digits, it may be an ordinary word. */
const isMixed = (value: string) => /\d/.test(value) && /[A-Za-z]/.test(value) && !isUuid(value)
/** Whether a password in a URL is not the placeholder of an example, such as `your_password`. */
const isNoPlaceholder = (value: string) =>
  canBeSecret(value) && !isSecretName(value) && !value.includes('{')

/** A notation of a credential in a text, and whether a value in it is a secret. */
type Notation = readonly [pattern: RegExp, isSecret: (value: string) => boolean]

/** Each pattern is bounded, so that it takes linear time. */
const credentialNotations: readonly Notation[] = [
  [/\bBearer[ ]{1,4}([\w.~+/=-]{12,4096})/gi, isNoWord],
  [/\bBasic[ ]{1,4}([\w.~+/=-]{12,4096})/gi, isMixed],
  // A password that repeats the name of its user is a default that everybody knows.
  [/:\/\/([^\s/:@"'<>]{1,200}):(?!\1@)([^\s/@"'<>]{3,200})@/g, isNoPlaceholder],
  // A line of YAML, of a configuration or of a connection string: `password: …`, `Password=…;`.
  [
    new RegExp(
      String.raw`${nameEnd}["']?[ \t]{0,4}[:=][ \t]{0,4}["']?([^;,\s"'&<>(){}[\]$\\]{6,200})`,
      'gi',
    ),
    isMixed,
  ],
  // An element of XML, and a field of an HTML form.
  [new RegExp(String.raw`<${elementName}(?:\s[^<>]{0,200})?>([^\s<>]{6,200})<`, 'gi'), isMixed],
  [
    new RegExp(
      String.raw`\b(?:name|type)=["']?${elementName}["']?\s[^<>]{0,200}?value=["']?([^\s"'<>]{6,200})`,
      'gi',
    ),
    isMixed,
  ],
  // A webhook URL, such as of Slack, and a link that resets a password.
  [
    /\/(?:(?:services|webhooks)\/\w{6,24}\/(?:\w{6,24}\/)?|IncomingWebhook\/)([\w-]{16,120})/g,
    (value) => isNoWord(value) && !isUuid(value),
  ],
  [
    /\/[\w-]{0,20}(?:reset|verify|activate|invite|magic|unsubscribe)[\w-]{0,20}\/([\w.~-]{12,400})/gi,
    isMixed,
  ],
]

/** Finds private keys, and credentials that can only be recognized by the text around them. */
export function* findWrittenSecrets(text: string): Generator<FoundSecret> {
  yield* privateKeysIn(text)
  for (const [pattern, isSecret] of credentialNotations) {
    // Fast path: most texts contain none of the words.
    for (const match of text.matchAll(pattern)) {
      const found = match.at(-1) ?? ''
      const value = bareEnd(decodePercentEscapes(found)?.text ?? found)
      if (isSecret(value) && !value.startsWith('eyJ'))
        yield { kind: isKey(value) ? 'key' : 'other', value }
    }
  }
}

/** Delimiters of an email address; its parts may contain non-ASCII letters. */
const notInLocalPart = /[^\w.+\u00c0-\uffff-]/
const domainPart =
  /^(?:[A-Za-z0-9\u00c0-\uffff-]{1,63}\.){1,20}[A-Za-z\u00c0-\uffff]{2,63}(?![A-Za-z0-9-])/

function* emailsIn(text: string): Generator<FoundSecret> {
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    const before = text.slice(Math.max(0, at - 64), at).split(notInLocalPart)
    const [domain] = domainPart.exec(text.slice(at + 1, at + 256)) ?? []
    const local = before.at(-1) ?? ''
    if (local !== '' && domain !== undefined) yield { kind: 'email', value: `${local}@${domain}` }
  }
}

/** Addresses that identify nobody: this machine, and addresses in pseudonyms. */
const openAddress = /^(0\.0\.0\.0|127\..*|198\.1[89]\..*|::1?|2001:2::.*)$/i

function isIpv4(text: string): boolean {
  const bare = bareEnd(text)
  const parts = bare.split('.')
  return (
    parts.length === 4 &&
    parts.every((part) => /^\d{1,3}$/.test(part) && Number(part) < 256) &&
    !openAddress.test(bare)
  )
}

function* ipv6In(text: string): Generator<FoundSecret> {
  for (const piece of text.split(/[@+%]/)) {
    const bare = bareEnd(piece.replace(/:$/, ''))
    if (isIPv6(bare) && !openAddress.test(bare)) yield { kind: 'ipv6', value: bare }
  }
}

/** Written by hand, because browsers have no function for this. */
const isIPv6 = (text: string): boolean =>
  text.includes(':') && /^[\da-f:.]+$/i.test(text) && URL.canParse(`http://[${text}]`)

/** Removes the full stop at the end of a sentence. */
const bareEnd = (text: string) => (text.endsWith('.') ? text.slice(0, -1) : text)

/** Whether a word is a key: a prefix with a random part, or a known vendor's form. */
function isKey(word: string): boolean {
  if (/^(AKIA|ASIA)[0-9A-Z]{16}$/.test(word) || /^AIza[\w-]{35}$/.test(word)) return true
  const [, rest] = /^[A-Za-z][A-Za-z0-9]{1,11}[_-](.{16,})$/.exec(word) ?? []
  return rest !== undefined && rest.split(/[_-]/).some(isRandom)
}

/** Whether a word is too random for a name: long, with digits among its letters. */
const isRandom = (word: string): boolean =>
  word.length >= 16 &&
  (word.match(/\d/g)?.length ?? 0) >= 2 &&
  (word.match(/[A-Za-z]/g)?.length ?? 0) >= 2
