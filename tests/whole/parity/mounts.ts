import { abortableFetch } from '../../../contract/abortable-fetch.ts'
import { setupServer } from 'msw/node'
import type { BrowserContext, Page } from 'playwright'
import type { Report } from '../../../conformance/report/report.ts'
import { runConformance } from '../../../conformance/runner/runner.ts'
import { handlers } from '../../../mocks/adapters/msw.ts'
import { listen } from '../../../mocks/adapters/node.ts'
import type { Fake } from '../../../mocks/fake.ts'
import { shippedFixture, target } from '../../support/virtual-fake.ts'
import { openBrowser } from '../../support/open-browser.ts'
import { servePage } from '../../support/serve-page.ts'
import { shippedScenarios } from '../../support/transports.ts'
import { frozenFake, checkedFake, openConformanceServer, type Stock } from './frozen.ts'
import type { Ask, Heard } from './exchange.ts'
import { type Fetch, replay } from './replay.ts'

/** A mount of a fake. The journey and the conformance suite each use one with its own fake. */
export type Way = {
  replay(asks: readonly Ask[]): Promise<readonly Heard[]>
  runSuite(): Promise<Report>
}

export type NodeMount = 'in-process fetch' | 'Node HTTP' | 'MSW in Node'
export type PageMount = 'fetch in a page' | 'MSW in a page' | 'HTTP from a page'
export type MountName = NodeMount | PageMount | 'Playwright fixture'

export const stock: Stock = { fixture: await shippedFixture('demo'), scenarios: shippedScenarios }

type Reach = <T>(fake: Fake, use: (baseUrl: string, call: Fetch) => Promise<T>) => Promise<T>

const overNode: Reach = async (fake, use) => {
  const { url, close } = await listen(fake)
  return use(url, abortableFetch).finally(close)
}

const throughMsw: Reach = async (fake, use) => {
  const { baseUrl } = target
  const server = setupServer(...handlers(fake, { baseUrl }))
  server.listen({ onUnhandledFrame: 'error' })
  return use(baseUrl, abortableFetch).finally(() => {
    server.close()
    fake.close()
  })
}

const inProcess: Reach = (fake, use) => use(target.baseUrl, fake.fetch).finally(fake.close)

const wayOf = (reach: Reach): Way => ({
  replay: (asks) => reach(frozenFake(stock), (baseUrl, call) => replay(asks, baseUrl, call)),
  runSuite: () =>
    reach(checkedFake(stock), (baseUrl, call) =>
      runConformance({ ...openConformanceServer(), target: { ...target, baseUrl }, fetch: call }),
    ),
})

export const nodeWays: Readonly<Record<NodeMount, Way>> = {
  'in-process fetch': wayOf(inProcess),
  'Node HTTP': wayOf(overNode),
  'MSW in Node': wayOf(throughMsw),
}

/** A browser and the files for mounts inside a page. */
export async function openPageWays() {
  const [browser, site] = await Promise.all([
    openBrowser(),
    servePage('tests/whole/parity/page.ts'),
  ])

  /** Opens the page in a context that `prepare` has set up. */
  async function inPage<T>(
    use: (page: Page) => Promise<T>,
    prepare?: (context: BrowserContext) => Promise<void>,
  ): Promise<T> {
    const context = await browser.newContext()
    // The page sends one request after another, so delays of its calls would only cost time.
    await context.unrouteAll()
    await prepare?.(context)
    const page = await context.newPage()
    await page.goto(site.url)
    await page.waitForFunction(() => 'parity' in globalThis)
    return use(page).finally(() => context.close())
  }

  const ways: Readonly<Record<PageMount, Way>> = {
    'fetch in a page': {
      replay: (asks) =>
        inPage((page) => page.evaluate((given) => parity.replayInProcess(given), { stock, asks })),
      runSuite: () =>
        inPage((page) => page.evaluate((given) => parity.checkInProcess(given), { stock, target })),
    },
    'MSW in a page': {
      replay: (asks) =>
        inPage((page) => page.evaluate((given) => parity.replayMocked(given), { stock, asks })),
      runSuite: () =>
        inPage((page) => page.evaluate((given) => parity.checkMocked(given), { stock, target })),
    },
    'HTTP from a page': {
      replay(asks) {
        const fake = frozenFake(stock)
        const steer = async (ask: Ask) => (await replay([ask], target.baseUrl, fake.fetch))[0]
        return overNode(fake, (baseUrl) =>
          inPage(async (page) => {
            await page.exposeFunction('steer', steer)
            return page.evaluate((given) => parity.replayRemote(given), { baseUrl, asks })
          }),
        )
      },
      runSuite: () =>
        overNode(checkedFake(stock), (baseUrl) =>
          inPage((page) =>
            page.evaluate((given) => parity.checkRemote(given), { ...target, baseUrl }),
          ),
        ),
    },
  }
  return {
    ways,
    inPage,
    origin: new URL(site.url).origin,
    async close(): Promise<void> {
      await Promise.all([browser.close(), site.close()])
    },
  }
}
