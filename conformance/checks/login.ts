import { specifiedLogin } from '../../contract/records/specified.ts'
import type { RuleId } from '../../contract/rules.ts'
import type { ActiveCheck, Check } from '../session/check.ts'
import type { Exchange } from '../session/exchange.ts'
import { valueAt, findValue, member, parseJson, formatValue } from '../session/json.ts'
import type { TestSession } from '../session/test-session.ts'
import { requireBaseline, errorCode, isRefusal, assert } from '../session/assertions.ts'
import { login } from '../setup/credentials.ts'
import { tryCredential } from '../setup/keys.ts'
import { itemsOf } from '../setup/lists.ts'
import { unknownRoute } from '../setup/unknown-resources.ts'
import { anObject, refusesInput } from './validation.ts'

const smoke = { plan: 'smoke', needs: ['login'] } as const

// A reserved domain: a wrong password for a real account could lock it.
const stranger = { email: 'nobody@example.invalid', password: 'no-such-password' }

const failedLogin = (lab: TestSession): Promise<Exchange> =>
  lab.once('a login of a stranger', async () => {
    await login(lab)
    return lab.send({ method: 'POST', path: '/api/auth/login', body: stranger })
  })

const verify = (lab: TestSession, credential?: string): Promise<Exchange> =>
  lab.send({ method: 'GET', path: '/api/auth/verify', bearer: credential })

type Field = keyof typeof specifiedLogin.shape

const hasField = (
  id: string,
  field: Field,
  rule: RuleId,
  sees: ActiveCheck['sees'] = [],
): ActiveCheck => ({
  ...smoke,
  id,
  level: 'must',
  rule,
  sees,
  run: async (lab) => {
    const { exchange } = await login(lab)
    assert.match(specifiedLogin.shape[field], member(exchange.json, field), exchange, field)
  },
})

/** The `exp` claim of a JWT, in seconds, read without any verification. */
function expiryOf(token: string): unknown {
  const claims = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')
  try {
    return valueAt(parseJson(atob(claims)), ['exp'])
  } catch {
    // What is no base64 claims nothing.
    return undefined
  }
}

const answers: readonly ActiveCheck[] = [
  {
    ...smoke,
    id: 'login.answers-200',
    level: 'must',
    rule: 'auth.login',
    run: async (lab) => assert.status((await assert.succeed(login(lab))).exchange, 200),
  },
  hasField('login.access-token-is-a-jwt', 'access_token', 'login-response.access-token'),
  hasField('login.refresh-token-is-a-jwt', 'refresh_token', 'login-response.refresh-token'),
  {
    ...smoke,
    id: 'login.token-type-is-bearer',
    level: 'must',
    rule: 'login-response.token-type',
    sees: ['login.token-type'],
    run: async (lab) => {
      const { exchange } = await login(lab)
      const type = member(exchange.json, 'token_type')
      assert.holds(/^bearer$/i.test(String(type)), 'token_type bearer', formatValue(type), exchange)
    },
  },
  {
    ...smoke,
    id: 'login.token-type-is-lower-case',
    level: 'should',
    rule: 'login-response.token-type',
    sees: ['login.token-type'],
    run: async (lab) => {
      const { exchange } = await login(lab)
      assert.equal(member(exchange.json, 'token_type'), 'bearer', exchange, 'token_type')
    },
  },
  hasField('login.expires-in-is-7200', 'expires_in', 'login-response.expires-in', [
    'login.expires-in',
  ]),
  hasField('login.user-is-an-object', 'user', 'login-response.user'),
  {
    ...smoke,
    id: 'login.exp-claim-is-two-hours-away',
    level: 'should',
    rule: 'credentials.expiry',
    sees: ['login.expires-in'],
    run: async (lab) => {
      const { exchange, accessToken } = await login(lab)
      const date = exchange.headers.get('date')
      const expiry = expiryOf(accessToken)
      requireBaseline(date !== null && typeof expiry === 'number', 'no Date header or no exp claim')
      const seconds = expiry - Date.parse(date) / 1000
      const isRight = Math.abs(seconds - 7200) <= 120
      assert.holds(isRight, 'exp 7200 s (± 120) away', `${Math.round(seconds)} s`, exchange)
    },
  },
  {
    ...smoke,
    id: 'login.access-token-authenticates',
    level: 'must',
    rule: 'credentials.bearer',
    run: async (lab) => {
      const exchange = await tryCredential(lab, (await login(lab)).accessToken)
      assert.status(exchange, 200)
      requireBaseline(itemsOf(exchange) !== undefined, 'the reply is no list of keys')
    },
  },
]

const refusals: readonly ActiveCheck[] = [
  {
    ...smoke,
    id: 'login.wrong-password-is-refused',
    level: 'must',
    rule: 'auth.login',
    run: async (lab) => {
      const exchange = await failedLogin(lab)
      const token = findValue(exchange.json, ({ key }) => key === 'access_token')
      assert.holds(token === undefined, 'no access_token', 'an access_token', exchange)
      assert.refuse(exchange)
    },
  },
  {
    ...smoke,
    id: 'login.refusal',
    level: 'observe',
    rule: 'auth.login',
    sees: ['errors.login-failed'],
    run: async (lab) => {
      const exchange = await failedLogin(lab)
      return { status: exchange.status, code: errorCode(exchange) ?? null }
    },
  },
]

const input = {
  ...smoke,
  rule: 'auth.login-body',
  control: async (lab: TestSession) => (await login(lab)).exchange,
} as const

const post = (body: unknown) => () => ({ method: 'POST', path: '/api/auth/login', body })

const inputs: readonly ActiveCheck[] = [
  refusesInput({
    ...input,
    id: 'login.password-is-required',
    breaks: 'password',
    ask: post({ email: stranger.email }),
  }),
  refusesInput({
    ...input,
    id: 'login.email-is-required',
    breaks: 'email',
    ask: post({ password: stranger.password }),
  }),
  refusesInput({
    ...input,
    id: 'login.email-is-not-an-object',
    breaks: 'email',
    ask: post({ ...stranger, email: anObject }),
  }),
  refusesInput({
    ...input,
    id: 'login.password-is-not-an-object',
    breaks: 'password',
    ask: post({ ...stranger, password: anObject }),
  }),
]

const verifying: readonly ActiveCheck[] = [
  {
    ...smoke,
    id: 'login.verify-accepts-a-valid-token',
    level: 'should',
    rule: 'auth.verify',
    sees: ['operations.auth-verify'],
    run: async (lab) => {
      const exchange = await verify(lab, (await login(lab)).accessToken)
      const isAbsent = isRefusal(exchange) && (await unknownRoute(lab)).matches(exchange)
      assert.holds(!isAbsent, 'the route to exist', 'the answer of an unknown route', exchange)
      assert.accept(exchange)
    },
  },
  {
    ...smoke,
    id: 'login.verify-refusals',
    level: 'observe',
    rule: 'auth.verify',
    sees: ['operations.auth-verify'],
    run: async (lab) => ({
      'without a token': (await verify(lab)).status,
      'with a malformed token': (await verify(lab, 'aaa.bbb.ccc')).status,
    }),
  },
]

/** Login and the check of tokens (2.7, 4.6). */
export const loginChecks: readonly Check[] = [...answers, ...refusals, ...inputs, ...verifying]
