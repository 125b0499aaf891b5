import type { Exchange } from '../session/exchange.ts'
import { isAccepted, isRefusal, pollUntil, skip } from '../session/assertions.ts'
import { expiringKey } from '../setup/expiring-key.ts'
import { parseMoment } from './moments.ts'
import { member } from '../session/json.ts'
import type { TestSession } from '../session/test-session.ts'
import { tryCredential } from '../setup/keys.ts'
import { isMalformed, isRefused } from './error-forms.ts'
import {
  anyErrorCode,
  byStatus,
  isDenied,
  isInvalid,
  noOption,
  observed,
  type ObservedOption,
} from './look.ts'
import { type Observers, requireInput } from './observer.ts'
import { malformed } from './survey.ts'
import type { SeenTraffic } from './seen-traffic.ts'
import { pathOf } from '../../contract/exchange.ts'
import { bearerOf, isTurnRequest, timeOf } from './sender.ts'

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
  'auth.expired-key': {
    plan,
    observe: async (context) => {
      const { session } = context
      await context.option('keys.expiry-field')
      const expiring = (await expiringKey(session)) ?? skip('no key of this run expires')
      await session.sleep(Math.max(0, expiring.overAt - session.now()))
      const use = () => tryCredential(session, expiring.key.value)
      const { exchange } = await pollUntil(session, use, isRefusal)
      if (isAccepted(exchange)) return observed(exchange, 'accepted')
      return isDenied(exchange) ? readExpiredKey(exchange) : noOption(exchange)
    },
    read: (exchange, { credentials }) => {
      const key = credentials.get(bearerOf(exchange))
      const [end, now] = [parseMoment(key?.expiresAt), timeOf(exchange)]
      if (key?.state !== 'valid' || end === undefined || now === undefined) return undefined
      if (now < end + expiryLag || isTurnRequest(exchange)) return undefined
      if (isAccepted(exchange)) return observed(exchange, 'accepted')
      return isDenied(exchange) ? readExpiredKey(exchange) : undefined
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

/** How an expired key was refused, from the code or at least the status. */
function readExpiredKey(exchange: Exchange): readonly ObservedOption<'auth.expired-key'>[] {
  const code = anyErrorCode(exchange)
  if (code === 'token_expired') return [observed(exchange, code)]
  // If expired tokens count as invalid, both options refuse an expired key in the same way.
  const given = { 'errors.expired-token-code': ['token_expired'] }
  if (code === 'invalid_token') return [{ ...observed(exchange, code), given }]
  if (code !== undefined) return [noOption(exchange, `code ${code}`)]
  const same = [`${exchange.status}`]
  const other = Object.values(statuses).filter((status) => !same.includes(status))
  const invalid = { 'errors.invalid-token-status': same, 'errors.token-expired-status': other }
  const expired = { 'errors.invalid-token-status': other, 'errors.token-expired-status': same }
  return [
    { ...observed(exchange, 'invalid_token'), given: { ...given, ...invalid } },
    { ...observed(exchange, 'token_expired'), given: { ...given, ...expired } },
  ]
}

/** A deployment may notice the end of a key late. */
const expiryLag = 60_000

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
