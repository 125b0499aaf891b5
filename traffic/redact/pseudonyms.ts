import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { toBase64Url } from '../../contract/base64url.ts'
import { readJwt } from '../../contract/jwt.ts'
import type { SecretKind } from './secret-forms.ts'

/** Makes the same pseudonym for the same secret, of the same form. */
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
    const keepsPrefix = kind === 'key' || isKeyLike(prefix, rest)
    return keepsPrefix ? prefix + scramble(rest, bytes) : scramble(secret, bytes)
  }
  const pseudonym = (kind: SecretKind, secret: string): string => {
    const known = given.get(secret)
    if (known !== undefined) return known
    let made = make(kind, secret, 0)
    for (let attempt = 1; (taken.has(made) || made === secret) && attempt < maxAttempts; attempt++)
      made = make(kind, secret, attempt)
    given.set(secret, made)
    taken.add(made)
    return made
  }
  /** A token with the same header and claims, but other people in it and a random signature. */
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
 * Whether a secret is a key with a prefix, such as `svc_`, whose random part happens to have `_` and
 * `-` so often that its form alone does not show it.
 */
const isKeyLike = (prefix: string, rest: string): boolean =>
  prefix.endsWith('_') && rest.length >= 20 && /^[\w-]+$/.test(rest) && /\d/.test(rest)

/** Small sets of pseudonyms, such as of one letter, may be used up. */
const maxAttempts = 50

/** Replaces letters by letters and digits by digits, and keeps everything else. */
export function scramble(text: string, seed: Uint8Array): string {
  let bytes: Uint8Array = seed
  let at = 0
  const next = (count: number) => {
    if (at === bytes.length) {
      bytes = hmac(sha256, bytes, new Uint8Array())
      at = 0
    }
    return (bytes[at++] ?? 0) % count
  }
  return text.replaceAll(/[A-Za-z0-9]/g, (character) => {
    if (character <= '9') return String(next(10))
    return String.fromCharCode((character <= 'Z' ? 65 : 97) + next(26))
  })
}
