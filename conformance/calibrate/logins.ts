import { excerpt } from '../report/evidence.ts'
import { isAccepted, skip } from '../session/assertions.ts'
import { type Exchange, turnPaths, type Evidence, toEvidence } from '../session/exchange.ts'
import { formatValue, member } from '../session/json.ts'
import { sharedSetUp, type TestSession } from '../session/test-session.ts'
import { login } from '../setup/credentials.ts'
import { tryCredential } from '../setup/keys.ts'
import { lists } from '../setup/lists.ts'
import { bearerOf, fieldsOf, isCall } from '../session/request.ts'
import { knownCredential } from '../history/credentials.ts'
import type { HistoryIndex } from '../history/history.ts'
import { optionByStatus, observedOption } from './look.ts'
import { type Observers, requireInput, sendEach } from './observer.ts'
import { anyErrorCode, isDenied } from '../history/response.ts'
import { sendUnstartedTurn } from './survey.ts'

/** One observer for each choice about login, refresh and restricted users (2.7, 4.6, 7). */
export const loginObservers = {
  'login.token-type': {
    provoke: async ({ session }) => (await login(session)).exchange,
    read: (exchange) => {
      if (!isLogin(exchange)) return undefined
      const type = member(exchange.json, 'token_type')
      if (type === 'bearer' || type === 'Bearer') return type
      return { came: `token_type ${excerpt(formatValue(type), 40)}` }
    },
  },
  'login.expires-in': {
    provoke: async ({ session }) => (await login(session)).exchange,
    read: (exchange) => {
      if (!isLogin(exchange)) return undefined
      const seconds = member(exchange.json, 'expires_in')
      if (typeof seconds !== 'number') return []
      return seconds === 7200 ? '7200' : { option: 'seconds', value: seconds }
    },
  },
  'refresh.shape': {
    last: true,
    provoke: async ({ session }) => (await rotateRefreshTokens(session)).first,
    read: (exchange) => {
      const { json } = exchange
      if (!isRefresh(exchange) || !isAccepted(exchange)) return undefined
      if (typeof member(json, 'access_token') !== 'string') return { came: 'no access token' }
      const fields = ['refresh_token', 'user'].filter((name) => member(json, name) !== undefined)
      if (fields.length === 0) return 'access-only'
      return fields.length === 2 ? 'login' : { came: 'only one of `refresh_token` and `user`' }
    },
  },
  'refresh.rotation': {
    last: true,
    provoke: async ({ session }) => {
      const { older, first, again } = await rotateRefreshTokens(session)
      // If the token was accepted once, a later refusal means that it was already used.
      return isAccepted(first) ? [older, again] : first
    },
    readAtEnd: (all) => {
      const [older, used] = [all.get(refreshes, 'older'), all.get(refreshes, 'used')]
      if (used?.isAccepted) return observedOption(used.exchange, 'reusable')
      if (older?.isAccepted === false) return observedOption(older.exchange, 'single-session')
      // `once` and `single-session` refuse a used token; an older unused token distinguishes them.
      return used && older ? observedOption(used.exchange, 'once') : undefined
    },
  },
  'sessions.revocation': {
    last: true,
    provoke: async ({ session, inputs }) => {
      requireInput(inputs.endSessions || undefined, '--end-sessions')
      const { otherEmail, otherPassword } = session.target
      const signIn = await signedInAs(session, 'other', otherEmail, otherPassword)
      const access = member(signIn.json, 'access_token')
      const refreshToken = member(signIn.json, 'refresh_token')
      if (typeof access !== 'string' || typeof refreshToken !== 'string') {
        skip('the login response lacks a token')
      }
      // A token from the same second as the revocation may count as issued after the revocation.
      await session.sleep(1100)
      const path = '/api/me/sessions/revoke-all'
      await session.send({ method: 'POST', path, bearer: access })
      const use = await tryCredential(session, access)
      if (!isDenied(use)) return use
      const again = { refresh_token: refreshToken }
      return session.send({ method: 'POST', path: '/api/auth/refresh', body: again })
    },
    read: (exchange, before) => {
      if (!isRefresh(exchange)) return undefined
      const token = knownCredential(String(fieldsOf(exchange)['refresh_token']), before)
      if (token?.state !== 'ended' || !token.isNewest) return undefined
      if (isAccepted(exchange)) return 'access'
      return isDenied(exchange) ? 'all' : undefined
    },
  },
  'login.restricted-account': {
    provoke: async ({ session, inputs }) => {
      const { restrictedEmail, restrictedPassword } = inputs
      const exchange = await signedInAs(session, 'restricted', restrictedEmail, restrictedPassword)
      const token = member(exchange.json, 'access_token')
      if (!isAccepted(exchange) || typeof token !== 'string') return exchange
      const use = await session.send({ method: 'GET', path: lists.agents, bearer: token })
      return isAccepted(use) ? skip('that user is not restricted') : use
    },
    read: (exchange, before) => {
      if (exchange.status !== 403) return undefined
      const code = anyErrorCode(exchange) ?? 'forbidden'
      if (isCall(exchange, 'POST', '/api/auth/login'))
        return code === 'forbidden' ? 'login' : undefined
      // An access token has no scopes. If it cannot list the agents, its user is restricted.
      const token = knownCredential(bearerOf(exchange), before)
      const isRefused = token?.kind === 'access' && token.state === 'valid' && !token.wasAccepted
      return isRefused && isCall(exchange, 'GET', lists.agents) ? 'later' : undefined
    },
  },
  'login.restricted-on-chat': {
    needsProvoking: 'a key of a user who was restricted after it was created',
    observe: async ({ session, inputs }) => {
      const token = requireInput(inputs.restrictedKey, '--restricted-key')
      const elsewhere = await session.send({ method: 'GET', path: lists.agents, bearer: token })
      if (elsewhere.status !== 403)
        skip(`status ${elsewhere.status}: the key does not belong to a restricted user`)
      const sentTurns = await sendEach(turnPaths, (path) =>
        sendUnstartedTurn(session, path, { bearer: token, token }),
      )
      return sentTurns.map((exchange) =>
        optionByStatus(exchange, { 403: 'forbidden', 401: 'unauthorized' }),
      )
    },
  },
} as const satisfies Observers

const isRefresh = (exchange: Exchange): boolean => isCall(exchange, 'POST', '/api/auth/refresh')

const isLogin = (exchange: Exchange): boolean =>
  isCall(exchange, 'POST', '/api/auth/login') &&
  typeof member(exchange.json, 'access_token') === 'string'

const sendLogin = (session: TestSession, body: object): Promise<Exchange> =>
  session.send({ method: 'POST', path: '/api/auth/login', body })

/** Signs in a user whose email and password come from flags. */
async function signedInAs(session: TestSession, user: string, email?: string, password?: string) {
  const flags = `--${user}-email and --${user}-password`
  const body = { email: requireInput(email, flags), password: requireInput(password, flags) }
  return sendLogin(session, body)
}

/**
 * Sends three refreshes: with a token that a later login may have made invalid, with a new token,
 * and again with the new token.
 */
const rotateRefreshTokens = sharedSetUp('the rotation of refresh tokens', async (session) => {
  const { refreshToken } = await login(session)
  const { email, password } = session.target
  const signIn = await sendLogin(session, { email, password })
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

type Refresh = { readonly exchange: Evidence; readonly isAccepted: boolean }

/**
 * The last refresh with a `used` token, and the last one with an `older` token. An older token is
 * unused, but its owner has received another token since.
 */
const refreshes: HistoryIndex<Refresh> = {
  changes: (exchange, before) => {
    if (!isRefresh(exchange) || !(isAccepted(exchange) || isDenied(exchange))) return []
    const token = knownCredential(String(fieldsOf(exchange)['refresh_token']), before)
    const isOlder = token?.state === 'valid' && !token.isNewest
    const key = token?.state === 'spent' ? 'used' : isOlder ? 'older' : undefined
    return key === undefined || token?.kind !== 'refresh'
      ? []
      : [[key, { exchange: toEvidence(exchange), isAccepted: isAccepted(exchange) }]]
  },
}

export const loginIndices = [refreshes]
