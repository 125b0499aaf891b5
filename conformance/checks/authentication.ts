import { bearerOf, isAnonymous } from '../session/request.ts'
import { acceptanceChecks, bodyTokenChecks } from './accepted-credentials.ts'
import { assert, checkEach, errorCode, isRefusal, skip } from '../session/assertions.ts'
import {
  type ActiveRow,
  type Check,
  type CheckRule,
  checks,
  corePlan,
  type Judgement,
  needsCredential,
  type PassiveCheck,
  smokePlan,
} from '../session/check.ts'
import { readJwt } from '../../contract/jwt.ts'
import { type Exchange, isCallOf, startOf } from '../session/exchange.ts'
import { formatValue, member } from '../session/json.ts'
import type { TestSession } from '../session/test-session.ts'
import { userCredential } from '../setup/credentials.ts'
import { dateOf } from '../setup/dates.ts'
import { issuedKey, tryCredential, tryNewKey, withOtherPrefix } from '../setup/keys.ts'
import { lists } from '../setup/lists.ts'
import { immediateCell, listOperations } from '../setup/refusal-table.ts'
import { inventedCredentials, refusedUse } from '../setup/refusals.ts'
import { refusedEverywhere } from './refusals.ts'

/** Creates a check that reads the four lists without a credential and verifies each response. */
const listsWithout = (verify: (exchange: Exchange) => void) => async (session: TestSession) =>
  checkEach(listOperations, async (name) =>
    verify((await refusedUse(session, immediateCell('missing', name))).exchange),
  )

/** Judges requests that read one of the four lists without a credential. */
const judgingAnonymous = (verify: (exchange: Exchange) => void): Judgement => ({
  // A recorder may leave out all credentials, so an earlier request must have had a credential.
  applies: (exchange, seen) =>
    seen.hasCredentials() &&
    isAnonymous(exchange) &&
    listOperations.some((name) => isCallOf(exchange, `GET ${lists[name]}`)),
  verify,
})

const missingCredentialChecks = checks(smokePlan, {
  'credentials.missing-is-401': {
    rule: 'errors.unauthorized',
    run: listsWithout((exchange) => assert.status(exchange, 401)),
    judgement: judgingAnonymous((exchange) => assert.status(exchange, 401)),
  },
  'credentials.missing-is-unauthorized': {
    rule: 'errors.unauthorized',
    run: listsWithout((exchange) => assert.code(exchange, 'unauthorized')),
    judgement: judgingAnonymous((exchange) => assert.code(exchange, 'unauthorized')),
  },
  'credentials.missing-is-401-everywhere': {
    ...corePlan,
    ...refusedEverywhere('missing', 'errors.unauthorized', (exchange) =>
      assert.status(exchange, 401),
    ),
  },
  'credentials.missing-is-unauthorized-everywhere': {
    ...corePlan,
    ...refusedEverywhere('missing', 'errors.unauthorized', (exchange) =>
      assert.code(exchange, 'unauthorized'),
    ),
  },
})

type Invented = keyof typeof inventedCredentials

/** Sends a request with a bad credential. The same request succeeded with a good one. */
const refusal = async (
  session: TestSession,
  state: Invented | 'expired-token',
): Promise<Exchange> => (await refusedUse(session, immediateCell(state, 'keys'))).exchange

const rejects = (rule: CheckRule, state: Invented): ActiveRow => ({
  rule,
  run: async (session) => assert.refused(await refusal(session, state)),
})

const rejectsAsInvalidToken = (rule: CheckRule, state: Invented): ActiveRow => ({
  rule,
  detects: ['errors.invalid-token-status'],
  run: async (session) => assert.code(await refusal(session, state), 'invalid_token'),
})

const rejectedCredentialChecks = checks(smokePlan, {
  'credentials.other-prefix-is-rejected': {
    ...rejects('credentials.prefix', 'other-prefix'),
    judgement: {
      // A recorder may replace tokens, so the rule only applies to texts that look like keys of
      // another service.
      applies: (exchange, seen) =>
        needsCredential(exchange) &&
        // If the platform issued a key with this prefix, another rule reports that.
        !seen.isFullKey(bearerOf(exchange) ?? '') &&
        /^(?!svc_)[a-z]{2,8}_[\w-]{24,}$/i.test(bearerOf(exchange) ?? ''),
      verify: (exchange) => assert.refused(exchange),
    },
  },
  'credentials.other-prefix-is-an-invalid-token': rejectsAsInvalidToken(
    'credentials.prefix',
    'other-prefix',
  ),
  'credentials.malformed-is-rejected': rejects('errors.invalid-token', 'malformed'),
  'credentials.malformed-is-an-invalid-token': rejectsAsInvalidToken(
    'errors.invalid-token',
    'malformed',
  ),
  'credentials.unissued-key-is-rejected': rejects('errors.invalid-token', 'unissued'),
  'credentials.unissued-key-is-an-invalid-token': {
    ...rejectsAsInvalidToken('errors.invalid-token', 'unissued'),
    level: 'should',
  },
})

const otherPrefixEverywhere = refusedEverywhere('other-prefix', 'credentials.prefix')

/** Sends a valid key with another prefix, because a target may ignore the prefix of a key. */
async function requireOwnPrefix(session: TestSession): Promise<void> {
  const key = await issuedKey(session, 'full')
  const other = withOtherPrefix(key.value)
  if (other === key.value || !(await tryNewKey(session, key)).settled) skip('no key has a prefix')
  const exchange = await tryCredential(session, other)
  const expected = `a refusal of GET ${lists.keys} with another prefix of a valid key`
  // The finding has no exchange: a script that reproduces the check could not contain this key.
  assert.holds(isRefusal(exchange), expected, `status ${exchange.status}`)
}

const rejectedEverywhere = checks(corePlan, {
  'credentials.other-prefix-is-rejected-everywhere': {
    ...otherPrefixEverywhere,
    run: (session) =>
      checkEach([otherPrefixEverywhere.run, requireOwnPrefix], (check) => check(session)),
  },
  'credentials.malformed-is-rejected-everywhere': refusedEverywhere(
    'malformed',
    'errors.invalid-token',
  ),
  'credentials.unissued-key-is-rejected-everywhere': refusedEverywhere(
    'unissued',
    'errors.invalid-token',
  ),
  'credentials.expired-token-is-rejected-everywhere': {
    ...refusedEverywhere('expired-token', 'credentials.expiry'),
    needs: ['user', 'expired-token'],
  },
})

/** Servers accept an expired token for some time, in case that clocks differ. */
const clockToleranceMs = 60_000

const withExpiredToken = { plan: 'smoke', needs: ['user', 'expired-token'] } as const

/** Checks of the refusal of expired access tokens (specification, 5 and 7). */
const expiredTokenChecks = checks(withExpiredToken, {
  'credentials.expired-token-is-rejected': {
    rule: 'credentials.expiry',
    run: async (session) => assert.refused(await refusal(session, 'expired-token')),
    judgement: {
      applies: (exchange) => {
        const expiry = Number(readJwt(bearerOf(exchange) ?? '')?.['exp']) * 1000
        const now = dateOf(exchange) ?? startOf(exchange) ?? Number.NaN
        return needsCredential(exchange) && now > expiry + clockToleranceMs
      },
      verify: (exchange) => assert.refused(exchange),
    },
  },
  'credentials.expired-token-has-a-code-of-the-table': {
    rule: 'errors.token-expired',
    // Two rows of the error table apply to an expired token, so both codes are right.
    run: async (session) =>
      assert.code(await refusal(session, 'expired-token'), 'token_expired', 'invalid_token'),
  },
  'credentials.expired-token-is-token-expired': {
    level: 'should',
    rule: 'errors.token-expired',
    run: async (session) => assert.code(await refusal(session, 'expired-token'), 'token_expired'),
  },
})

const describeRefusal = ({ status, json }: Exchange): string =>
  formatValue([status, member(json, 'error')])

const invalidTokenStatusCheck: PassiveCheck = {
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

const otherCarrierChecks = checks(smokePlan, {
  'credentials.other-ways-to-send': {
    level: 'observe',
    rule: 'credentials.bearer',
    run: async (session) => {
      const credential = await userCredential(session)
      const send = (query: string, headers: Record<string, string>) =>
        session.send({ method: 'GET', path: `/api/agents${query}`, headers })
      const without = await send('', {})
      // Servers write URLs to their logs, so the URL gets an invented key instead of a valid one.
      const inQuery = await send(`?token=${inventedCredentials.unissued}`, {})
      return {
        'bearer in lower case': (await send('', { authorization: `bearer ${credential}` })).status,
        Basic: (await send('', { authorization: `Basic ${credential}` })).status,
        '?token=': describeRefusal(inQuery) === describeRefusal(without) ? 'ignored' : 'read',
      }
    },
  },
})

/** Checks of authentication: which credentials are accepted, how wrong ones are refused (5, 7). */
export const authenticationChecks: readonly Check[] = [
  ...missingCredentialChecks,
  ...acceptanceChecks,
  ...rejectedCredentialChecks,
  ...rejectedEverywhere,
  ...expiredTokenChecks,
  ...bodyTokenChecks,
  invalidTokenStatusCheck,
  ...otherCarrierChecks,
]
