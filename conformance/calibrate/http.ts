import { connectionHeaders } from '../../contract/choices/choice.ts'
import { pathOf } from '../../contract/exchange.ts'
import { findOperation, operationName } from '../../contract/operations/operation-index.ts'
import { isAccepted, isRefusal } from '../session/assertions.ts'
import { type Exchange, type Evidence, toEvidence } from '../session/exchange.ts'
import { sharedSetUp, type TestSession } from '../session/test-session.ts'
import { sendAsUser, userCredential } from '../setup/credentials.ts'
import { lists } from '../setup/lists.ts'
import { credentialOf, requestHeader } from '../session/request.ts'
import type { HistoryIndex } from '../history/history.ts'
import { optionByStatus, observedOption } from './look.ts'
import { type Observers, sendEach } from './observer.ts'

/** Observers of HTTP details without rules in the specification: CORS, paths and headers. */
export const httpObservers = {
  'http.cors-origins': {
    needsProvoking: 'preflights from pages of many origins',
    observe: async ({ session }) => {
      const [foreign, ...others] = await preflights(session)
      if (isGranted(foreign)) return observedOption(foreign, 'any')
      const granted = others.filter(isGranted)
      return observedOption(granted[0] ?? foreign, 'listed', granted.map(originOf))
    },
    read: (exchange) =>
      exchange.headers.get('access-control-allow-origin') === '*' &&
      originOf(exchange) !== undefined
        ? 'any'
        : undefined,
  },
  'http.preflight': {
    provoke: async ({ session }) => {
      const sent = await preflights(session)
      return sent.find(isGranted) ?? sent[0]
    },
    read: (exchange) => {
      const { request, status, text, headers } = exchange
      if (request.method !== 'OPTIONS') return undefined
      if (requestHeader(exchange, 'access-control-request-method') === undefined) return undefined
      // Some recordings have no bodies, so status and headers show whether the body was empty.
      const isEmpty = status === 204 || (status === 200 && headers.get('content-length') === '0')
      if (text === '') return isEmpty ? 'empty' : undefined
      return /^(?:200 OK|400 Disallowed CORS)/.test(`${status} ${text}`) ? 'text' : {}
    },
  },
  'http.trailing-slash': {
    provoke: ({ session }) => sendAsUser(session, { method: 'GET', path: `${lists.agents}/` }),
    read: (exchange) => {
      const path = pathOf(exchange)
      if (exchange.request.method !== 'GET' || !path.endsWith('/')) return undefined
      if (!isPlainOperation('GET', path.slice(0, -1))) return undefined
      return isAccepted(exchange)
        ? 'served'
        : optionByStatus(exchange, { 307: 'redirect', 404: 'missing' })
    },
  },
  'http.head': {
    provoke: ({ session }) => sendAsUser(session, { method: 'HEAD', path: lists.agents }),
    read: (exchange) =>
      exchange.request.method === 'HEAD' && isPlainOperation('GET', pathOf(exchange))
        ? optionByStatus(exchange, { 200: 'as-get', 404: 'refused', 405: 'refused' })
        : undefined,
  },
  'http.allow': {
    provoke: ({ session }) =>
      sendAsUser(session, { method: 'PUT', path: lists.conversations, body: {} }),
    read: (exchange) => {
      if (exchange.status !== 405) return undefined
      const path = pathOf(exchange)
      // At a path with a single method, both options send the same `Allow` header.
      const supported = methods.filter((method) => isPlainOperation(method, path))
      if (supported.length < 2) return undefined
      const allowed = (exchange.headers.get('allow')?.split(',') ?? []).filter(
        (method) => !/^\s*(?:HEAD|OPTIONS)\s*$/i.test(method),
      )
      if (allowed.length === 0) return { came: 'a 405 without `Allow`' }
      return allowed.length === 1 ? 'one' : 'all'
    },
  },
  'http.headers': {
    // Requests a public operation, then a list without a credential, then the list with one.
    provoke: async ({ session }) => {
      const bearer = await userCredential(session)
      return [
        await session.send({ method: 'GET', path: '/api/version' }),
        await session.send({ method: 'GET', path: lists.agents }),
        await session.send({ method: 'GET', path: lists.agents, bearer }),
      ]
    },
    readAtEnd: (all) => {
      const shared = all.get(sharedHeaders)
      // Until each kind of response was observed, a header may be specific to one kind.
      if (shared === undefined || shared.kinds.size < responseKinds.length) return undefined
      const { headers, exchange } = shared
      return headers.size === 0
        ? observedOption(exchange, 'none')
        : observedOption(exchange, 'fixed', Object.fromEntries(headers))
    },
  },
} as const satisfies Observers

/** Origins that deployments often allow in addition to their own origin. */
const usualOrigins = ['localhost', '127.0.0.1'].flatMap((host) =>
  [3000, 3001, 5173, 8080].map((port) => `http://${host}:${port}`),
)

/** An origin that no deployment has in its list of allowed origins. */
const foreignOrigin = 'https://conformance.invalid'

type Preflights = readonly [foreign: Exchange, ...(readonly Exchange[])]

/** Sends a preflight from a foreign origin and, if it is refused, from the usual origins. */
const preflights = sharedSetUp<Preflights>('the preflights', async (session) => {
  const foreign = await preflight(session, foreignOrigin)
  if (isGranted(foreign)) return [foreign]
  const origins = new Set([...usualOrigins, new URL(session.target.baseUrl).origin])
  return [foreign, ...(await sendEach(origins, (origin) => preflight(session, origin)))]
})

function preflight(session: TestSession, origin: string): Promise<Exchange> {
  const headers = {
    origin,
    'access-control-request-method': 'GET',
    'access-control-request-headers': 'authorization',
  }
  return session.send({ method: 'OPTIONS', path: lists.agents, headers })
}

const originOf = (exchange: Exchange): string | undefined => requestHeader(exchange, 'origin')

const isGranted = (exchange: Exchange): boolean =>
  ['*', originOf(exchange)].includes(exchange.headers.get('access-control-allow-origin') ?? '')

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/** Whether a request calls an operation whose path has no id. */
function isPlainOperation(method: string, path: string): boolean {
  const id = findOperation(method, path)
  return id !== undefined && !operationName(id).includes('{')
}

/**
 * Headers that are not compared: those of bodies, caches and gateways, and those that other choices
 * decide. A server that also has a console sends `x-content-type-options`.
 */
const usualHeaders =
  /^(?:access-control-.*|age|alt-svc|cache-control|content-.*|date|etag|expires|last-modified|pragma|server|set-cookie|via|www-authenticate|x-content-type-options|x-understudy-.*)$/

const isUsual = (name: string) => usualHeaders.test(name) || connectionHeaders.has(name)

/** The shared headers are known after at least one response of each of these kinds. */
const responseKinds: readonly ((exchange: Exchange) => boolean)[] = [
  isRefusal,
  // A success without a credential, then a success with one.
  (exchange) => isAccepted(exchange) && credentialOf(exchange) === undefined,
  (exchange) => isAccepted(exchange) && credentialOf(exchange) !== undefined,
  // A request without `Origin`, because an `Origin` alone can be the reason for a `Vary` header.
  (exchange) => originOf(exchange) === undefined,
]

type SharedHeaders = {
  readonly headers: ReadonlyMap<string, string>
  /** A response that has all of the shared headers. */
  readonly exchange: Evidence
  readonly kinds: ReadonlySet<number>
}

/** The headers that all responses have, with the same values. */
const sharedHeaders: HistoryIndex<SharedHeaders> = {
  changes: (exchange, before) => {
    // A crash or a preflight may be handled by a gateway, whose headers do not count.
    const isOfService = isAccepted(exchange) || isRefusal(exchange)
    const headers = [...exchange.headers]
    // Some recordings have no headers.
    if (exchange.request.method === 'OPTIONS' || !isOfService || headers.length === 0) return []
    const sharedBefore = before.get(sharedHeaders)
    const unusualHeaders = headers.filter(([name]) => !isUsual(name))
    const shared =
      sharedBefore === undefined
        ? unusualHeaders
        : unusualHeaders.filter(([name, value]) => sharedBefore.headers.get(name) === value)
    const shown = responseKinds.flatMap((isOfKind, place) =>
      !sharedBefore?.kinds.has(place) && isOfKind(exchange) ? [place] : [],
    )
    if (shown.length === 0 && shared.length === sharedBefore?.headers.size) return []
    const change = {
      headers: new Map(shared),
      exchange: sharedBefore?.exchange ?? toEvidence(exchange),
      kinds: new Set([...(sharedBefore?.kinds ?? []), ...shown]),
    }
    return [['', change]]
  },
}

export const httpIndices = [sharedHeaders]
