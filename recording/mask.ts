import { limits } from '../contract/limits.ts'
import { decodeJwtPayload } from './base64url.ts'

const key = /\bsvc_[\w-]+/g
/** Names of fields and parameters whose values nobody needs to see. */
const secret =
  '[\\w-]*(?:passw(?:or)?d|passphrase|secret|token|ticket|authorization|[_-]key|apikey|privatekey)|key'
const secretText = new RegExp(`("(?:${secret})"\\s*:\\s*)"((?:[^"\\\\]|\\\\.)*)"?`, 'gi')
const secretParameter = new RegExp(`((?:^|[?&])(?:${secret})=)([^&#]*)`, 'gi')
/** Where an object begins that holds secrets under any name. */
const secretObject = /"(?:credentials|auth_config|db_config|env|headers)"\s*:\s*(?=[{[])/gi
const secretHeader = /^(authorization|cookie|proxy-authorization|x-.*(key|token|secret|signature))$/

/** The start of a key, which its record shows as well; other text is too short to show any of it. */
export const maskKey = (value: string): string => `${value.slice(0, limits.keyPrefixLength)}…`

function emailIn(token: string): string | undefined {
  const email = decodeJwtPayload(token)?.['email']
  return typeof email === 'string' ? email : undefined
}

const shown = (email = 'nobody') => `<jwt of ${email}>`

/** How many tokens of a text may be broken before no more are read: each costs a thrown error. */
const mostBroken = 20

const maskKnown = (text: string): string =>
  maskJwts(text).replaceAll(key, (value) =>
    value.length > limits.keyPrefixLength ? maskKey(value) : value,
  )

function maskJwts(text: string): string {
  if (!text.includes('eyJ')) return text
  let broken = 0
  const mask = (token: string) => {
    const email = broken < mostBroken ? emailIn(token) : undefined
    if (email === undefined) broken++
    return shown(email)
  }
  return text.replaceAll(/[\w.-]+/g, (run) => maskJwtsIn(run, mask))
}

/** Masks the tokens in a run of words and dots. One expression for it would look on from each `eyJ`. */
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

const isMasked = (value: string): boolean => /^(<jwt of [^"]*>|svc_[\w-]{0,4}…?)$/.test(value)

/** A text without its secrets: JSON, whole or cut, or anything else. */
export const maskText = (text: string): string =>
  maskObjects(maskKnown(text)).replaceAll(secretText, (whole, name: string, value: string) =>
    isMasked(value) ? whole : `${name}"…"`,
  )

/** A text with nothing in its objects that hold secrets, however deep these are, and also cut. */
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

/** Where the object or list ends that begins here: where its brackets are closed, or the text is. */
function endOf(text: string, begin: number): number {
  let depth = 0
  tokens.lastIndex = begin
  for (let token = tokens.exec(text); token !== null; token = tokens.exec(text)) {
    if (/[{[]/.test(token[0][0] ?? '')) depth++
    else if (/[}\]]/.test(token[0][0] ?? '') && --depth === 0) return tokens.lastIndex
  }
  return text.length
}

/** A query without its secrets. */
export const maskQuery = (query: string): string =>
  maskKnown(query).replaceAll(secretParameter, (whole, name: string, value: string) =>
    isMasked(value) ? whole : `${name}…`,
  )

/** The value of a header without its secrets. */
export function maskHeader(name: string, value: string): string {
  const masked = maskKnown(value)
  if (masked !== value || !secretHeader.test(name)) return masked
  return name === 'authorization' ? value.replace(/(?<!\S)\S+$/, '…') : '…'
}
