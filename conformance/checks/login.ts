import { specifiedLogin } from '../../contract/records/specified.ts'
import type { ChoiceId } from '../../contract/choices.ts'
import type { RuleId } from '../../contract/rules.ts'
import { type ActiveRow, type Check, checks, judgingReply } from '../session/check.ts'
import type { Exchange } from '../session/exchange.ts'
import { findValue, formatValue, pointerOf } from '../session/json.ts'
import { sharedSetUp, type TestSession } from '../session/test-session.ts'
import { requireBaseline, errorCode, isRefusal, assert, skip } from '../session/assertions.ts'
import { login, otherUserCredential, readTokens, type SignIn } from '../setup/credentials.ts'
import { dateOf, noReadableDate } from '../setup/dates.ts'
import { tryCredential } from '../setup/keys.ts'
import { itemsOf } from '../setup/lists.ts'
import { unknownRoute } from '../setup/unknown-resources.ts'
import { anObject, refusesInput } from './validation.ts'
import { readJwt } from '../../contract/jwt.ts'

const smoke = { plan: 'smoke', needs: ['login'] } as const

// A reserved domain, because a wrong password for a real user could lock the login.
const unknownUser = { email: 'nobody@example.invalid', password: 'no-such-password' }

const failedLogin = sharedSetUp('a login of a unknownUser', async (session) => {
  await login(session)
  return session.send({ method: 'POST', path: '/api/auth/login', body: unknownUser })
})

const verifyCredential = (session: TestSession, credential?: string): Promise<Exchange> =>
  session.send({ method: 'GET', path: '/api/auth/verify', bearer: credential })

type SeenLogin = Pick<SignIn, 'exchange' | 'body' | 'accessToken'>

/** Creates a check that judges the login of a run, or each accepted login of other clients. */
const judgingLogin = (judge: (seen: SeenLogin) => unknown) => ({
  run: async (session: TestSession) => judge(await login(session)),
  judgement: judgingReply('POST /api/auth/login', (exchange) => {
    const tokens = readTokens(exchange) ?? skip('the response has no access_token')
    return judge({ ...tokens, exchange })
  }),
})

const hasField = (
  field: keyof typeof specifiedLogin.shape,
  rule: RuleId,
  detects: readonly ChoiceId[] = [],
): ActiveRow => ({
  rule,
  detects,
  ...judgingLogin(({ exchange, body }) =>
    assert.matches(specifiedLogin.shape[field], body[field], exchange, field),
  ),
})

const loginResponseChecks = checks(smoke, {
  'login.answers-200': {
    rule: 'auth.login',
    run: async (session) =>
      assert.status((await assert.setUpSucceeds(login(session))).exchange, 200),
    judgement: judgingReply('POST /api/auth/login', (exchange) => assert.status(exchange, 200)),
  },
  'login.response-has-no-envelope': {
    rule: 'auth.login',
    ...judgingLogin(({ exchange, body }) => {
      const place = findValue(exchange.json, ({ value }) => value === body)
      const got = `it in ${place && pointerOf(place).slice(1).replaceAll('/', '.')}`
      assert.holds(body === exchange.json, 'access_token at the top of the body', got, exchange)
    }),
  },
  'login.access-token-is-a-jwt': hasField('access_token', 'login-response.access-token'),
  'login.refresh-token-is-a-jwt': hasField('refresh_token', 'login-response.refresh-token'),
  'login.token-type-is-bearer': {
    rule: 'login-response.token-type',
    detects: ['login.token-type'],
    ...judgingLogin(({ exchange, body }) => {
      const type = body['token_type']
      assert.holds(/^bearer$/i.test(String(type)), 'token_type bearer', formatValue(type), exchange)
    }),
  },
  'login.token-type-is-lower-case': {
    level: 'should',
    rule: 'login-response.token-type',
    detects: ['login.token-type'],
    ...judgingLogin(({ exchange, body }) =>
      assert.equal(body['token_type'], 'bearer', exchange, 'token_type'),
    ),
  },
  'login.expires-in-is-7200': hasField('expires_in', 'login-response.expires-in', [
    'login.expires-in',
  ]),
  'login.user-is-an-object': hasField('user', 'login-response.user'),
  'login.exp-claim-is-two-hours-away': {
    level: 'should',
    rule: 'credentials.expiry',
    detects: ['login.expires-in'],
    ...judgingLogin(({ exchange, accessToken }) => {
      const time = dateOf(exchange)
      const expiry = readJwt(accessToken)?.['exp']
      requireBaseline(time !== undefined, noReadableDate)
      requireBaseline(typeof expiry === 'number', 'the access token has no exp claim')
      const seconds = expiry - time / 1000
      const isRight = Math.abs(seconds - 7200) <= 120
      const expected = 'exp 7200 s (±120 s) after the Date header'
      assert.holds(isRight, expected, `${Math.round(seconds)} s`, exchange)
    }),
  },
  'login.access-token-authenticates': {
    rule: 'credentials.bearer',
    run: async (session) => {
      const exchange = await tryCredential(session, (await login(session)).accessToken)
      assert.status(exchange, 200)
      requireBaseline(itemsOf(exchange) !== undefined, 'the response is not a list of keys')
    },
  },
})

function assertRefused(exchange: Exchange): void {
  const token = findValue(exchange.json, ({ key }) => key === 'access_token')
  assert.holds(token === undefined, 'no access_token', 'an access_token', exchange)
  assert.refused(exchange)
}

const refusals = checks(smoke, {
  'login.wrong-password-is-refused': {
    rule: 'auth.login',
    run: async (session) => assertRefused(await failedLogin(session)),
  },
  'login.wrong-password-of-a-user-is-refused': {
    rule: 'auth.login',
    // Not in `smoke`, because a failed login may count against the user. A run sends no other
    // failed login for a real user.
    plan: 'core',
    needs: ['login', 'other-user'],
    run: async (session) => {
      await otherUserCredential(session)
      const body = { ...unknownUser, email: session.target.otherEmail }
      assertRefused(await session.send({ method: 'POST', path: '/api/auth/login', body }))
    },
  },
  'login.refusal': {
    level: 'observe',
    rule: 'auth.login',
    detects: ['errors.login-failed'],
    run: async (session) => {
      const exchange = await failedLogin(session)
      return { status: exchange.status, code: errorCode(exchange) ?? null }
    },
  },
})

const loginInput = {
  rule: 'auth.login-body',
  validRequest: async (session: TestSession) => (await login(session)).exchange,
  fields: () => unknownUser,
} as const

const loginInputChecks = checks(smoke, {
  'login.password-is-required': refusesInput(loginInput, 'password'),
  'login.email-is-required': refusesInput(loginInput, 'email'),
  'login.email-is-not-an-object': refusesInput(loginInput, 'email', anObject),
  'login.password-is-not-an-object': refusesInput(loginInput, 'password', anObject),
})

const verifyChecks = checks(smoke, {
  'login.verify-accepts-a-valid-token': {
    level: 'should',
    rule: 'auth.verify',
    detects: ['operations.auth-verify'],
    run: async (session) => {
      const exchange = await verifyCredential(session, (await login(session)).accessToken)
      const isAbsent = isRefusal(exchange) && (await unknownRoute(session)).matches(exchange)
      assert.holds(!isAbsent, 'the route to exist', 'the response of an unknown route', exchange)
      assert.accepted(exchange)
    },
  },
  'login.verify-refusals': {
    level: 'observe',
    rule: 'auth.verify',
    detects: ['operations.auth-verify'],
    run: async (session) => ({
      'without a token': (await verifyCredential(session)).status,
      'with a malformed token': (await verifyCredential(session, 'aaa.bbb.ccc')).status,
    }),
  },
})

/** Checks of login and of the verification of tokens (specification, 2.7 and 4.6). */
export const loginChecks: readonly Check[] = [
  ...loginResponseChecks,
  ...refusals,
  ...loginInputChecks,
  ...verifyChecks,
]
