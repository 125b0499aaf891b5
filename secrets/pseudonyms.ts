import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { toBase64Url } from '../contract/base64.ts'
import { readJwt } from '../contract/jwt.ts'
import { type FoundWord, WordSearch } from './find.ts'
import type { SecretKind } from './forms.ts'
import {
  type DecodedText,
  decodeJsonEscapes,
  decodePercentEscapes,
  jsonEscaped,
  spellings,
  uriEncoded,
} from './spellings.ts'

/** Creates the same pseudonym for the same secret, in the same form. */
export type Pseudonyms = (kind: SecretKind, secret: string) => string

/** Creates the pseudonyms of one recording. Nobody can compute them without the key. */
export function createPseudonyms(key: Uint8Array): Pseudonyms {
  const given = new Map<string, string>()
  const taken = new Set<string>()
  const random = (text: string) => hmac(sha256, key, utf8ToBytes(text))
  const make = (kind: SecretKind, secret: string, attempt: number): string => {
    const bytes = random(JSON.stringify([kind, secret, attempt]))
    const hex = (from: number, to: number) => bytesToHex(bytes.subarray(from, to))
    if (kind === 'email') return `user-${hex(0, 6)}@example.com`
    if (kind === 'ipv4') return `198.${18 + ((bytes[0] ?? 0) & 1)}.${bytes[1]}.${bytes[2]}`
    if (kind === 'ipv6') return `2001:2::${hex(0, 2)}:${hex(2, 4)}`
    if (kind === 'agent') return `Mozilla/5.0 (compatible; client-${hex(0, 4)})`
    if (kind === 'jwt') return jwtLike(secret)
    const [, prefix = '', rest = secret] =
      /^([A-Za-z][A-Za-z0-9]{1,11}[_-])(.{8,})$/s.exec(secret) ?? []
    if (kind === 'key' || isKeyLike(prefix, rest)) return prefix + scramble(rest, bytes)
    return scramble(secret, bytes, hasLetters.test(secret) ? undefined : /\S/gu)
  }
  const pseudonym = (kind: SecretKind, secret: string): string => {
    const known = given.get(secret)
    if (known !== undefined) return known
    let made = make(kind, secret, 0)
    // A JSON number must not start with 0.
    const isUnfit = () => taken.has(made) || made === secret || /^-?0\d/.test(made)
    for (let attempt = 1; isUnfit() && attempt < maxAttempts; attempt++)
      made = make(kind, secret, attempt)
    given.set(secret, made)
    taken.add(made)
    return made
  }
  /** Copies a token, with pseudonyms of people and a random signature. */
  const jwtLike = (secret: string): string => {
    const [head = '', , signature = ''] = secret.split('.')
    const claims = readJwt(secret)
    const scrambled = scramble(signature, random(`signature ${secret}`))
    if (claims === undefined)
      return `${head}.${scramble(secret.split('.')[1] ?? '', random(secret))}.${scrambled}`
    const named = Object.entries(claims).map(([name, value]) => [
      name,
      typeof value === 'string' && value.includes('@') ? pseudonym('email', value) : value,
    ])
    // Two tokens of one user with equal claims must stay different.
    const body = toBase64Url(utf8ToBytes(JSON.stringify(Object.fromEntries(named))))
    return `${head}.${body}.${scrambled}`
  }
  return pseudonym
}

/**
 * Whether a secret is a key with a prefix such as `svc_` and a random part with many `_` and `-`.
 * The form of such a key alone does not show that it is a key.
 */
const isKeyLike = (prefix: string, rest: string): boolean =>
  prefix.endsWith('_') && rest.length >= 20 && /^[\w-]+$/.test(rest) && /\d/.test(rest)

/** The maximum attempts to find an unused pseudonym: a short secret has only a few. */
const maxAttempts = 50

const hasLetters = /[\p{L}\p{N}]/u

/** Replaces letters of any script by ASCII letters and digits by digits; other characters stay. */
export function scramble(text: string, seed: Uint8Array, replaced = /[\p{L}\p{M}\p{N}]/gu): string {
  let bytes: Uint8Array = seed
  let at = 0
  const next = (count: number) => {
    if (at === bytes.length) {
      bytes = hmac(sha256, bytes, new Uint8Array())
      at = 0
    }
    return (bytes[at++] ?? 0) % count
  }
  return text.replaceAll(replaced, (character) => {
    if (/\p{N}/u.test(character)) return String(next(10))
    return String.fromCharCode((/\p{Lu}/u.test(character) ? 65 : 97) + next(26))
  })
}

/** A spelling of a secret, with its replacement. */
type Spelling = {
  readonly text: string
  readonly stand: string
  readonly isWord: boolean
  /** Whether the secret could be a field name, such as `access_token`. */
  readonly isName: boolean
  /** Whether the spelling is the secret itself, without escapes. */
  readonly isPlain: boolean
}

/** The minimum length of a secret to search for in any text. */
export const leastSecret = 6

/** Replaces many secrets in a text at once by pseudonyms, with any escapes. */
export class KnownSecrets {
  readonly #search = new WordSearch<Spelling>(leastSecret)

  /** Adds a secret with its pseudonym. Returns false if it is already known or too short. */
  add(secret: string, pseudonym: string): boolean {
    if (secret.length < leastSecret || this.#search.has(secret)) return false
    const stands = spellings(pseudonym)
    for (const [at, text] of spellings(secret).entries()) {
      const isWord = /^([A-Za-z]+|\d+)$/.test(text)
      const isName = /^[A-Za-z]+([_-][A-Za-z]+)*$/.test(text)
      const stand = stands[at] ?? pseudonym
      this.#search.add({ text, stand, isWord, isName, isPlain: text === secret })
    }
    return true
  }

  /** Replaces the secrets, and removes the beginning of one at the end of a truncated text. */
  replaceIn(text: string, isCut = false): string {
    const plain = this.#replace(text, { text, originOf: (at) => at }, (stand) => stand)
    const escaped = this.#replace(plain, decodeJsonEscapes(plain), jsonEscaped)
    const replaced = this.#replace(escaped, decodePercentEscapes(escaped), uriEncoded)
    return isCut ? replaced.slice(0, replaced.length - this.#search.countBegun(replaced)) : replaced
  }

  /** Replaces the secrets of a text, also those in which only some characters are escaped. */
  #replace(
    text: string,
    decoded: DecodedText | undefined,
    escape: (stand: string) => string,
  ): string {
    if (decoded === undefined) return text
    let result = ''
    let done = 0
    for (const { from, to, word } of this.placesIn(decoded.text)) {
      const stand = word.isPlain ? escape(word.stand) : word.stand
      result += text.slice(done, decoded.originOf(from)) + stand
      done = decoded.originOf(to)
    }
    return done === 0 ? text : result + text.slice(done)
  }

  /** Whether a text contains a known secret. */
  isIn(text: string): boolean {
    const texts = [text, decodeJsonEscapes(text)?.text, decodePercentEscapes(text)?.text]
    return texts.some((one) => one !== undefined && this.placesIn(one).next().done === false)
  }

  /** Yields the places of secrets in a text, in any spelling, with their replacements. */
  *placesIn(text: string): Generator<FoundWord<Spelling>> {
    let done = 0
    const isFound = (one: FoundWord<Spelling>) => isWhole(text, one) && !this.#isInEscape(text, one)
    for (const found of this.#search.findIn(text, isFound)) {
      if (found.from < done) continue
      yield found
      done = found.to
    }
  }

  /**
   * Whether a match begins with the letter of an escape. In JSON inside a text, a line break before
   * `ada@x.io` looks like the address `nada@x.io`, whose replacement would break the escape.
   */
  #isInEscape(text: string, { from, to }: FoundWord<Spelling>): boolean {
    const length = text[from] === 'u' ? 5 : 1
    return text[from - 1] === '\\' && this.#search.has(text.slice(from + length, to))
  }
}

/** Whether a match is not part of a longer word. */
function isWhole(text: string, { from, to, word }: FoundWord<Spelling>): boolean {
  if (word.isName && isInFieldName(text, from, to)) return false
  return !word.isWord || (!isInWord(text, from - 1) && !isInWord(text, to))
}

const isInWord = (text: string, at: number) => /^[A-Za-z0-9]/.test(text.charAt(at))

/** The maximum characters on each side of a match that are read to detect a field name. */
const maxNameLength = 100

/** Whether a match is inside a JSON field name, which must stay unchanged. */
const isInFieldName = (text: string, from: number, to: number): boolean =>
  /^[\w-]*\\*"\s{0,10}:/.test(text.slice(to, to + maxNameLength)) &&
  /"[\w-]*$/.test(text.slice(Math.max(0, from - maxNameLength), from))
