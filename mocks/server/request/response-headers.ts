import { ownLimits } from '../../../contract/limits.ts'
import { foreignOrigin } from '../../../traffic/journal/host-names.ts'
import {
  type PlainRequest,
  type PlainResponse,
  sandboxHeaders,
} from '../../../contract/plain-http.ts'
import type { CorsPolicy, Policy } from '../../world/behaviour.ts'
import type { Clock } from '../../world/clock.ts'

const allowedMethods = 'GET, POST, PUT, PATCH, DELETE, OPTIONS'

const noContentResponse = { status: 204, headers: {}, body: undefined }

/** The CORS policy for requests outside of the platform, such as requests to the control API. */
export const anyOrigin: CorsPolicy = {
  origins: undefined,
  preflight: { allowed: noContentResponse, refused: noContentResponse },
}

/** Whether pages of an origin may read responses. */
const isAllowedOrigin = ({ origins }: CorsPolicy, origin: string): boolean =>
  origins?.has(origin) ?? true

/** Responds to the CORS preflight of a browser: a request with the method `OPTIONS`. */
export function answerPreflight(request: PlainRequest, cors = anyOrigin): PlainResponse {
  const origin = request.header('origin')
  if (origin !== undefined && !isAllowedOrigin(cors, origin))
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

/** The origin of a page that may not read a response, and the allowed origins. */
export type RefusedOrigin = { readonly origin: string; readonly allowed: ReadonlySet<string> }

/** Returns the origin of a request if its page may not read the response; otherwise `undefined`. */
export function refusedOriginOf(
  request: PlainRequest,
  { origins: allowed }: CorsPolicy,
): RefusedOrigin | undefined {
  // Most deployments allow every origin.
  if (allowed === undefined) return undefined
  const origin = foreignOrigin((name) => request.header(name))
  return origin === undefined || allowed.has(origin) ? undefined : { origin, allowed }
}

/** Adds the CORS headers that a page of another origin needs, if the origin is allowed. */
export function withCors(
  request: PlainRequest,
  response: PlainResponse,
  cors: CorsPolicy = anyOrigin,
): PlainResponse {
  const origin = request.header('origin')
  if (origin === undefined) return response
  const { vary = 'Origin', 'access-control-expose-headers': exposed } = response.headers
  const headers = {
    ...response.headers,
    ...(isAllowedOrigin(cors, origin) && {
      'access-control-allow-origin': origin,
      'access-control-allow-credentials': 'true',
      ...(explainHeaderName in response.headers && {
        'access-control-expose-headers': joined(exposed, explainHeaderName),
      }),
    }),
    vary: /\borigin\b/i.test(vary) ? vary : `${vary}, Origin`,
  }
  return { ...response, headers }
}

const joined = (list: string | undefined, name: string): string =>
  list === undefined ? name : `${list}, ${name}`

/** Adds the headers of a sandbox, which replace those of the profile. */
export const withSandbox = (response: PlainResponse): PlainResponse => ({
  ...response,
  headers: { ...response.headers, ...sandboxHeaders },
})

/**
 * Adds the headers that a deployment sends with every response, and the CORS headers. With a clock, also
 * adds the date of the world, which a test may have moved.
 */
export function withCommonHeaders(
  request: PlainRequest,
  { status, headers, body, reset }: PlainResponse,
  http: Policy['http'],
  clock: Clock | undefined,
): PlainResponse {
  const second = clock && Math.floor(clock.now() / 1000)
  // Most responses have the same second as the previous one, and formatting a date takes 1 µs.
  if (second !== undefined && second !== lastFormattedDate.second)
    lastFormattedDate = { second, text: new Date(second * 1000).toUTCString() }
  const date = second === undefined ? undefined : { date: lastFormattedDate.text }
  // A response to `HEAD` has no body. Adapters ignore a text, but they would read a stream.
  const isUnread = request.method === 'HEAD' && typeof body === 'object'
  if (isUnread) body.cancel()
  const response = {
    status,
    headers: { ...http.headers, ...headers, ...date },
    body: isUnread ? undefined : body,
    ...(reset === true && { reset }),
  }
  return withCors(request, response, http)
}

let lastFormattedDate = { second: Number.NaN, text: '' }

/** Typographic characters and their ASCII forms. */
const asciiReplacements: Readonly<Record<string, string>> = {
  '…': '...',
  '’': "'",
  '“': '"',
  '”': '"',
}

const explainHeaderName = 'x-understudy-explain'

/**
 * Writes an explanation as a header: percent-encodes characters beyond ASCII, and cuts long texts.
 */
export function explainHeader(explanation: string): Readonly<Record<string, string>> {
  let value = ''
  for (const given of explanation.toWellFormed()) {
    const character = asciiReplacements[given] ?? given
    const plain = /^[ -~]+$/.test(character) && character !== '%'
    const written = plain ? character : encodeURIComponent(character)
    if (value.length + written.length > ownLimits.explainHeader) break
    value += written
  }
  return { [explainHeaderName]: value }
}
