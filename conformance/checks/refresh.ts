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

const refresh = (lab: TestSession, token: unknown): Promise<Exchange> =>
  lab.send(post({ refresh_token: token }))

/** The one refresh of the run, with a login of its own. */
const refreshed = (lab: TestSession): Promise<Exchange> =>
  lab.once('a refresh', async () => {
    const { refreshToken, accessToken } = await refreshableLogin(lab)
    if (refreshToken === undefined) throw new Blocked('the login gives no refresh_token')
    const exchange = await refresh(lab, refreshToken)
    if (member(exchange.json, 'access_token') !== accessToken) return exchange
    // Two tokens made within one second can be the same, byte for byte.
    await lab.sleep(1100)
    const rotated = member(exchange.json, 'refresh_token')
    return refresh(lab, typeof rotated === 'string' ? rotated : refreshToken)
  })

async function newToken(lab: TestSession): Promise<string> {
  const token = member((await refreshed(lab)).json, 'access_token')
  if (typeof token !== 'string') throw new Blocked('the refresh gives no access_token')
  return token
}

const withoutToken = (exchange: Exchange): void => {
  const token = findValue(exchange.json, ({ key }) => key === 'access_token')
  assert.holds(token === undefined, 'no access_token', 'an access_token', exchange)
  assert.refuse(exchange)
}

const input = {
  ...core,
  rule: 'auth.refresh-body',
  breaks: 'refresh_token',
  control: refreshed,
} as const

const malformed = (lab: TestSession): Promise<Exchange> =>
  lab.once('a refresh with a malformed token', async () => {
    await newToken(lab)
    return refresh(lab, 'aaa.bbb.ccc')
  })

/** The exchange of refresh tokens (4.6, 5.R4). It may end sessions, so it has a login of its own. */
export const refreshChecks: readonly Check[] = [
  {
    ...core,
    id: 'refresh.gives-an-access-token',
    level: 'must',
    rule: 'auth.refresh',
    run: async (lab) => {
      const exchange = await assert.succeed(refreshed(lab))
      assert.accept(exchange)
      const token = member(exchange.json, 'access_token')
      assert.holds(typeof token === 'string', 'a string access_token', formatValue(token), exchange)
    },
  },
  {
    ...core,
    id: 'refresh.new-token-authenticates',
    level: 'must',
    rule: 'credentials.refresh',
    run: async (lab) => assert.status(await tryCredential(lab, await newToken(lab)), 200),
  },
  {
    ...core,
    id: 'refresh.has-the-login-shape',
    level: 'should',
    rule: 'auth.refresh-shape',
    sees: ['refresh.shape'],
    run: async (lab) => {
      const exchange = await refreshed(lab)
      assert.match(specifiedLogin, exchange.json, exchange)
    },
  },
  {
    ...core,
    id: 'refresh.token-is-new',
    level: 'should',
    rule: 'credentials.refresh',
    run: async (lab) => {
      const { accessToken } = await refreshableLogin(lab)
      const isNew = (await newToken(lab)) !== accessToken
      assert.holds(isNew, 'another access_token', 'the same again', await refreshed(lab))
    },
  },
  {
    ...core,
    id: 'refresh.malformed-is-refused',
    level: 'must',
    rule: 'errors.invalid-token',
    run: async (lab) => withoutToken(await malformed(lab)),
  },
  {
    ...core,
    id: 'refresh.malformed-is-an-invalid-token',
    level: 'should',
    rule: 'errors.invalid-token',
    run: async (lab) => assert.code(await malformed(lab), 'invalid_token'),
  },
  refusesInput({ ...input, id: 'refresh.token-is-required', ask: () => post({}) }),
  refusesInput({
    ...input,
    id: 'refresh.token-is-not-an-object',
    ask: () => post({ refresh_token: anObject }),
  }),
  {
    ...core,
    id: 'refresh.access-token-is-refused',
    level: 'should',
    rule: 'credentials.refresh',
    run: async (lab) => withoutToken(await refresh(lab, await newToken(lab))),
  },
  {
    ...core,
    id: 'refresh.rotation',
    level: 'observe',
    rule: 'credentials.refresh',
    sees: ['refresh.rotation', 'auth.refresh-token-as-bearer'],
    run: async (lab) => {
      const { refreshToken, accessToken } = await refreshableLogin(lab)
      const first = await refreshed(lab)
      const again = await refresh(lab, refreshToken)
      const asBearer = await tryCredential(lab, refreshToken ?? '')
      return {
        'gives a new refresh token': member(first.json, 'refresh_token') !== refreshToken,
        'used token again': { status: again.status, code: errorCode(again) ?? null },
        'session before lives on': isAccepted(await tryCredential(lab, accessToken)),
        'refresh token as bearer': asBearer.status,
      }
    },
  },
]
