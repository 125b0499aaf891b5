import type { Exchange } from '../session/exchange.ts'
import { skip } from '../session/assertions.ts'
import { member } from '../session/json.ts'
import type { TestSession } from '../session/test-session.ts'
import { tryCredential } from '../setup/keys.ts'
import { isMalformed, isRefused } from './error-forms.ts'
import { anyErrorCode, byStatus, isDenied, isInvalid, noOption, observed } from './look.ts'
import { type Observers, requireInput } from './observer.ts'
import { malformed } from './survey.ts'
import type { SeenTraffic } from './seen-traffic.ts'
import { bearerOf, pathOf, timeOf } from './sender.ts'

const plan = 'core'

const statuses = { 401: '401', 400: '400', 403: '403' } as const

const expiredUse = (session: TestSession) =>
  session.once('the expired token', async () => {
    const { expiredToken } = session.target
    return tryCredential(session, requireInput(expiredToken, '--expired-token'))
  })

/** How credentials are refused (7). */
export const refusalObservers = {
  'errors.invalid-token-status': {
    plan,
    isShownEverywhere: true,
    provoke: ({ session }) => tryCredential(session, malformed),
    read: (exchange, before) => {
      if (!isRefused(exchange) || isInvalid(exchange)) return undefined
      if (anyErrorCode(exchange) === 'invalid_token') return byStatus(exchange, statuses)
      if (exchange.status === 404 || exchange.status === 405) return undefined
      return isMalformed(exchange, before) ? byStatus(exchange, statuses) : undefined
    },
  },
  'errors.expired-token-code': {
    plan,
    observe: async ({ session, option }) => {
      const exchange = await expiredUse(session)
      const code = anyErrorCode(exchange)
      if (code === 'token_expired' || code === 'invalid_token') return observed(exchange, code)
      if (code !== undefined) return noOption(exchange, `code ${code}`)
      if (!isDenied(exchange)) return noOption(exchange)
      // Without an error code, its status shows it, unless an invalid token has the same status.
      const isOther = (await option('errors.invalid-token-status')) !== `${exchange.status}`
      return isOther ? observed(exchange, 'token_expired') : skip('all refusals look the same')
    },
    read: (exchange, before) => {
      if (!usesExpiredToken(exchange, before) || !isDenied(exchange)) return undefined
      const code = anyErrorCode(exchange)
      if (code === 'token_expired' || code === 'invalid_token') return observed(exchange, code)
      if (code !== undefined) return undefined
      const others = Object.values(statuses).filter((status) => status !== `${exchange.status}`)
      const given = { 'errors.invalid-token-status': others }
      return { ...observed(exchange, 'token_expired'), given }
    },
  },
  'errors.token-expired-status': {
    plan,
    observe: async ({ session, option }) => {
      const exchange = await expiredUse(session)
      const code = await option('errors.expired-token-code')
      if (code === 'invalid_token') skip('no response has the code `token_expired`')
      return byStatus(exchange, statuses)
    },
    read: (exchange, before) => {
      if (anyErrorCode(exchange) === 'token_expired') return byStatus(exchange, statuses)
      if (!usesExpiredToken(exchange, before) || !isDenied(exchange)) return undefined
      if (anyErrorCode(exchange) !== undefined) return undefined
      const given = { 'errors.expired-token-code': ['token_expired'] }
      return { ...byStatus(exchange, statuses), given }
    },
  },
  'errors.login-failed': {
    plan,
    provoke: ({ session }) => {
      // A reserved domain, so no real user is locked out.
      const body = { email: 'nobody@conformance.invalid', password: 'wrong' }
      return session.send({ method: 'POST', path: '/api/auth/login', body })
    },
    read: (exchange) => {
      const { method, body } = exchange.request
      if (method !== 'POST' || pathOf(exchange) !== '/api/auth/login') return undefined
      const isComplete = ['email', 'password'].every(
        (name) => typeof member(body, name) === 'string',
      )
      if (!isComplete || isInvalid(exchange)) return undefined
      if (exchange.status !== 401 && exchange.status !== 400) return undefined
      const code = anyErrorCode(exchange)
      if (code === 'invalid_credentials') return observed(exchange, code)
      return code === undefined || code === 'unauthorized' || code === 'bad_request'
        ? byStatus(exchange, { 401: 'unauthorized', 400: 'bad_request' })
        : noOption(exchange, `code ${code}`)
    },
  },
} as const satisfies Observers

/** Whether a token is over that was good before: by its claim `exp` and the clock of the response. */
function usesExpiredToken(exchange: Exchange, { credentials }: SeenTraffic): boolean {
  const token = bearerOf(exchange)
  const known = credentials.get(token)
  if (token === undefined || known?.state !== 'valid' || known.kind === 'refresh') return false
  const [end, now] = [expiryOf(token), timeOf(exchange)]
  return end !== undefined && now !== undefined && end < now - clockSkew
}

/** The header `Date` has whole seconds. */
const clockSkew = 2000

/** The end of a JSON Web Token, in milliseconds since 1970. */
function expiryOf(token: string): number | undefined {
  const [, claims = ''] = token.split('.')
  const text = claims.replaceAll('-', '+').replaceAll('_', '/')
  try {
    const end = member(JSON.parse(atob(text)), 'exp')
    return typeof end === 'number' ? end * 1000 : undefined
  } catch {
    return undefined
  }
}
