import { ownLimits } from '../../../contract/limits.ts'
import type { PlainRequest, PlainResponse } from '../../../recording/exchange.ts'
import type { CorsPolicy, Policy } from '../../world/behaviour.ts'
import type { Clock } from '../../world/clock.ts'

const allowedMethods = 'GET, POST, PUT, PATCH, DELETE, OPTIONS'

const noContent = { status: 204, headers: {}, body: undefined }

/** The policy of requests that belong to no deployment, such as those to the control API. */
export const anyOrigin: CorsPolicy = {
  allowsOrigin: () => true,
  preflight: { allowed: noContent, refused: noContent },
}

/** Responds to the CORS preflight of a browser; `undefined` for other requests. */
export function answerPreflight(
  request: PlainRequest,
  policy: () => CorsPolicy = () => anyOrigin,
): PlainResponse | undefined {
  if (request.method !== 'OPTIONS') return undefined
  const cors = policy()
  const origin = request.header('origin')
  if (origin !== undefined && !cors.allowsOrigin(origin))
    return withCors(request, cors.preflight.refused, cors)
  const { status, body, headers: own } = cors.preflight.allowed
  const headers = {
    ...own,
    'access-control-allow-methods': allowedMethods,
    'access-control-allow-headers':
      request.header('access-control-request-headers') ?? 'authorization, content-type',
    'access-control-max-age': '600',
  }
  return withCors(request, { status, headers, body }, cors)
}

/** Adds the CORS headers that a browser needs for a page of another origin, if it is allowed. */
export function withCors(
  request: PlainRequest,
  response: PlainResponse,
  { allowsOrigin }: CorsPolicy = anyOrigin,
): PlainResponse {
  const origin = request.header('origin')
  if (origin === undefined) return response
  const vary = response.headers['vary'] ?? 'Origin'
  const headers = {
    ...response.headers,
    ...(allowsOrigin(origin) && {
      'access-control-allow-origin': origin,
      'access-control-allow-credentials': 'true',
    }),
    vary: /\borigin\b/i.test(vary) ? vary : `${vary}, Origin`,
    ...(explainHeaderName in response.headers && {
      'access-control-expose-headers': explainHeaderName,
    }),
  }
  return { ...response, headers }
}

/** Adds the headers that every response of a deployment has. */
export const withHeaders = (
  response: PlainResponse,
  added: Policy['http']['headers'],
): PlainResponse =>
  added === undefined ? response : { ...response, headers: { ...added, ...response.headers } }

/**
 * Headers for the platform responses of a server that shares its origin with the console: a browser
 * shows such a response as a document without an origin, and runs nothing in it.
 */
export const sandboxHeaders = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "sandbox; default-src 'none'",
} as const

/** Adds these headers, in place of any that the profile has. */
export const withSandbox = (response: PlainResponse): PlainResponse => ({
  ...response,
  headers: { ...response.headers, ...sandboxHeaders },
})

/** A response to `HEAD` has no body. Adapters drop a text, but they would read a stream. */
export function withoutStream({ method }: PlainRequest, response: PlainResponse): PlainResponse {
  if (method !== 'HEAD' || typeof response.body !== 'object') return response
  response.body.cancel()
  return { ...response, body: undefined }
}

/** Adds the date of the world, which a test may have moved. */
export function withDate(response: PlainResponse, clock: Clock): PlainResponse {
  const second = Math.floor(clock.now() / 1000)
  // Most responses have the same second as the previous one, and formatting a date takes 1 µs.
  if (second !== lastDate.second) lastDate = { second, text: new Date(second * 1000).toUTCString() }
  return { ...response, headers: { ...response.headers, date: lastDate.text } }
}

let lastDate = { second: Number.NaN, text: '' }

/** Typographic characters and their ASCII forms. */
const asciiForms: Readonly<Record<string, string>> = { '…': '...', '’': "'", '“': '"', '”': '"' }

const explainHeaderName = 'x-understudy-explain'

/** An explanation as a header: ASCII, other characters percent-encoded, cut at a limit. */
export function explainHeader(explanation: string): Readonly<Record<string, string>> {
  let value = ''
  for (const given of explanation.toWellFormed()) {
    const character = asciiForms[given] ?? given
    const plain = /^[ -~]+$/.test(character) && character !== '%'
    const written = plain ? character : encodeURIComponent(character)
    if (value.length + written.length > ownLimits.explainHeader) break
    value += written
  }
  return { [explainHeaderName]: value }
}
