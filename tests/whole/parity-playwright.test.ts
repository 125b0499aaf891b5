import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listen } from '../../mocks/adapters/node.ts'
import type { Fake } from '../../mocks/fake.ts'
import { routeAppCalls } from '../../testing/playwright/app.ts'
import { connectServer } from '../../testing/playwright/server.ts'
import { createTestWorld, type TestWorldOptions } from '../../testing/playwright/test-world.ts'
import type { FakeConnection } from '../../testing/control-client.ts'
import { foundBrowser } from '../support/find-browser.ts'
import { target } from '../support/virtual-fake.ts'
import { heardAt } from './parity/differences.ts'
import type { Ask } from './parity/exchange.ts'
import { frozenFake, checkedFake, timed } from './parity/frozen.ts'
import { stay } from './parity/journey.ts'
import { openPageWays, stock } from './parity/mounts.ts'
import { recording } from './parity/record.ts'
import { replay } from './parity/replay.ts'
import { isProving } from '../support/proving.ts'

/** The world that the fixture creates for a test of this title; its name is the same in each run. */
const worldAt = (connection: FakeConnection, wish: TestWorldOptions = {}) =>
  createTestWorld(connection, wish, { title: 'parity', testId: '', repeatEachIndex: 0, retry: 0 })

const { baseUrl } = target
async function inProcess() {
  const fake = frozenFake(stock)
  const { name, url } = await worldAt({ url: baseUrl, fetch: fake.fetch })
  return { fake, name, url }
}

const first = await inProcess()
const place = `/w/${first.name}`
const recorder = recording({ ...first, baseUrl: first.url, fetch: first.fake.fetch })
await stay(recorder)
const asks = recorder.asks()
const inProcessAnswers = await replay(asks, baseUrl, (await inProcess()).fake.fetch)

const patience = 120_000

describe.skipIf(foundBrowser === undefined)('a page controlled by the Playwright fixture', () => {
  let opened: Awaited<ReturnType<typeof openPageWays>>
  beforeAll(async () => {
    opened = await openPageWays()
  }, patience)
  afterAll(() => opened?.close())

  /** Serves a fake and opens a page whose calls are routed into one of its worlds. */
  async function led<T>(
    fake: Fake,
    wish: TestWorldOptions,
    use: (page: Page) => Promise<T>,
  ): Promise<T> {
    const { url, close } = await listen(fake)
    const { connection } = await connectServer({ url })
    const world = await worldAt(connection, wish)
    const calls = /\/(api\/|openapi\.json$)/
    return opened.inPage(use, (context) => routeAppCalls(context, world, { calls })).finally(close)
  }

  it(
    'a page controlled by the Playwright fixture receives the same bytes as a fake in process',
    async () => {
      const fake = frozenFake(stock)
      const steer = async (ask: Ask) =>
        (await replay([{ ...ask, path: place + ask.path }], baseUrl, fake.fetch))[0]
      const heard = await led(fake, {}, async (page) => {
        await page.exposeFunction('steer', steer)
        return page.evaluate((given) => parity.replayRemote(given), {
          baseUrl: opened.origin,
          asks: asks.map((ask) => ({ ...ask, path: ask.path.slice(place.length) })),
        })
      })
      expect(heard.length).toBe(asks.length)
      for (const [at, ask] of asks.entries()) {
        const answer = inProcessAnswers[at]
        if (answer === undefined)
          throw new Error(`There is no response in process to request ${at}.`)
        const request = `${ask.method} ${ask.path}, request ${at} of the journey`
        expect({ request, ...heard[at] }).toEqual({
          request,
          ...heardAt('Playwright fixture', answer, ask),
        })
      }
    },
    patience,
  )

  it.runIf(isProving)(
    'a full run in a page controlled by the Playwright fixture decides every check except those that need an external token',
    async () => {
      const { results } = await led(checkedFake(stock), { speed: 1 }, (page) =>
        page.evaluate((given) => parity.checkRemote(given), { ...target, baseUrl: opened.origin }),
      )
      const rest = results.filter(({ verdict }) => !['pass', 'observed'].includes(verdict))
      expect(rest.map(({ id }) => id).filter((id) => id !== timed)).toEqual([
        'credentials.expired-token-is-rejected-everywhere',
        'credentials.expired-token-is-rejected',
        'credentials.expired-token-has-a-code-of-the-table',
        'credentials.expired-token-is-token-expired',
      ])
      expect(rest.map(({ verdict }) => verdict)).not.toContain('fail')
    },
    patience,
  )
})
