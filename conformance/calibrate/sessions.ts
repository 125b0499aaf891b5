import { member } from '../session/json.ts'
import { isAccepted, skip } from '../session/assertions.ts'
import { tryCredential } from '../setup/keys.ts'
import { byStatus, isDenied, noOption, observed } from './look.ts'
import { requireInput, type Observers } from './observer.ts'
import { lists } from '../setup/lists.ts'
import { sendUnstartedTurn } from './survey.ts'

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
      const use = await tryCredential(session, access)
      if (!isDenied(use)) return noOption(use, `status ${use.status} for a revoked access token`)
      const again = { refresh_token: refreshToken }
      const refresh = await session.send({ method: 'POST', path: '/api/auth/refresh', body: again })
      if (isAccepted(refresh)) return observed(refresh, 'access')
      return isDenied(refresh) ? observed(refresh, 'all') : noOption(refresh)
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
      if (!isAccepted(exchange) || typeof token !== 'string') return noOption(exchange)
      const use = await session.send({ method: 'GET', path: lists.agents, bearer: token })
      if (isAccepted(use)) return skip('that user is not restricted')
      return byStatus(use, { 403: 'later' })
    },
  },
  'login.restricted-on-chat': {
    plan,
    observe: async ({ session, inputs }) => {
      const token = requireInput(inputs.restrictedKey, '--restricted-key')
      const elsewhere = await session.send({ method: 'GET', path: lists.agents, bearer: token })
      if (elsewhere.status !== 403)
        skip(`status ${elsewhere.status}: the key does not belong to a restricted user`)
      const looks = []
      for (const path of ['/api/react', '/api/dag', '/api/auto']) {
        const exchange = await sendUnstartedTurn(session, path, { bearer: token, token })
        looks.push(byStatus(exchange, { 403: 'forbidden', 401: 'unauthorized' }))
      }
      return looks
    },
  },
} as const satisfies Observers
