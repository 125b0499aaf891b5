import { skip } from '../session/assertions.ts'
import type { Exchange } from '../session/exchange.ts'
import type { TestSession } from '../session/test-session.ts'
import { userCredential } from '../setup/credentials.ts'
import { lists } from '../setup/lists.ts'
import { httpReadings } from './http-readings.ts'
import { observed } from './look.ts'
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
    needsProvoking: 'preflights from pages of many origins',
    observe: async ({ session }) => {
      const sent = await preflights(session)
      const [first] = sent
      if (first === undefined) return []
      if (isGranted(first)) return observed(first.exchange, 'any')
      const granted = sent.filter(isGranted)
      const origins = granted.map(({ origin }) => origin)
      return observed((granted[0] ?? first).exchange, 'listed', origins)
    },
    read: httpReadings['http.cors-origins'],
  },
  'http.preflight': {
    plan,
    provoke: async ({ session }) => {
      const sent = await preflights(session)
      return (sent.find(isGranted) ?? sent[0] ?? skip('no preflight was sent')).exchange
    },
    read: httpReadings['http.preflight'],
  },
  'http.trailing-slash': {
    plan,
    provoke: async ({ session }) => {
      const bearer = await userCredential(session)
      return session.send({ method: 'GET', path: `${lists.agents}/`, bearer })
    },
    read: httpReadings['http.trailing-slash'],
  },
  'http.head': {
    plan,
    provoke: async ({ session }) => {
      const bearer = await userCredential(session)
      return session.send({ method: 'HEAD', path: lists.agents, bearer })
    },
    read: httpReadings['http.head'],
  },
  'http.allow': {
    plan,
    provoke: async ({ session }) => {
      const bearer = await userCredential(session)
      const path = lists.conversations
      return session.send({ method: 'PUT', path, bearer, body: {} })
    },
    read: httpReadings['http.allow'],
  },
  'http.headers': {
    plan,
    // A public response, a refusal and a list.
    provoke: async ({ session }) => {
      const bearer = await userCredential(session)
      return [
        await session.send({ method: 'GET', path: '/api/version' }),
        await session.send({ method: 'GET', path: lists.agents }),
        await session.send({ method: 'GET', path: lists.agents, bearer }),
      ]
    },
    readAtEnd: ({ headers: { fixed } }) => {
      if (fixed === undefined) return undefined
      const { headers, exchange } = fixed
      return headers.size === 0
        ? { option: 'none', exchange }
        : { option: 'fixed', value: Object.fromEntries(headers), exchange }
    },
  },
} as const satisfies Observers
