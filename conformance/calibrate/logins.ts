import { formatValue, member } from '../session/json.ts'
import type { Exchange } from '../session/exchange.ts'
import type { TestSession } from '../session/test-session.ts'
import { isAccepted, skip } from '../session/assertions.ts'
import { login } from '../setup/credentials.ts'
import { excerpt } from '../report/evidence.ts'
import { acceptedOrRefused, isDenied, noOption, observed } from './look.ts'
import type { Observers } from './observer.ts'

const plan = 'core'

/** Login and refresh (2.7, 4.6). */
export const loginObservers = {
  'login.token-type': {
    plan,
    observe: async ({ session }) => {
      const { exchange } = await login(session)
      const type = member(exchange.json, 'token_type')
      if (type === 'bearer' || type === 'Bearer') return observed(exchange, type)
      return noOption(exchange, `token_type ${excerpt(formatValue(type), 40)}`)
    },
  },
  'login.expires-in': {
    plan,
    observe: async ({ session }) => {
      const { exchange } = await login(session)
      const seconds = member(exchange.json, 'expires_in')
      if (typeof seconds !== 'number') return skip('the login response has no expires_in')
      return seconds === 7200 ? observed(exchange, '7200') : observed(exchange, 'seconds', seconds)
    },
  },
  'refresh.shape': {
    plan,
    last: true,
    observe: async ({ session }) => {
      const { first } = await rotation(session)
      if (!isAccepted(first)) return noOption(first)
      const { json } = first
      if (typeof member(json, 'access_token') !== 'string')
        return noOption(first, 'no access token')
      const [refreshToken, user] = [member(json, 'refresh_token'), member(json, 'user')]
      if (refreshToken === undefined && user === undefined) return observed(first, 'access-only')
      return refreshToken !== undefined && user !== undefined
        ? observed(first, 'login')
        : noOption(first, 'only one of `refresh_token` and `user`')
    },
  },
  'refresh.rotation': {
    plan,
    last: true,
    observe: async ({ session }) => {
      const { older, first, again } = await rotation(session)
      // A token that was accepted once shows that later refusals are about its use.
      if (!isAccepted(first)) return noOption(first)
      if (isDenied(older)) return observed(older, 'single-session')
      if (!isAccepted(older)) return noOption(older)
      return acceptedOrRefused(again, 'reusable', 'once')
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
