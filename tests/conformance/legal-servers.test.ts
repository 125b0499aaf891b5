import { describe, expect, it } from 'vitest'
import type { Wrap } from '../../conformance/mutants/wrap.ts'
import { runConformance } from '../../conformance/runner/runner.ts'
import { recordsOf } from '../support/created-records.ts'
import { drawn } from '../support/proving.ts'
import { target, virtualFake } from '../support/virtual-fake.ts'
import { legalServers } from './legal-servers.ts'

describe('a server that the specification allows', () => {
  it.each(drawn(legalServers, 3))(
    'a server that the specification allows fails no check: $says',
    async ({ wrap, plan = 'core' }) => {
      const { fake, systemClock } = virtualFake()
      const before = recordsOf(fake)
      let hits = 0
      const { results, leftovers } = await runConformance({
        target,
        plan,
        fetch: wrap(fake.fetch, () => (hits += 1)),
        now: systemClock.now,
        sleep: systemClock.sleep,
        tag: 'test',
      })
      const failed = results.filter(({ verdict }) => verdict === 'fail' || verdict === 'error')
      expect(failed.map(({ id, message }) => `${id}: ${message}`)).toEqual([])
      expect(hits).toBeGreaterThan(0)
      expect({ leftovers, records: recordsOf(fake) }).toEqual({ leftovers: [], records: before })
    },
  )

  it('a server whose lists show changes two seconds late fails no check, because of the grace period', async () => {
    const { fake, systemClock } = virtualFake()
    const shown = new Map<string, { readonly at: number; readonly json: unknown }>()
    const late: Wrap = (fetch) => async (request) => {
      const response = await fetch(request)
      const isList =
        request.method === 'GET' && /\/(conversations|api-keys)(\?|$)/.test(request.url)
      if (!isList || !response.ok) return response
      const name = `${request.headers.get('authorization')} ${request.url}`
      const before = shown.get(name)
      const isFresh = before !== undefined && systemClock.now() - before.at < 2000
      const now = isFresh ? before : { at: systemClock.now(), json: await response.json() }
      shown.set(name, now)
      return Response.json(now.json, { headers: { date: response.headers.get('date') ?? '' } })
    }
    const { results } = await runConformance({
      target,
      plan: 'core',
      fetch: late(fake.fetch, () => {}),
      now: systemClock.now,
      sleep: systemClock.sleep,
    })
    const failed = results.filter(({ verdict }) => /^(fail|warn|error|inconclusive)$/.test(verdict))
    expect(failed.map(({ id, message }) => `${id}: ${message}`)).toEqual([])
  })
})
