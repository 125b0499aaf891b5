import { limits } from '../contract/limits.ts'
import { readClaim } from '../contract/jwt.ts'

const key = /\bsvc_[\w-]+/g
/** Names of fields and parameters whose values are secrets. */
const secret =
  '[\\w-]*(?:passw(?:or)?d|passphrase|secret|token|ticket|authorization|[_-]key|apikey|privatekey)|key|plain'
const secretText = new RegExp(`("(?:${secret})"\\s*:\\s*)"((?:[^"\\\\]|\\\\.)*)"?`, 'gi')
const secretParameter = new RegExp(`((?:^|[?&])(?:${secret})=)([^&#]*)`, 'gi')
/** The start of an object whose values are all secrets. */
const secretObject = /"(?:credentials|auth_config|db_config|env|headers)"\s*:\s*(?=[{[])/gi
const secretHeader = /^(authorization|cookie|proxy-authorization|x-.*(key|token|secret|signature))$/

/** Shortens a key to its public prefix, which its record shows too. */
export const maskKey = (value: string): string => `${value.slice(0, limits.keyPrefixLength)}…`

const shown = (email = 'nobody') => `<jwt of ${email}>`

/** After this many malformed tokens in one text, no more are decoded: each costs an exception. */
const mostBroken = 20

const maskKnown = (text: string): string =>
  maskJwts(text)
    .replaceAll(key, (value) => (value.length > limits.keyPrefixLength ? maskKey(value) : value))
    .replaceAll(/(?<![\w-])[\w-]{46,84}(?![\w-])/g, (run) => (isOtherKey(run) ? maskKey(run) : run))

/** Whether a text has the form of a key of a deployment with another prefix, such as `sk-live_`. */
const isOtherKey = (run: string): boolean =>
  /^[a-z0-9]{1,16}[_-]/i.test(run) && /[a-z]/.test(run) && /[A-Z]/.test(run) && /\d/.test(run)

function maskJwts(text: string): string {
  if (!text.includes('eyJ')) return text
  let broken = 0
  const mask = (token: string) => {
    const email = broken < mostBroken ? readClaim(token, 'email') : undefined
    if (email === undefined) broken++
    return shown(email)
  }
  return text.replaceAll(/[\w.-]+/g, (run) => maskJwtsIn(run, mask))
}

/** Masks tokens in a run of word characters and dots; one expression would be quadratic. */
function maskJwtsIn(run: string, mask: (token: string) => string): string {
  const parts = run.split('.')
  const masked: string[] = []
  for (let index = 0; index < parts.length; index++) {
    const part = parts[index] ?? ''
    const begin = parts[index + 1] ? part.search(/\beyJ/) : -1
    if (begin < 0) masked.push(part)
    else {
      const token = [part.slice(begin), ...parts.slice(index + 1, index + 3)].join('.')
      masked.push(part.slice(0, begin) + mask(token))
      index += 2
    }
  }
  return masked.join('.')
}

const isMasked = (value: string): boolean =>
  /^(<jwt of [^"]*>|svc_[\w-]{0,4}…?|[\w-]{8}…)$/.test(value)

/** Masks the secrets in a text. Works for JSON, also if it was cut off, and for any other text. */
export const maskText = (text: string): string =>
  maskObjects(maskKnown(text)).replaceAll(secretText, (whole, name: string, value: string) =>
    isMasked(value) ? whole : `${name}"…"`,
  )

/**
 * Replaces the content of objects that hold secrets, at any depth, also in JSON that was cut off.
 */
function maskObjects(text: string): string {
  let masked = ''
  let done = 0
  for (const { 0: name, index } of text.matchAll(secretObject)) {
    if (index < done) continue
    masked += `${text.slice(done, index + name.length)}{"…":"…"}`
    done = endOf(text, index + name.length)
  }
  return masked + text.slice(done)
}

const tokens = /"(?:[^"\\]|\\.)*"?|[{}[\]]/gs

/** The end of the object or list that starts here; the end of the text if it was cut off. */
function endOf(text: string, begin: number): number {
  let depth = 0
  tokens.lastIndex = begin
  for (let token = tokens.exec(text); token !== null; token = tokens.exec(text)) {
    if (/[{[]/.test(token[0][0] ?? '')) depth++
    else if (/[}\]]/.test(token[0][0] ?? '') && --depth === 0) return tokens.lastIndex
  }
  return text.length
}

export const maskQuery = (query: string): string =>
  maskKnown(query).replaceAll(secretParameter, (whole, name: string, value: string) =>
    isMasked(value) ? whole : `${name}…`,
  )

/** Masks the secrets in the value of a header. */
export function maskHeader(name: string, value: string): string {
  const masked = maskKnown(value)
  if (masked !== value || !secretHeader.test(name)) return masked
  return name === 'authorization' ? value.replace(/(?<!\S)\S+$/, '…') : '…'
}
