import { member } from '../session/json.ts'
import { isAccepted, skip } from '../session/assertions.ts'
import { lists } from '../setup/lists.ts'
import { anyErrorCode, byStatus, observed } from './look.ts'
import { type Observers, requireInput } from './observer.ts'
import { pathOf } from '../../contract/exchange.ts'
import { bearerOf } from './sender.ts'
import { sendUnstartedTurn } from './survey.ts'

const plan = 'core'

/** The refusal of a restricted user (7). */
export const restrictedObservers = {
  'login.restricted-account': {
    plan,
    provoke: async ({ session, inputs }) => {
      const flags = '--restricted-email and --restricted-password'
      const email = requireInput(inputs.restrictedEmail, flags)
      const body = { email, password: requireInput(inputs.restrictedPassword, flags) }
      const exchange = await session.send({ method: 'POST', path: '/api/auth/login', body })
      const token = member(exchange.json, 'access_token')
      if (!isAccepted(exchange) || typeof token !== 'string') return exchange
      const use = await session.send({ method: 'GET', path: lists.agents, bearer: token })
      return isAccepted(use) ? skip('that user is not restricted') : use
    },
    read: (exchange, { credentials }) => {
      if (exchange.status !== 403) return undefined
      const { method } = exchange.request
      const path = pathOf(exchange)
      const code = anyErrorCode(exchange)
      if (method === 'POST' && path === '/api/auth/login')
        return code === undefined || code === 'forbidden' ? observed(exchange, 'login') : undefined
      // Every other user may list the agents, with a token that no scope limits.
      const token = credentials.get(bearerOf(exchange))
      const isRefused = token?.kind === 'access' && token.state === 'valid' && !token.wasAccepted
      return isRefused && method === 'GET' && path === lists.agents
        ? observed(exchange, 'later')
        : undefined
    },
  },
  'login.restricted-on-chat': {
    plan,
    needsProvoking: 'a key of a user who was restricted after it was created',
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
