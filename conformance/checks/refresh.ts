import { specifiedLogin } from '../../contract/records/specified.ts'
import type { Check } from '../session/check.ts'
import type { RequestSpec, Exchange } from '../session/exchange.ts'
import { findValue, member, formatValue } from '../session/json.ts'
import type { TestSession } from '../session/test-session.ts'
import { errorCode, isAccepted, assert } from '../session/assertions.ts'
import { Blocked } from '../session/outcomes.ts'
import { refreshableLogin } from '../setup/credentials.ts'
import { tryCredential } from '../setup/keys.ts'
import { anObject, refusesInput } from './validation.ts'

const core = { plan: 'core', needs: ['login'] } as const

const post = (body: object): RequestSpec => ({ method: 'POST', path: '/api/auth/refresh', body })

const refresh = (session: TestSession, token: unknown): Promise<Exchange> =>
  session.send(post({ refresh_token: token }))

/** The only refresh of the run; it has its own login. */
const refreshed = (session: TestSession): Promise<Exchange> =>
  session.once('a refresh', async () => {
    const { refreshToken, accessToken } = await refreshableLogin(session)
    if (refreshToken === undefined) throw new Blocked('the login response has no refresh_token')
    const exchange = await refresh(session, refreshToken)
    if (member(exchange.json, 'access_token') !== accessToken) return exchange
    // Two tokens issued within one second can be identical.
    await session.sleep(1100)
    const rotated = member(exchange.json, 'refresh_token')
    return refresh(session, typeof rotated === 'string' ? rotated : refreshToken)
  })

async function newToken(session: TestSession): Promise<string> {
  const token = member((await refreshed(session)).json, 'access_token')
  if (typeof token !== 'string') throw new Blocked('the refresh response has no access_token')
  return token
}

const assertNoToken = (exchange: Exchange): void => {
  const token = findValue(exchange.json, ({ key }) => key === 'access_token')
  assert.holds(token === undefined, 'no access_token', 'an access_token', exchange)
  assert.refused(exchange)
}

const input = {
  ...core,
  rule: 'auth.refresh-body',
  invalidField: 'refresh_token',
  validRequest: refreshed,
} as const

const malformed = (session: TestSession): Promise<Exchange> =>
  session.once('a refresh with a malformed token', async () => {
    await newToken(session)
    return refresh(session, 'aaa.bbb.ccc')
  })

/** The exchange of refresh tokens (4.6, 5.R4). It may end sessions, so it has its own login. */
export const refreshChecks: readonly Check[] = [
  {
    ...core,
    id: 'refresh.gives-an-access-token',
    level: 'must',
    rule: 'auth.refresh',
    run: async (session) => {
      const exchange = await assert.setUpSucceeds(refreshed(session))
      assert.accepted(exchange)
      const token = member(exchange.json, 'access_token')
      assert.holds(typeof token === 'string', 'a string access_token', formatValue(token), exchange)
    },
  },
  {
    ...core,
    id: 'refresh.new-token-authenticates',
    level: 'must',
    rule: 'credentials.refresh',
    run: async (session) =>
      assert.status(await tryCredential(session, await newToken(session)), 200),
  },
  {
    ...core,
    id: 'refresh.has-the-login-shape',
    level: 'should',
    rule: 'auth.refresh-shape',
    detects: ['refresh.shape'],
    run: async (session) => {
      const exchange = await refreshed(session)
      assert.matches(specifiedLogin, exchange.json, exchange)
    },
  },
  {
    ...core,
    id: 'refresh.token-is-new',
    level: 'should',
    rule: 'credentials.refresh',
    run: async (session) => {
      const { accessToken } = await refreshableLogin(session)
      const isNew = (await newToken(session)) !== accessToken
      assert.holds(isNew, 'another access_token', 'the same again', await refreshed(session))
    },
  },
  {
    ...core,
    id: 'refresh.malformed-is-refused',
    level: 'must',
    rule: 'errors.invalid-token',
    run: async (session) => assertNoToken(await malformed(session)),
  },
  {
    ...core,
    id: 'refresh.malformed-is-an-invalid-token',
    level: 'should',
    rule: 'errors.invalid-token',
    run: async (session) => assert.code(await malformed(session), 'invalid_token'),
  },
  refusesInput({ ...input, id: 'refresh.token-is-required', invalidRequest: () => post({}) }),
  refusesInput({
    ...input,
    id: 'refresh.token-is-not-an-object',
    invalidRequest: () => post({ refresh_token: anObject }),
  }),
  {
    ...core,
    id: 'refresh.access-token-is-refused',
    level: 'should',
    rule: 'credentials.refresh',
    run: async (session) => assertNoToken(await refresh(session, await newToken(session))),
  },
  {
    ...core,
    id: 'refresh.rotation',
    level: 'observe',
    rule: 'credentials.refresh',
    detects: ['refresh.rotation', 'auth.refresh-token-as-bearer'],
    run: async (session) => {
      const { refreshToken, accessToken } = await refreshableLogin(session)
      const first = await refreshed(session)
      const again = await refresh(session, refreshToken)
      const asBearer = await tryCredential(session, refreshToken ?? '')
      return {
        'gives a new refresh token': member(first.json, 'refresh_token') !== refreshToken,
        'used token again': { status: again.status, code: errorCode(again) ?? null },
        'earlier session still valid': isAccepted(await tryCredential(session, accessToken)),
        'refresh token as bearer': asBearer.status,
      }
    },
  },
]
