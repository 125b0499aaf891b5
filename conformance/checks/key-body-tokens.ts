import { checks, corePlan } from '../session/check.ts'
import type { Exchange } from '../session/exchange.ts'
import { assert, isAccepted, isRefusal, requireBaseline, skip } from '../session/assertions.ts'
import type { TestSession } from '../session/test-session.ts'
import { deletedKey } from '../setup/key-lifecycle.ts'
import { probeTurn } from '../setup/operations.ts'
import { scopedToggle } from '../setup/scoped-toggle.ts'

/**
 * Requires that a turn with a refused key in the body is refused for that key. Its `q` is invalid, so
 * no turn starts; a target that validates the body first cannot show it.
 */
async function mustBeRefused(session: TestSession, exchange: Exchange): Promise<void> {
  const without = await session.once('a probe of react without a credential', () =>
    probeTurn(session, 'react', {}),
  )
  requireBaseline(without.status === 401, 'react validates the body before the credential')
  assert.holds(
    isRefusal(exchange) && exchange.status !== 422,
    'a refusal of the key',
    `status ${exchange.status}`,
    exchange,
  )
}

/** Keys that are refused in the header are refused in the body field `token` as well (3, 5.R2). */
export const keyBodyTokenChecks = checks(corePlan, {
  'keys.disabled-is-rejected-in-the-body': {
    rule: 'keys.disable',
    run: async (session) => {
      const { bodyToken, disabling } = await scopedToggle(session)
      requireBaseline(isAccepted(disabling), `the key could not be disabled (${disabling.status})`)
      await mustBeRefused(session, bodyToken)
    },
  },
  'keys.deleted-is-rejected-in-the-body': {
    rule: 'keys.delete',
    run: async (session) => {
      const { key, change } = await deletedKey(session)
      if (change === undefined) skip('no route that deletes a key was found')
      await mustBeRefused(session, await probeTurn(session, 'react', { token: key.value }))
    },
  },
})
