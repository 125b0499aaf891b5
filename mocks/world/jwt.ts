import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { fromBase64Url, toBase64Url } from './base64url.ts'

/** What a token of ours says. Times are seconds since 1970. */
export type Claims = {
  readonly sub: string
  readonly email: string
  readonly type: 'access' | 'refresh' | 'ticket'
  readonly iat: number
  readonly exp: number
  readonly jti: string
  /** The session it belongs to; empty where to none. */
  readonly sid: string
  /** How often the user's tokens had been revoked when it was issued. */
  readonly revocations: number
  /** The world that issued it. */
  readonly world: string
}

const header = toBase64Url(utf8ToBytes(JSON.stringify({ alg: 'HS256', typ: 'JWT' })))

/** Signs claims as a JWT with HS256, synchronously and without WebCrypto. */
export function signJwt(claims: Claims, secret: Uint8Array): string {
  const content = `${header}.${toBase64Url(utf8ToBytes(JSON.stringify(claims)))}`
  return `${content}.${signature(content, secret)}`
}

/** The claims of a token that was signed with this secret, else `undefined`. Expiry is not judged. */
export function verifyJwt(token: string, secret: Uint8Array): Claims | undefined {
  const end = token.lastIndexOf('.')
  const content = token.slice(0, end)
  if (!content.startsWith(`${header}.`)) return undefined
  return timingSafeEqual(token.slice(end + 1), signature(content, secret))
    ? decodeJwt(token)
    : undefined
}

/** The claims of a token without any check: good for finding its world, for nothing else. */
export function decodeJwt(token: string): Claims | undefined {
  const bytes = fromBase64Url(token.split('.')[1] ?? '')
  if (bytes === undefined || bytes.length === 0) return undefined
  try {
    const claims: unknown = JSON.parse(new TextDecoder().decode(bytes))
    return typeof claims === 'object' && claims !== null ? (claims as Claims) : undefined
  } catch {
    return undefined
  }
}

const signature = (content: string, secret: Uint8Array) =>
  toBase64Url(hmac(sha256, secret, utf8ToBytes(content)))

/** Whether a text is the expected one; takes as long wherever the two differ. */
export function timingSafeEqual(text: string, expected: string): boolean {
  let difference = text.length ^ expected.length
  for (let at = 0; at < expected.length; at++)
    difference |= text.charCodeAt(at) ^ expected.charCodeAt(at)
  return difference === 0
}
