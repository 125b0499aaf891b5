import { specifiedLogin } from '../../contract/records/specified.ts'
import { checks, judgingReply } from '../session/check.ts'
import type { Exchange } from '../session/exchange.ts'
import { findValue, member, formatValue } from '../session/json.ts'
import { sharedSetUp, type TestSession } from '../session/test-session.ts'
import { errorCode, isAccepted, assert, requireBaseline } from '../session/assertions.ts'
import { Blocked } from '../session/outcomes.ts'
import { laterLogin, readTokens, refreshableLogin, type SignIn } from '../setup/credentials.ts'
import { listedRecord } from '../setup/key-lifecycle.ts'
import { listedKey, tryCredential } from '../setup/keys.ts'
import { anObject, refusesInput } from './validation.ts'

const core = { plan: 'core', needs: ['login'] } as const

const refresh = (session: TestSession, token: unknown): Promise<Exchange> =>
  session.send({ method: 'POST', path: '/api/auth/refresh', body: { refresh_token: token } })

/**
 * Refreshes a new login, once per run. If both tokens are identical, refreshes another login after
 * a pause: tokens of the same second can be identical, and a refresh token may be valid only once.
 */
const refreshed = sharedSetUp<Refreshed>('a refresh', async (session) => {
  const first = await refreshOnce(session, await refreshableLogin(session))
  if (readTokens(first.exchange)?.accessToken !== first.login.accessToken) return first
  const later = await laterLogin(session)
  await session.sleep(1100)
  return refreshOnce(session, later)
})

type Refreshed = { readonly login: SignIn; readonly exchange: Exchange }

async function refreshOnce(session: TestSession, login: SignIn): Promise<Refreshed> {
  const { refreshToken } = login
  if (refreshToken === undefined) throw new Blocked('the login response has no refresh_token')
  return { login, exchange: await refresh(session, refreshToken) }
}

async function newToken(session: TestSession): Promise<string> {
  const { exchange } = await refreshed(session)
  const tokens = isAccepted(exchange) ? readTokens(exchange) : undefined
  if (tokens === undefined) throw new Blocked('the refresh response has no access_token')
  return tokens.accessToken
}

const assertLoginShape = (exchange: Exchange): void =>
  assert.matches(specifiedLogin, exchange.json, exchange)

function assertAccessToken(exchange: Exchange): void {
  const token = member(exchange.json, 'access_token')
  assert.holds(typeof token === 'string', 'a string access_token', formatValue(token), exchange)
}

const assertNoToken = (exchange: Exchange): void => {
  const token = findValue(exchange.json, ({ key }) => key === 'access_token')
  assert.holds(token === undefined, 'no access_token', 'an access_token', exchange)
  assert.refused(exchange)
}

const input = {
  rule: 'auth.refresh-body',
  validRequest: async (session: TestSession) => (await refreshed(session)).exchange,
} as const

const refreshMalformedToken = sharedSetUp('a refresh with a malformed token', async (session) => {
  const { exchange } = await refreshed(session)
  requireBaseline(isAccepted(exchange), `a valid token is refused too (${exchange.status})`)
  return refresh(session, 'aaa.bbb.ccc')
})

/** Checks of refresh (4.6, 5.R4). They use their own login, because a refresh may end sessions. */
export const refreshChecks = checks(core, {
  'refresh.gives-an-access-token': {
    rule: 'auth.refresh',
    run: async (session) => {
      const { exchange } = await assert.setUpSucceeds(refreshed(session))
      assert.accepted(exchange)
      assertAccessToken(exchange)
    },
    judgement: judgingReply('POST /api/auth/refresh', assertAccessToken),
  },
  'refresh.new-token-authenticates': {
    rule: 'credentials.refresh',
    run: async (session) =>
      assert.status(await tryCredential(session, await newToken(session)), 200),
  },
  'refresh.new-token-is-of-the-same-user': {
    rule: 'credentials.refresh',
    run: async (session) => {
      const { key } = await listedRecord(session, 'full')
      const { item, exchange } = await listedKey(session, { id: key.id }, await newToken(session))
      const expected = "the user's keys in the list of the new token"
      assert.holds(item !== undefined, expected, 'none of them', exchange)
    },
  },
  'refresh.has-the-login-shape': {
    level: 'should',
    rule: 'auth.refresh-shape',
    detects: ['refresh.shape'],
    run: async (session) => assertLoginShape((await refreshed(session)).exchange),
    judgement: judgingReply('POST /api/auth/refresh', assertLoginShape),
  },
  'refresh.token-is-new': {
    rule: 'credentials.refresh',
    run: async (session) => {
      const token = await newToken(session)
      const { login, exchange } = await refreshed(session)
      const isNew = token !== login.accessToken
      assert.holds(isNew, 'another access_token', 'the same again', exchange)
    },
  },
  'refresh.malformed-is-refused': {
    rule: 'errors.invalid-token',
    run: async (session) => assertNoToken(await refreshMalformedToken(session)),
  },
  'refresh.malformed-is-an-invalid-token': {
    level: 'should',
    rule: 'errors.invalid-token',
    run: async (session) => assert.code(await refreshMalformedToken(session), 'invalid_token'),
  },
  'refresh.token-is-required': refusesInput(input, 'refresh_token'),
  'refresh.token-is-not-an-object': refusesInput(input, 'refresh_token', anObject),
  'refresh.access-token-is-refused': {
    level: 'should',
    rule: 'credentials.refresh',
    run: async (session) => assertNoToken(await refresh(session, await newToken(session))),
  },
  'refresh.rotation': {
    level: 'observe',
    rule: 'credentials.refresh',
    detects: ['refresh.rotation', 'auth.refresh-token-as-bearer'],
    run: async (session) => {
      const { login, exchange: first } = await refreshed(session)
      const { refreshToken, accessToken } = login
      const rotated = readTokens(first)?.refreshToken
      const again = await refresh(session, refreshToken)
      const asBearer = await tryCredential(session, refreshToken ?? '')
      return {
        'gives a new refresh token': rotated !== undefined && rotated !== refreshToken,
        'used token again': { status: again.status, code: errorCode(again) ?? null },
        'earlier session still valid': isAccepted(await tryCredential(session, accessToken)),
        'refresh token as bearer': asBearer.status,
      }
    },
  },
})
