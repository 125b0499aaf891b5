import { expect, test } from 'vitest'
import { listen } from '../../mocks/adapters/node.ts'
import type { Heard } from '../whole/parity/exchange.ts'
import { frozenFake } from '../whole/parity/frozen.ts'
import { journey } from '../whole/parity/journey.ts'
import { stock } from '../whole/parity/mounts.ts'
import { recording } from '../whole/parity/record.ts'
import { replay } from '../whole/parity/replay.ts'
import { proxyTo } from '../support/raw-upstream.ts'
import { isProving } from '../support/proving.ts'

const call = (request: Request) => fetch(request)

/** A response without the port and the date of its run. */
const comparable = (heard: Heard | undefined) =>
  JSON.stringify(heard, (name, value: unknown) => (name === 'date' ? undefined : value)).replaceAll(
    /127\.0\.0\.1:\d+/g,
    'here',
  )

test.skipIf(!isProving)(
  'a journey through every operation gets the same bytes through the proxy as without',
  async () => {
    const fake = frozenFake(stock)
    const recorder = recording({ fake, baseUrl: 'http://platform.test', fetch: fake.fetch })
    await journey(recorder)
    const asks = recorder.asks()
    const direct = await listen(frozenFake(stock))
    const without = await replay(asks, direct.url, call).finally(direct.close)
    const upstream = await listen(frozenFake(stock))
    const proxy = await proxyTo(upstream.url)
    const through = await replay(asks, proxy.url, call).finally(upstream.close)
    for (const [at, { method, path }] of asks.entries())
      expect([method, path, comparable(through[at])]).toEqual([
        method,
        path,
        comparable(without[at]),
      ])
    expect(asks.length).toBeGreaterThan(700)
  },
  120_000,
)
