import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { runConformance } from '../../conformance/runner/runner.ts'
import type { Scenario } from '../../contract/scripts/scenario.ts'
import { listen } from '../../mocks/adapters/node.ts'
import { createFake } from '../../mocks/fake.ts'
import { proxyTo } from '../support/raw-upstream.ts'
import { shippedFixture, target } from '../support/virtual-fake.ts'
import { isProving } from '../support/proving.ts'

/** The plan to compare: the whole plan in `npm run prove`. */
const plan = isProving ? 'full' : 'smoke'

test('the conformance suite gives the same verdicts with and without the proxy', async () => {
  const verdicts = async (baseUrl: string) => {
    const run = async (only?: readonly string[]) =>
      (await runConformance({ target: { ...target, baseUrl }, plan, ...(only && { only }) }))
        .results
    const results = await run()
    // On a busy machine, a turn may end before a check interrupts it, so such checks run again.
    const unsure = results.filter(({ verdict }) => verdict === 'inconclusive').map(({ id }) => id)
    const again = unsure.length === 0 ? [] : await run(unsure)
    const last = new Map([...results, ...again].map(({ id, verdict }) => [id, verdict]))
    return results.map(({ id }) => `${id} ${last.get(id)}`)
  }
  const scenarios = JSON.parse(await readFile('generated/scenarios.json', 'utf8')) as Scenario[]
  const fixture = await shippedFixture('demo')
  const open = () => listen(createFake({ fixture, scenarios, speed: 20 }))
  const direct = await open()
  const without = await verdicts(direct.url)
  await direct.close()
  const upstream = await open()
  const proxy = await proxyTo(upstream.url)
  const through = await verdicts(proxy.url)
  await upstream.close()
  expect(through).toEqual(without)
  expect(through.length).toBeGreaterThan(90)
  expect(proxy.journal.count).toBeGreaterThan(30)
}, 600_000)
