import type { ActiveCheck } from '../session/check.ts'
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

/** The refusal of expired access tokens (5, 7). */
export const expiredTokenChecks: readonly ActiveCheck[] = [
  {
    id: 'credentials.expired-token-is-rejected',
    level: 'must',
    rule: 'credentials.expiry',
    plan: 'smoke',
    needs: ['user', 'expired-token'],
    run: async (session) => assert.refused(await expiredUse(session)),
  },
  {
    id: 'credentials.expired-token-has-a-code-of-the-table',
    level: 'must',
    rule: 'errors.token-expired',
    plan: 'smoke',
    needs: ['user', 'expired-token'],
    // Two rows of the error table apply.
    run: async (session) =>
      assert.code(await expiredUse(session), 'token_expired', 'invalid_token'),
  },
  {
    id: 'credentials.expired-token-is-token-expired',
    level: 'should',
    rule: 'errors.token-expired',
    plan: 'smoke',
    needs: ['user', 'expired-token'],
    run: async (session) => assert.code(await expiredUse(session), 'token_expired'),
  },
]
