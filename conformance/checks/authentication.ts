import { acceptanceChecks, bodyTokenChecks } from './accepted-credentials.ts'
import {
  assert,
  each,
  errorCode,
  isAccepted,
  requireBaseline,
  skip,
} from '../session/assertions.ts'
import {
  type ActiveRow,
  type Check,
  type CheckRule,
  checks,
  corePlan,
  type PassiveCheck,
  smokePlan,
} from '../session/check.ts'
import { type Exchange, isCallOf } from '../session/exchange.ts'
import { formatValue, member } from '../session/json.ts'
import type { TestSession } from '../session/test-session.ts'
import { userCredential } from '../setup/credentials.ts'
import { tryCredential } from '../setup/keys.ts'
import { type ListName, lists, requireList } from '../setup/lists.ts'
import { asUser, callOperation, type OperationName, operations } from '../setup/operations.ts'

const listed = Object.keys(lists) as ListName[]
const others: readonly OperationName[] = [
  'agent',
  'create key',
  'enable key',
  'create conversation',
  'update conversation',
  'retrieve',
  'react',
  'dag',
  'inject',
  'resume',
]

// The specification does not show the requests of these operations, so the target may refuse our
// body first.
const unspecified: readonly OperationName[] = ['retrieve', 'react', 'dag', 'inject']

/**
 * Calls the operation without a credential, after the call succeeded with the user's credential.
 */
const anonymous = (session: TestSession, name: OperationName): Promise<Exchange> =>
  session.once(`${operations[name].title} without a credential`, async () => {
    const user = await asUser(session, name)
    if (user === undefined) skip('the user can see no resource for this operation')
    const isServed = name in lists ? isAccepted(user) : user.status !== 401 && user.status < 500
    requireBaseline(isServed, `the user is refused as well (${user.status})`)
    const exchange =
      (await callOperation(session, name)) ??
      skip('the user can see no resource for this operation')
    const isOfTheBody = unspecified.includes(name) && [400, 404, 422].includes(exchange.status)
    return isOfTheBody ? skip('its body was validated first; the order is not specified') : exchange
  })

const withoutCredential =
  (names: readonly OperationName[], verify: (exchange: Exchange) => void) =>
  async (session: TestSession) =>
    each(names, async (name) => verify(await anonymous(session, name)))

/** Whether somebody reads one of the lists without a credential. */
const isAnonymous = (exchange: Exchange): boolean =>
  listed.some((name) => isCallOf(exchange, `GET ${lists[name]}`)) &&
  !Object.keys(exchange.request.headers ?? {}).includes('authorization') &&
  exchange.request.bearer === undefined

const missing = checks(smokePlan, {
  'credentials.missing-is-401': {
    rule: 'errors.unauthorized',
    run: withoutCredential(listed, (exchange) => assert.status(exchange, 401)),
    judgement: { applies: isAnonymous, verify: (exchange) => assert.status(exchange, 401) },
  },
  'credentials.missing-is-unauthorized': {
    rule: 'errors.unauthorized',
    run: withoutCredential(listed, (exchange) => assert.code(exchange, 'unauthorized')),
    judgement: {
      applies: isAnonymous,
      verify: (exchange) => assert.code(exchange, 'unauthorized'),
    },
  },
  'credentials.missing-is-401-everywhere': {
    ...corePlan,
    rule: 'errors.unauthorized',
    run: withoutCredential(others, (exchange) => assert.status(exchange, 401)),
  },
  'credentials.missing-is-unauthorized-everywhere': {
    ...corePlan,
    rule: 'errors.unauthorized',
    run: withoutCredential(others, (exchange) => assert.code(exchange, 'unauthorized')),
  },
})

const keyTail = 'AbCdEfGhIjKlMnOpQrStUvWxYz0123456789-_AbCdEf'
const wrong = {
  'a key with another prefix': `xyz_${keyTail}`,
  'a malformed token': 'aaa.bbb.ccc',
  'a key that was never issued': `svc_${keyTail}`,
}

/** Uses a wrong credential in a call that succeeded with a good one. */
const refusal = (session: TestSession, name: keyof typeof wrong): Promise<Exchange> =>
  session.once(`using ${name}`, async () => {
    await requireList(session, 'keys')
    return tryCredential(session, wrong[name])
  })

const rejects = (rule: CheckRule, name: keyof typeof wrong): ActiveRow => ({
  rule,
  run: async (session) => assert.refused(await refusal(session, name)),
})

const rejectsAsInvalidToken = (rule: CheckRule, name: keyof typeof wrong): ActiveRow => ({
  rule,
  detects: ['errors.invalid-token-status'],
  run: async (session) => assert.code(await refusal(session, name), 'invalid_token'),
})

const rejected = checks(smokePlan, {
  'credentials.other-prefix-is-rejected': rejects(
    'credentials.prefix',
    'a key with another prefix',
  ),
  'credentials.other-prefix-is-an-invalid-token': rejectsAsInvalidToken(
    'credentials.prefix',
    'a key with another prefix',
  ),
  'credentials.malformed-is-rejected': rejects('errors.invalid-token', 'a malformed token'),
  'credentials.malformed-is-an-invalid-token': rejectsAsInvalidToken(
    'errors.invalid-token',
    'a malformed token',
  ),
  'credentials.unissued-key-is-rejected': rejects(
    'errors.invalid-token',
    'a key that was never issued',
  ),
  'credentials.unissued-key-is-an-invalid-token': {
    ...rejectsAsInvalidToken('errors.invalid-token', 'a key that was never issued'),
    level: 'should',
  },
})

/** Uses the expired access token that the run was given. */
const expiredUse = (session: TestSession): Promise<Exchange> =>
  session.once('using an expired token', async () => {
    await requireList(session, 'keys')
    return tryCredential(session, session.target.expiredToken ?? skip('no expired token was given'))
  })

const withExpiredToken = { plan: 'smoke', needs: ['user', 'expired-token'] } as const

/** The refusal of expired access tokens (5, 7). */
const expiredTokenChecks = checks(withExpiredToken, {
  'credentials.expired-token-is-rejected': {
    rule: 'credentials.expiry',
    run: async (session) => assert.refused(await expiredUse(session)),
  },
  'credentials.expired-token-has-a-code-of-the-table': {
    rule: 'errors.token-expired',
    // Two rows of the error table apply.
    run: async (session) =>
      assert.code(await expiredUse(session), 'token_expired', 'invalid_token'),
  },
  'credentials.expired-token-is-token-expired': {
    level: 'should',
    rule: 'errors.token-expired',
    run: async (session) => assert.code(await expiredUse(session), 'token_expired'),
  },
})

const describeRefusal = ({ status, json }: Exchange): string =>
  formatValue([status, member(json, 'error')])

const observed: PassiveCheck = {
  id: 'credentials.status-of-invalid-tokens',
  level: 'observe',
  rule: 'errors.invalid-token',
  detects: ['errors.invalid-token-status'],
  trafficFrom: ['credentials.malformed-is-rejected', 'credentials.expired-token-is-rejected'],
  among: {
    kind: 'responses with 401',
    applies: ({ status }) => status === 401,
    lacks: 'the code `invalid_token` or `token_expired`',
    reportedBy: ['errors.error-is-a-code', 'credentials.malformed-is-an-invalid-token'],
  },
  applies: (exchange) => /^(?:invalid_token|token_expired)$/.test(errorCode(exchange) ?? ''),
  verify: (exchange) => {
    const challenge = exchange.headers.get('www-authenticate')
    const status = `${errorCode(exchange)} ${exchange.status}`
    return challenge === null ? status : `${status}, WWW-Authenticate: ${challenge}`
  },
}

const otherWays = checks(smokePlan, {
  'credentials.other-ways-to-send': {
    level: 'observe',
    rule: 'credentials.bearer',
    run: async (session) => {
      const credential = await userCredential(session)
      const send = (query: string, headers: Record<string, string>) =>
        session.send({ method: 'GET', path: `/api/agents${query}`, headers })
      const without = await send('', {})
      // Servers log addresses, so this key was never issued.
      const inQuery = await send(`?token=${wrong['a key that was never issued']}`, {})
      return {
        'bearer in lower case': (await send('', { authorization: `bearer ${credential}` })).status,
        Basic: (await send('', { authorization: `Basic ${credential}` })).status,
        '?token=': describeRefusal(inQuery) === describeRefusal(without) ? 'ignored' : 'read',
      }
    },
  },
})

/** The accepted and rejected credentials, and the form of the rejection (5, 7). */
export const authenticationChecks: readonly Check[] = [
  ...missing,
  ...acceptanceChecks,
  ...rejected,
  ...expiredTokenChecks,
  ...bodyTokenChecks,
  observed,
  ...otherWays,
]
