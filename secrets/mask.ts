import { limits } from '../contract/limits.ts'
import { readClaim } from '../contract/jwt.ts'
import { replaceJwts } from './find-jwts.ts'
import { WordSearch } from './find.ts'
import {
  findWrittenSecrets,
  headerPlace,
  holdsSecrets,
  isKeyName,
  isSecretHeader,
  isSecretNumber,
  isSecretParameter,
  isSecretPlace,
  looksLikeForm,
  mentionsSecret,
  parameterNames,
  schemeAndCredential,
} from './forms.ts'
import { decodeParameter, maxAddressDepth, mapParts } from './parameters.ts'
import { uriEncoded } from './spellings.ts'

const key = /\bsvc_[\w-]+/g
/** A JSON field with a text or a number. A truncated text has no closing quotation mark. */
const field = /("([\w.-]+)"\s*:\s*)("(?:[^"\\]|\\.)*"?|-?\d[\d.eE+-]*)/g
/** A JSON field inside a JSON text. */
const innerField = /(\\{1,8}"([\w.-]+)\\{1,8}"\s*:\s*\\{1,8}")([^"\\]+)/g
/** A URL parameter. A `;` only ends it if another parameter follows. */
const parameter = /(?<![^?&;#])[^=&#?;]+=[^&#;]*(?:;(?![^&#;=]*=)[^&#;]*)*/g
/** The start of an object or list. */
const nested = /"([\w-]+)"\s*:\s*(?=[{[])/g

/** Shortens a key to its public prefix, which its record also shows. */
export const maskKey = (value: string): string => `${value.slice(0, limits.keyPrefixLength)}…`

const jwtPseudonym = (email = 'nobody') => `<jwt of ${email}>`

/** The maximum number of malformed tokens to decode in one text: each costs an exception. */
const maxBroken = 20

const maskKnown = (text: string): string => maskWritten(maskKeys(text))

/** Masks passwords in notations such as `Password=…;`, and private keys line by line. */
function maskWritten(text: string): string {
  const words = Array.from(findWrittenSecrets(text), ({ value }) => value)
    .filter((value) => !isMasked(value))
    .flatMap((value) => value.split(/\r?\n/))
  // Fast path: the index of words is large, and most texts have no words to mask.
  if (words.length === 0) return text
  return maskWords(words.map((word) => ({ text: word, label: '…', form: '…' })))(text, 'label')
}

const maskKeys = (text: string): string =>
  maskJwts(text)
    .replaceAll(key, (value) => (value.length > limits.keyPrefixLength ? maskKey(value) : value))
    .replaceAll(/(?<![\w-])[\w-]{46,84}(?![\w-])/g, (run) => (isOtherKey(run) ? maskKey(run) : run))

/** Whether a text looks like a key with another prefix, such as `sk-live_`. */
const isOtherKey = (run: string): boolean =>
  /^[a-z0-9]{1,16}[_-]/i.test(run) && /[a-z]/.test(run) && /[A-Z]/.test(run) && /\d/.test(run)

function maskJwts(text: string): string {
  let broken = 0
  return replaceJwts(text, ({ token }) => {
    const email = broken < maxBroken ? readClaim(token, 'email') : undefined
    if (email === undefined) broken++
    return jwtPseudonym(email)
  })
}

const isMasked = (value: string): boolean =>
  /^(<jwt of [^"]*>|svc_[\w-]{0,4}…?|[\w-]{8}…)$/.test(value)

/** Masks the secrets in a text: a form, JSON (complete or truncated), or any other text. */
export const maskText = (text: string): string => maskWithin(text, maxAddressDepth)

/** `levels` limits how deep URLs and JSON inside parameters are read. */
function maskWithin(text: string, levels: number): string {
  if (looksLikeForm(text)) return maskParameters(text, levels)
  if (multipartBegin.test(text)) return mapParts(text, '', partMasks)
  return maskObjects(maskKnown(text))
    .replaceAll(field, (whole, begin: string, name: string, value: string) => {
      const [, inner] = /^"([^]*?)"?$/.exec(value) ?? []
      const isSecret =
        inner === undefined ? isSecretNumber([name], value) : hidesText([name], inner)
      return isSecret ? `${begin}"…"` : whole
    })
    .replaceAll(innerField, (whole, begin: string, name: string, value: string) =>
      hidesText([name], value) ? `${begin}…` : whole,
    )
}

/** The start of a multipart form: a boundary, and the first header of a part. */
const multipartBegin = /^--[^\r\n]{1,200}\r\n[\w-]{1,200}:/

/** Masks the parts of a multipart form. */
const partMasks = {
  text: maskKnown,
  value: (names: readonly string[], value: string) =>
    hidesText(names, value) ? '…' : maskWithin(value, 0),
}

/** Whether a text is masked because of its field name. A journal masks keys of every kind. */
const hidesText = (names: readonly string[], value: string, isSecret = isSecretPlace): boolean =>
  (isSecret(names, value) || isKeyName(names.at(-1) ?? '')) && !isMasked(value)

/** Replaces the content of objects that contain secrets, at any depth, also in truncated JSON. */
function maskObjects(text: string): string {
  let masked = ''
  let done = 0
  for (const { 0: begin, 1: name = '', index } of text.matchAll(nested)) {
    if (index < done || !holdsSecrets(name)) continue
    masked += `${text.slice(done, index + begin.length)}{"…":"…"}`
    done = endOf(text, index + begin.length)
  }
  return masked + text.slice(done)
}

const tokens = /"(?:[^"\\]|\\.)*"?|[{}[\]]/gs

/**
 * Returns the end of the object or list that starts at `begin`; in a truncated text, the text's
 * end.
 */
function endOf(text: string, begin: number): number {
  let depth = 0
  tokens.lastIndex = begin
  for (let token = tokens.exec(text); token !== null; token = tokens.exec(text)) {
    if (/[{[]/.test(token[0][0] ?? '')) depth++
    else if (/[}\]]/.test(token[0][0] ?? '') && --depth === 0) return tokens.lastIndex
  }
  return text.length
}

export const maskQuery = (query: string): string => maskParameters(query, maxAddressDepth)

const maskParameters = (query: string, levels: number): string =>
  maskKnown(query).replaceAll(parameter, (whole) => {
    // A pattern with groups takes twice as long, and a query may have thousands of parameters.
    const end = whole.indexOf('=')
    const name = whole.slice(0, end)
    const written = whole.slice(end + 1)
    const value = decodeParameter(written)
    const names = parameterNames(decodeParameter(name))
    if (hidesText(names, value, isSecretParameter)) return `${name}=…`
    // Only JSON, or a URL with its own parameters, is masked inside.
    if (levels === 0 || !/[={]/.test(value)) return whole
    const masked = maskWithin(value, levels - 1)
    if (masked === value) return whole
    const isEncoded = value !== written
    return `${name}=${isEncoded ? uriEncoded(masked).replaceAll(uriEncoded('…'), '…') : masked}`
  })

/** Masks the secrets in the value of a header. */
export function maskHeader(name: string, value: string): string {
  if (headerPlace(name) === 'address') return maskQuery(value)
  const masked = maskKnown(value)
  if (!isSecretHeader(name) || value === '') return masked
  const [scheme, credential] = schemeAndCredential(masked)
  if (isMasked(credential)) return masked
  return name.endsWith('authorization') ? `${scheme}…` : '…'
}

/** Replaces every secret in a text by a placeholder, including a truncated one at its end. */
export type MaskText = (text: string, isCut?: boolean) => string

/** A secret `text` with two placeholders: `label`, and `form`, which also shows the form of the secret. */
export type MaskedWord = { readonly text: string; readonly label: string; readonly form: string }

/** The maximum characters to search for; a longer secret is recognized by its beginning. */
export const maxWordLength = 256

const leastWord = 4

// The minimum length of a recognized beginning: a shorter one could belong to any word.
const minBeginning = 8

/** Creates a mask of known words, of at least four characters. */
export function maskWords(words: readonly MaskedWord[]) {
  const search = new WordSearch<MaskedWord>(leastWord)
  for (const word of words) search.add(word)
  return (text: string, shows: 'label' | 'form', isCut = false): string => {
    let masked = ''
    let done = 0
    // Overlapping words are replaced together: otherwise a part of one would remain.
    let longest: MaskedWord | undefined
    for (const { from, to, word } of search.findIn(text)) {
      if (from >= done) {
        masked += (longest?.[shows] ?? '') + text.slice(done, from)
        longest = undefined
      }
      if (word.text.length >= (longest?.text.length ?? 0)) longest = word
      if (to >= done) done = word.text.length === maxWordLength ? endOfToken(text, to) : to
    }
    masked += longest?.[shows] ?? ''
    const begun = isCut ? search.countBegun(text) : 0
    const end = begun >= minBeginning ? Math.max(done, text.length - begun) : text.length
    return masked + text.slice(done, end) + (end < text.length ? '<SECRET>' : '')
  }
}

/** Returns the end of the token that begins before `from`. */
function endOfToken(text: string, from: number): number {
  const rest = /[\w.~+/=%\\-]*/y
  rest.lastIndex = from
  rest.test(text)
  return rest.lastIndex
}

/** Replaces each JWT that has a signature. */
export const maskTokens = (text: string): string =>
  replaceJwts(text, ({ token, signature }) => (signature ? '<TOKEN>' : token))

// The length bounds in the pattern keep the matching linear.
const textField = /("([^"\\]{0,200})"\s{0,20}:\s{0,20}")[^"\\]*/g

/** Replaces the text of each JSON field whose name mentions a secret. */
export const maskSecretFields = (text: string): string =>
  text.replaceAll(textField, (whole, begin: string, name: string) =>
    mentionsSecret(name) ? `${begin}<TOKEN>` : whole,
  )
