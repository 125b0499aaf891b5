import { member } from '../session/json.ts'
import { isAccepted, skip } from '../session/assertions.ts'
import { tryCredential } from '../setup/keys.ts'
import { requireInput, type Observers, observed } from './observer.ts'
import { lists } from '../setup/lists.ts'
import { question } from '../stream/turns.ts'

/** The credentials that end together with the sessions of a user (4.1). */
export const sessionObservers = {
  'sessions.revocation': {
    plan: 'core',
    last: true,
    observe: async ({ session, inputs }) => {
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
      if (isAccepted(await tryCredential(session, access))) skip('access tokens are still accepted')
      const again = { refresh_token: refreshToken }
      const refresh = await session.send({ method: 'POST', path: '/api/auth/refresh', body: again })
      return observed(refresh, isAccepted(refresh) ? 'access' : 'all')
    },
  },
} as const satisfies Observers

const plan = 'core'

/** The refusal of a restricted user (7). */
export const restrictedObservers = {
  'login.restricted-account': {
    plan,
    observe: async ({ session, inputs }) => {
      const flags = '--restricted-email and --restricted-password'
      const email = requireInput(inputs.restrictedEmail, flags)
      const body = { email, password: requireInput(inputs.restrictedPassword, flags) }
      const exchange = await session.send({ method: 'POST', path: '/api/auth/login', body })
      if (exchange.status === 403) return observed(exchange, 'login')
      const token = member(exchange.json, 'access_token')
      if (!isAccepted(exchange) || typeof token !== 'string')
        skip(`unexpected status ${exchange.status}`)
      const use = await session.send({ method: 'GET', path: lists.agents, bearer: token })
      return isAccepted(use) ? skip('that user is not restricted') : observed(use, 'later')
    },
  },
  'login.restricted-on-chat': {
    plan,
    observe: async ({ session, inputs }) => {
      const token = requireInput(inputs.restrictedKey, '--restricted-key')
      const elsewhere = await session.send({ method: 'GET', path: lists.agents, bearer: token })
      if (elsewhere.status !== 403)
        skip(`status ${elsewhere.status}: the key does not belong to a restricted user`)
      const body = { q: question, token }
      const request = { method: 'POST', path: '/api/react', bearer: token, body }
      const exchange = await session.send(request)
      if (exchange.status === 403) return observed(exchange, 'forbidden')
      return exchange.status === 401
        ? observed(exchange, 'unauthorized')
        : skip(`unexpected status ${exchange.status}`)
    },
  },
} as const satisfies Observers
