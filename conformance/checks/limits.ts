import { isBusy } from '../session/exchange.ts'
import { checks } from '../session/check.ts'
import { requireBaseline, errorCode, isAccepted, assert, skip } from '../session/assertions.ts'
import { sendAsUser } from '../setup/credentials.ts'
import { fullKey, tryCredential } from '../setup/keys.ts'

const shared = { plan: 'destructive', needs: ['user'] } as const

/** Number of requests in a burst: more than a page of a web client sends at once. */
const burst = 30

/** Checks of limits (8) with bursts and large bodies, which may disturb users of the deployment. */
export const limitChecks = checks(shared, {
  'limits.keys-are-not-limited': {
    level: 'should',
    rule: 'limits.key-requests',
    run: async (session) => {
      const key = await fullKey(session)
      const before = session.exchanges.length
      const requests = Array.from({ length: burst }, () => tryCredential(session, key))
      // A request rejects if the target is busy. The rejection is ignored: the 429 is recorded.
      await Promise.allSettled(requests)
      // Reads the recorded exchanges, because after a 429 the session returns only the last retry.
      const sent = session.exchanges.slice(before).filter(({ request }) => request.bearer === key)
      const refused = sent.filter(({ status }) => status === 429)
      requireBaseline(refused.length > 0 || sent.some(isAccepted), 'the key is not accepted')
      const got = `429 for ${refused.length} of them; a gateway may limit requests by address`
      assert.holds(refused.length === 0, `no refusal of ${burst} requests at once`, got, refused[0])
    },
  },
  'limits.replies-when-busy': {
    level: 'observe',
    rule: 'errors.table',
    run: async (session) => {
      const seen = session.exchanges.filter(isBusy).map((exchange) => ({
        status: exchange.status,
        code: errorCode(exchange) ?? null,
        'retry-after': exchange.headers.has('retry-after'),
      }))
      if (seen.length === 0) skip('the target refused no request as too busy')
      return [...new Map(seen.map((each) => [JSON.stringify(each), each])).values()]
    },
  },
  'limits.body-size': {
    level: 'observe',
    rule: 'requests.validation',
    run: async (session) => {
      const statuses: Record<string, number> = {}
      for (const kib of [64, 1024]) {
        // The title is not a string, so a body of any size creates nothing.
        const body = { title: { long: 'x'.repeat(kib * 1024) } }
        const path = '/api/conversations'
        const request = { method: 'POST', path, body, createsNothing: true }
        statuses[`${kib} KiB`] = (await sendAsUser(session, request)).status
      }
      return statuses
    },
  },
})
