import { formatValue, member } from '../session/json.ts'
import type { Exchange } from '../session/exchange.ts'
import type { TestSession } from '../session/test-session.ts'
import { isAccepted, skip } from '../session/assertions.ts'
import { login } from '../setup/credentials.ts'
import { tryCredential } from '../setup/keys.ts'
import { excerpt } from '../report/evidence.ts'
import { isDenied, noOption, observed } from './look.ts'
import { type Observers, requireInput } from './observer.ts'
import { pathOf } from '../../contract/exchange.ts'

const plan = 'core'

const isCall = (exchange: Exchange, path: string): boolean =>
  exchange.request.method === 'POST' && pathOf(exchange) === path

const isLogin = (exchange: Exchange): boolean =>
  isCall(exchange, '/api/auth/login') && typeof member(exchange.json, 'access_token') === 'string'

/** Login and refresh (2.7, 4.6). */
export const loginObservers = {
  'login.token-type': {
    plan,
    provoke: async ({ session }) => (await login(session)).exchange,
    read: (exchange) => {
      if (!isLogin(exchange)) return undefined
      const type = member(exchange.json, 'token_type')
      if (type === 'bearer' || type === 'Bearer') return observed(exchange, type)
      return noOption(exchange, `token_type ${excerpt(formatValue(type), 40)}`)
    },
  },
  'login.expires-in': {
    plan,
    provoke: async ({ session }) => (await login(session)).exchange,
    read: (exchange) => {
      if (!isLogin(exchange)) return undefined
      const seconds = member(exchange.json, 'expires_in')
      if (typeof seconds !== 'number') return []
      return seconds === 7200 ? observed(exchange, '7200') : observed(exchange, 'seconds', seconds)
    },
  },
  'refresh.shape': {
    plan,
    last: true,
    provoke: async ({ session }) => (await rotation(session)).first,
    read: (exchange) => {
      if (!isCall(exchange, '/api/auth/refresh') || !isAccepted(exchange)) return undefined
      const { json } = exchange
      if (typeof member(json, 'access_token') !== 'string')
        return noOption(exchange, 'no access token')
      const [refreshToken, user] = [member(json, 'refresh_token'), member(json, 'user')]
      if (refreshToken === undefined && user === undefined) return observed(exchange, 'access-only')
      return refreshToken !== undefined && user !== undefined
        ? observed(exchange, 'login')
        : noOption(exchange, 'only one of `refresh_token` and `user`')
    },
  },
  'refresh.rotation': {
    plan,
    last: true,
    provoke: async ({ session }) => {
      const { older, first, again } = await rotation(session)
      // A token that was accepted once shows that later refusals are about its use.
      return isAccepted(first) ? [older, again] : first
    },
    readAtEnd: ({ uses: { olderRefresh, secondRefresh } }) => {
      if (secondRefresh && isAccepted(secondRefresh)) return observed(secondRefresh, 'reusable')
      if (olderRefresh && isDenied(olderRefresh)) return observed(olderRefresh, 'single-session')
      // A used token is refused in both other options: only an older one tells them apart.
      return secondRefresh && olderRefresh ? observed(secondRefresh, 'once') : undefined
    },
  },
  'sessions.revocation': {
    plan,
    last: true,
    provoke: async ({ session, inputs }) => {
      requireInput(inputs.endSessions || undefined, '--end-sessions')
      const flags = '--other-email and --other-password'
      const email = requireInput(session.target.otherEmail, flags)
      const body = { email, password: requireInput(session.target.otherPassword, flags) }
      const signIn = await session.send({ method: 'POST', path: '/api/auth/login', body })
      const access = member(signIn.json, 'access_token')
      const refreshToken = member(signIn.json, 'refresh_token')
      if (typeof access !== 'string' || typeof refreshToken !== 'string') {
        skip('the login response lacks a token')
      }
      // A token issued in the same second as the revocation may count as issued after it.
      await session.sleep(1100)
      const path = '/api/me/sessions/revoke-all'
      await session.send({ method: 'POST', path, bearer: access })
      const use = await tryCredential(session, access)
      if (!isDenied(use)) return use
      const again = { refresh_token: refreshToken }
      return session.send({ method: 'POST', path: '/api/auth/refresh', body: again })
    },
    read: (exchange, { credentials }) => {
      if (!isCall(exchange, '/api/auth/refresh')) return undefined
      const token = credentials.get(String(member(exchange.request.body, 'refresh_token')))
      if (token?.state !== 'ended' || !token.isNewest) return undefined
      if (isAccepted(exchange)) return observed(exchange, 'access')
      return isDenied(exchange) ? observed(exchange, 'all') : undefined
    },
  },
} as const satisfies Observers

/**
 * Uses refresh tokens three times: a token that a later login may have ended, a new token, and the
 * new token again.
 */
const rotation = (session: TestSession) =>
  session.once('the rotation of refresh tokens', async () => {
    const { refreshToken } = await login(session)
    const { email, password } = session.target
    const body = { email, password }
    const signIn = await session.send({ method: 'POST', path: '/api/auth/login', body })
    const older = await refresh(session, refreshToken)
    const first = await refresh(session, member(signIn.json, 'refresh_token'))
    const again = await refresh(session, member(signIn.json, 'refresh_token'))
    return { older, first, again }
  })

const refresh = async (session: TestSession, token: unknown): Promise<Exchange> => {
  if (typeof token !== 'string') skip('the login response has no refresh_token')
  // Two tokens issued within one second can be identical.
  await session.sleep(1100)
  return session.send({ method: 'POST', path: '/api/auth/refresh', body: { refresh_token: token } })
}
