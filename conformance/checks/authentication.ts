import type { ActiveCheck, Check, PassiveCheck } from '../session/check.ts'
import type { Exchange } from '../session/exchange.ts'
import type { TestSession } from '../session/test-session.ts'
import {
  requireBaseline,
  each,
  errorCode,
  isAccepted,
  assert,
  skip,
} from '../session/assertions.ts'
import { userCredential } from '../setup/credentials.ts'
import { tryCredential } from '../setup/keys.ts'
import { requireList, lists, type ListName } from '../setup/lists.ts'
import { asUser, callOperation, operations, type OperationName } from '../setup/operations.ts'
import { acceptanceChecks, bodyTokenChecks } from './accepted-credentials.ts'

const smoke = { plan: 'smoke', needs: ['user'] } as const
const core = { plan: 'core', needs: ['user'] } as const

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

// Their requests are not shown, so that ours may be refused for its body before its credential.
const unshown: readonly OperationName[] = ['retrieve', 'react', 'dag', 'inject']

/** The operation without any credential, once it is known to serve the user. */
const anonymous = (lab: TestSession, name: OperationName): Promise<Exchange> =>
  lab.once(`${operations[name].says} without a credential`, async () => {
    const user = await asUser(lab, name)
    if (user === undefined) skip('nothing is visible to ask it of')
    const isServed = name in lists ? isAccepted(user) : user.status !== 401 && user.status < 500
    requireBaseline(isServed, `the user is not served either (${user.status})`)
    const exchange = (await callOperation(lab, name)) ?? skip('nothing is visible to ask it of')
    const isOfTheBody = unshown.includes(name) && [400, 404, 422].includes(exchange.status)
    return isOfTheBody ? skip('its body was judged first; the order is not shown') : exchange
  })

const withoutCredential =
  (names: readonly OperationName[], judge: (exchange: Exchange) => void) =>
  async (lab: TestSession) =>
    each(names, async (name) => judge(await anonymous(lab, name)))

const missing: readonly ActiveCheck[] = [
  {
    ...smoke,
    id: 'credentials.missing-is-401',
    level: 'must',
    rule: 'errors.unauthorized',
    run: withoutCredential(listed, (exchange) => assert.status(exchange, 401)),
  },
  {
    ...smoke,
    id: 'credentials.missing-is-unauthorized',
    level: 'must',
    rule: 'errors.unauthorized',
    run: withoutCredential(listed, (exchange) => assert.code(exchange, 'unauthorized')),
  },
  {
    ...core,
    id: 'credentials.missing-is-401-everywhere',
    level: 'must',
    rule: 'errors.unauthorized',
    run: withoutCredential(others, (exchange) => assert.status(exchange, 401)),
  },
  {
    ...core,
    id: 'credentials.missing-is-unauthorized-everywhere',
    level: 'must',
    rule: 'errors.unauthorized',
    run: withoutCredential(others, (exchange) => assert.code(exchange, 'unauthorized')),
  },
]

const keyTail = 'AbCdEfGhIjKlMnOpQrStUvWxYz0123456789-_AbCdEf'
const wrong = {
  'a key with another prefix': `xyz_${keyTail}`,
  'a malformed token': 'aaa.bbb.ccc',
  'a key that was never issued': `svc_${keyTail}`,
}

/** The use of a wrong credential, once a good one is known to be accepted there. */
const refusal = (lab: TestSession, name: keyof typeof wrong): Promise<Exchange> =>
  lab.once(`the use of ${name}`, async () => {
    await requireList(lab, 'keys')
    return tryCredential(lab, wrong[name])
  })

const isRejected = (id: string, rule: ActiveCheck['rule'], name: keyof typeof wrong) =>
  ({
    ...smoke,
    id,
    level: 'must',
    rule,
    run: async (lab) => assert.refuse(await refusal(lab, name)),
  }) satisfies ActiveCheck

const isInvalidToken = (
  id: string,
  rule: ActiveCheck['rule'],
  name: keyof typeof wrong,
  level: ActiveCheck['level'] = 'must',
) =>
  ({
    ...smoke,
    id,
    level,
    rule,
    sees: ['errors.invalid-token-status'],
    run: async (lab) => assert.code(await refusal(lab, name), 'invalid_token'),
  }) satisfies ActiveCheck

const rejected: readonly ActiveCheck[] = [
  isRejected(
    'credentials.other-prefix-is-rejected',
    'credentials.prefix',
    'a key with another prefix',
  ),
  isInvalidToken(
    'credentials.other-prefix-is-an-invalid-token',
    'credentials.prefix',
    'a key with another prefix',
  ),
  isRejected('credentials.malformed-is-rejected', 'errors.invalid-token', 'a malformed token'),
  isInvalidToken(
    'credentials.malformed-is-an-invalid-token',
    'errors.invalid-token',
    'a malformed token',
  ),
  isRejected(
    'credentials.unissued-key-is-rejected',
    'errors.invalid-token',
    'a key that was never issued',
  ),
  isInvalidToken(
    'credentials.unissued-key-is-an-invalid-token',
    'errors.invalid-token',
    'a key that was never issued',
    'should',
  ),
]

/** The use of the expired access token that the run was given. */
const expiredUse = (lab: TestSession): Promise<Exchange> =>
  lab.once('the use of an expired token', async () => {
    await requireList(lab, 'keys')
    return tryCredential(lab, lab.target.expiredToken ?? skip('no expired token was given'))
  })

const expired: readonly ActiveCheck[] = [
  {
    id: 'credentials.expired-token-is-rejected',
    level: 'must',
    rule: 'credentials.expiry',
    plan: 'smoke',
    needs: ['user', 'expired-token'],
    run: async (lab) => assert.refuse(await expiredUse(lab)),
  },
  {
    id: 'credentials.expired-token-has-a-code-of-the-table',
    level: 'must',
    rule: 'errors.token-expired',
    plan: 'smoke',
    needs: ['user', 'expired-token'],
    // Two rows of the table speak of it.
    run: async (lab) => assert.code(await expiredUse(lab), 'token_expired', 'invalid_token'),
  },
  {
    id: 'credentials.expired-token-is-token-expired',
    level: 'should',
    rule: 'errors.token-expired',
    plan: 'smoke',
    needs: ['user', 'expired-token'],
    run: async (lab) => assert.code(await expiredUse(lab), 'token_expired'),
  },
]

const observed: readonly (ActiveCheck | PassiveCheck)[] = [
  {
    id: 'credentials.status-of-invalid-tokens',
    level: 'observe',
    rule: 'errors.invalid-token',
    sees: ['errors.invalid-token-status'],
    fedBy: ['credentials.malformed-is-rejected', 'credentials.expired-token-is-rejected'],
    applies: (exchange) => /^(?:invalid_token|token_expired)$/.test(errorCode(exchange) ?? ''),
    judge: (exchange) => {
      const challenge = exchange.headers.get('www-authenticate')
      const status = `${errorCode(exchange)} ${exchange.status}`
      return challenge === null ? status : `${status}, WWW-Authenticate: ${challenge}`
    },
  },
  {
    ...smoke,
    id: 'credentials.other-ways-to-send',
    level: 'observe',
    rule: 'credentials.bearer',
    run: async (lab) => {
      const credential = await userCredential(lab)
      const send = async (query: string, headers: Record<string, string>) =>
        (await lab.send({ method: 'GET', path: `/api/agents${query}`, headers })).status
      return {
        'bearer in lower case': await send('', { authorization: `bearer ${credential}` }),
        Basic: await send('', { authorization: `Basic ${credential}` }),
        '?token=': await send(`?token=${encodeURIComponent(credential.toWellFormed())}`, {}),
      }
    },
  },
]

/** Which credentials are accepted and which are rejected, and how (5, 7). */
export const authenticationChecks: readonly Check[] = [
  ...missing,
  ...acceptanceChecks,
  ...rejected,
  ...expired,
  ...bodyTokenChecks,
  ...observed,
]
