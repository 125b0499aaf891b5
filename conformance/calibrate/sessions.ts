import { member } from '../session/json.ts'
import { isAccepted, skip } from '../session/assertions.ts'
import { tryCredential } from '../setup/keys.ts'
import { requireInput, type Observers, observed } from './observer.ts'
import { lists } from '../setup/lists.ts'
import { question } from '../stream/turns.ts'

/** What ends with the sessions of a user (4.1). */
export const sessionObservers = {
  'sessions.revocation': {
    plan: 'core',
    last: true,
    look: async ({ lab, aids }) => {
      requireInput(aids.endSessions || undefined, '--end-sessions')
      const flags = '--other-email and --other-password'
      const email = requireInput(lab.target.otherEmail, flags)
      const body = { email, password: requireInput(lab.target.otherPassword, flags) }
      const session = await lab.send({ method: 'POST', path: '/api/auth/login', body })
      const access = member(session.json, 'access_token')
      const refreshToken = member(session.json, 'refresh_token')
      if (typeof access !== 'string' || typeof refreshToken !== 'string') {
        skip('the login gives no two tokens')
      }
      // What was issued in the second of the revocation may count as issued after it.
      await lab.sleep(1100)
      const path = '/api/me/sessions/revoke-all'
      await lab.send({ method: 'POST', path, bearer: access })
      if (isAccepted(await tryCredential(lab, access))) skip('access tokens work on')
      const again = { refresh_token: refreshToken }
      const refresh = await lab.send({ method: 'POST', path: '/api/auth/refresh', body: again })
      return observed(refresh, isAccepted(refresh) ? 'access' : 'all')
    },
  },
} as const satisfies Observers

const plan = 'core'

/** How an account is refused that is restricted (7). */
export const restrictedObservers = {
  'login.restricted-account': {
    plan,
    look: async ({ lab, aids }) => {
      const flags = '--restricted-email and --restricted-password'
      const email = requireInput(aids.restrictedEmail, flags)
      const body = { email, password: requireInput(aids.restrictedPassword, flags) }
      const exchange = await lab.send({ method: 'POST', path: '/api/auth/login', body })
      if (exchange.status === 403) return observed(exchange, 'login')
      const token = member(exchange.json, 'access_token')
      if (!isAccepted(exchange) || typeof token !== 'string') skip(`status ${exchange.status}`)
      const use = await lab.send({ method: 'GET', path: lists.agents, bearer: token })
      return isAccepted(use) ? skip('that account is not restricted') : observed(use, 'later')
    },
  },
  'login.restricted-on-chat': {
    plan,
    look: async ({ lab, aids }) => {
      const token = requireInput(aids.restrictedKey, '--restricted-key')
      const elsewhere = await lab.send({ method: 'GET', path: lists.agents, bearer: token })
      if (elsewhere.status !== 403) skip(`status ${elsewhere.status}: not of a restricted account`)
      const body = { q: question, token }
      const ask = { method: 'POST', path: '/api/react', bearer: token, body }
      const exchange = await lab.send(ask)
      if (exchange.status === 403) return observed(exchange, 'forbidden')
      return exchange.status === 401
        ? observed(exchange, 'unauthorized')
        : skip(`status ${exchange.status}`)
    },
  },
} as const satisfies Observers
