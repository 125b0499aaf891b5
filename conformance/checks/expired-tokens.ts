import { checks } from '../session/check.ts'
import type { Exchange } from '../session/exchange.ts'
import type { TestSession } from '../session/test-session.ts'
import { assert, skip } from '../session/assertions.ts'
import { tryCredential } from '../setup/keys.ts'
import { requireList } from '../setup/lists.ts'

/** Uses the expired access token that the run was given. */
const expiredUse = (session: TestSession): Promise<Exchange> =>
  session.once('using an expired token', async () => {
    await requireList(session, 'keys')
    return tryCredential(session, session.target.expiredToken ?? skip('no expired token was given'))
  })

const withExpiredToken = { plan: 'smoke', needs: ['user', 'expired-token'] } as const

/** The refusal of expired access tokens (5, 7). */
export const expiredTokenChecks = checks(withExpiredToken, {
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
