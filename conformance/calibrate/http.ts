import { isAccepted, skip } from '../session/assertions.ts'
import type { Exchange } from '../session/exchange.ts'
import type { TestSession } from '../session/test-session.ts'
import { userCredential } from '../setup/credentials.ts'
import { lists } from '../setup/lists.ts'
import { byStatus, noOption, observed } from './look.ts'
import type { Observers } from './observer.ts'

const plan = 'core'

/** Origins that deployments often allow besides their own. */
const usualOrigins = ['localhost', '127.0.0.1'].flatMap((host) =>
  [3000, 3001, 5173, 8080].map((port) => `http://${host}:${port}`),
)

/** An origin that no list contains. */
const foreignOrigin = 'https://conformance.invalid'

type Preflight = { readonly origin: string; readonly exchange: Exchange }

/** A preflight of the foreign origin, then of usual ones if that one was refused. */
const preflights = (session: TestSession): Promise<readonly Preflight[]> =>
  session.once('the preflights', async () => {
    const foreign = await preflight(session, foreignOrigin)
    if (isGranted(foreign)) return [foreign]
    const own = new URL(session.target.baseUrl).origin
    const sent = [foreign]
    for (const origin of new Set([...usualOrigins, own]))
      sent.push(await preflight(session, origin))
    return sent
  })

async function preflight(session: TestSession, origin: string): Promise<Preflight> {
  const headers = {
    origin,
    'access-control-request-method': 'GET',
    'access-control-request-headers': 'authorization',
  }
  const exchange = await session.send({ method: 'OPTIONS', path: lists.agents, headers })
  return { origin, exchange }
}

const isGranted = ({ origin, exchange: { headers } }: Preflight): boolean =>
  ['*', origin].includes(headers.get('access-control-allow-origin') ?? '')

/** HTTP itself: CORS, paths and headers, for which the specification has no rules. */
export const httpObservers = {
  'http.cors-origins': {
    plan,
    observe: async ({ session }) => {
      const sent = await preflights(session)
      const [first] = sent
      if (first === undefined) return []
      if (isGranted(first)) return observed(first.exchange, 'any')
      const granted = sent.filter(isGranted)
      const origins = granted.map(({ origin }) => origin)
      return observed((granted[0] ?? first).exchange, 'listed', origins)
    },
  },
  'http.preflight': {
    plan,
    observe: async ({ session }) => {
      const sent = await preflights(session)
      const { exchange } = sent.find(isGranted) ?? sent[0] ?? skip('no preflight was sent')
      const { status, text } = exchange
      if (text === '' && (status === 200 || status === 204)) return observed(exchange, 'empty')
      return /^(?:200 OK|400 Disallowed CORS)/.test(`${status} ${text}`)
        ? observed(exchange, 'text')
        : noOption(exchange)
    },
  },
  'http.trailing-slash': {
    plan,
    observe: async ({ session }) => {
      const bearer = await userCredential(session)
      const exchange = await session.send({ method: 'GET', path: `${lists.agents}/`, bearer })
      if (isAccepted(exchange)) return observed(exchange, 'served')
      return byStatus(exchange, { 307: 'redirect', 404: 'missing' })
    },
  },
  'http.head': {
    plan,
    observe: async ({ session }) => {
      const bearer = await userCredential(session)
      const exchange = await session.send({ method: 'HEAD', path: lists.agents, bearer })
      return byStatus(exchange, { 200: 'as-get', 404: 'refused', 405: 'refused' })
    },
  },
  'http.allow': {
    plan,
    observe: async ({ session }) => {
      const bearer = await userCredential(session)
      // A path with several methods, so that a single one is not all of them.
      const path = lists.conversations
      const exchange = await session.send({ method: 'PUT', path, bearer, body: {} })
      if (exchange.status !== 405) return noOption(exchange)
      const methods = exchange.headers.get('allow')?.split(',') ?? []
      if (methods.length === 0) return noOption(exchange, 'a 405 without `Allow`')
      return observed(exchange, methods.length === 1 ? 'one' : 'all')
    },
  },
  'http.headers': {
    plan,
    observe: async ({ session }) => {
      const { exchange, ...others } = await threeResponses(session)
      const fixed = [...exchange.headers].filter(
        ([name, value]) =>
          !usualHeaders.test(name) &&
          Object.values(others).every(({ headers }) => headers.get(name) === value),
      )
      return fixed.length === 0
        ? observed(exchange, 'none')
        : observed(exchange, 'fixed', Object.fromEntries(fixed))
    },
  },
} as const satisfies Observers

/** A public response, a refusal and a list: a header that all have is not of one operation. */
async function threeResponses(session: TestSession) {
  const bearer = await userCredential(session)
  return {
    exchange: await session.send({ method: 'GET', path: '/api/version' }),
    refusal: await session.send({ method: 'GET', path: lists.agents }),
    list: await session.send({ method: 'GET', path: lists.agents, bearer }),
  }
}

/** Headers of connections, of bodies and of caches, and those that other choices decide. */
const usualHeaders =
  /^(?:access-control-.*|age|alt-svc|cache-control|connection|content-.*|date|etag|expires|keep-alive|last-modified|pragma|server|set-cookie|transfer-encoding|via|www-authenticate|x-understudy-.*)$/
