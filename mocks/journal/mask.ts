import { limits } from '../../contract/limits.ts'
import { peekJwt } from '../state/jwt.ts'

const jwt = /\beyJ[\w-]*\.[\w-]+(?:\.[\w-]*)?/g
const key = /\bsvc_[\w-]+/g
/** Names of fields and parameters whose values nobody needs to see. */
const secret = '\\w*(?:password|secret|token|ticket|api_key|private_key)|key'
const secretText = new RegExp(`("(?:${secret})"\\s*:\\s*)"((?:[^"\\\\]|\\\\.)*)"?`, 'gi')
const secretParameter = new RegExp(`((?:^|[?&])(?:${secret})=)([^&#]*)`, 'gi')
/** Objects that hold secrets under any name. */
const secretObject = /("(?:credentials|auth_config|env|headers)"\s*:\s*)\{[^{}]*\}?/gi
const secretHeader = /^(authorization|cookie|proxy-authorization|x-.*(key|token|secret|signature))$/

/** The start of a key, which its record shows as well; other text is too short to show any of it. */
export const maskKey = (value: string): string => `${value.slice(0, limits.keyPrefixLength)}…`

/** A token by whom it is of. */
export const maskJwt = (value: string): string => `<jwt of ${peekJwt(value)?.email ?? 'nobody'}>`

const maskKnown = (text: string): string =>
  text
    .replaceAll(jwt, maskJwt)
    .replaceAll(key, (value) => (value.length > limits.keyPrefixLength ? maskKey(value) : value))

const isMasked = (value: string): boolean => /^(<jwt of [^"]*>|svc_[\w-]{0,4}…?)$/.test(value)

/** A text without its secrets: JSON, whole or cut, or anything else. */
export const maskText = (text: string): string =>
  maskKnown(text)
    .replaceAll(secretObject, '$1{"…":"…"}')
    .replaceAll(secretText, (whole, name: string, value: string) =>
      isMasked(value) ? whole : `${name}"…"`,
    )

/** A query without its secrets. */
export const maskQuery = (query: string): string =>
  maskKnown(query).replaceAll(secretParameter, (whole, name: string, value: string) =>
    isMasked(value) ? whole : `${name}…`,
  )

/** The value of a header without its secrets. */
export function maskHeader(name: string, value: string): string {
  const masked = maskKnown(value)
  if (masked !== value || !secretHeader.test(name)) return masked
  return name === 'authorization' ? value.replace(/\S+$/, '…') : '…'
}
