import { isBusy } from '../session/exchange.ts'
import type { ActiveCheck } from '../session/check.ts'
import { requireBaseline, errorCode, isAccepted, assert, skip } from '../session/assertions.ts'
import { userCredential } from '../setup/credentials.ts'
import { fullKey, tryCredential } from '../setup/keys.ts'

const shared = { plan: 'destructive', needs: ['user'] } as const

/** How many requests a burst has: more than a page of a web client ever makes at once. */
const burst = 30

/** Limits (8), by bursts and big bodies that a shared deployment should be spared. */
export const limitChecks: readonly ActiveCheck[] = [
  {
    ...shared,
    id: 'limits.keys-are-not-limited',
    level: 'should',
    rule: 'limits.key-requests',
    run: async (lab) => {
      const key = await fullKey(lab)
      requireBaseline(isAccepted(await tryCredential(lab, key)), 'the key does not work')
      const before = lab.exchanges.length
      const requests = Array.from({ length: burst }, () => tryCredential(lab, key))
      await Promise.allSettled(requests)
      // The lab waits and asks again where it can, so the record shows what it came through.
      const refused = lab.exchanges
        .slice(before)
        .filter(({ ask, status }) => ask.bearer === key && status === 429)
      const got = `429 to ${refused.length} of them; a gateway may limit by address`
      assert.holds(refused.length === 0, `${burst} requests at once to be served`, got, refused[0])
    },
  },
  {
    ...shared,
    id: 'limits.replies-when-busy',
    level: 'observe',
    rule: 'errors.table',
    run: async (lab) => {
      const seen = lab.exchanges.filter(isBusy).map((exchange) => ({
        status: exchange.status,
        code: errorCode(exchange) ?? null,
        'retry-after': exchange.headers.has('retry-after'),
      }))
      if (seen.length === 0) skip('the target was never too busy')
      return [...new Map(seen.map((each) => [JSON.stringify(each), each])).values()]
    },
  },
  {
    ...shared,
    id: 'limits.body-size',
    level: 'observe',
    rule: 'requests.validation',
    run: async (lab) => {
      const credential = await userCredential(lab)
      const statuses: Record<string, number> = {}
      for (const kib of [64, 1024]) {
        // A title that is no string creates nothing, whatever its size.
        const body = { title: { long: 'x'.repeat(kib * 1024) } }
        const ask = { method: 'POST', path: '/api/conversations', bearer: credential, body }
        statuses[`${kib} KiB`] = (await lab.send(ask)).status
      }
      return statuses
    },
  },
]
