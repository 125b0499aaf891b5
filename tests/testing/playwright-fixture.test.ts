import type { BrowserContext, TestInfo } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import { listen } from '../../mocks/adapters/node.ts'
import { createTestFake } from '../../testing/test-fake.ts'
import { createPageFake } from '../../testing/playwright/page-fake.ts'
import { connectServer } from '../../testing/playwright/server.ts'
import {
  attachFailureReport,
  deleteTestWorld,
  createTestWorld,
} from '../../testing/playwright/test-world.ts'
import { foundBrowser } from '../support/find-browser.ts'
import { runPlaywright, runSideBySide } from './playwright/run.ts'
import { isProving } from '../support/proving.ts'

const all = (expected: number) => ({ errors: [], stats: { expected, unexpected: 0, flaky: 0 } })

describe.skipIf(foundBrowser === undefined)('the Playwright fixture', () => {
  it.runIf(isProving)(
    'the Playwright fixture gives pages a world by base URL, by redirected calls and through a proxy, with live streams',
    async () => {
      const outcome = await runPlaywright(['fixture', '--workers', '2'], { UNDERSTUDY_URL: '' })
      expect(outcome).toMatchObject(all(12))
    },
    180_000,
  )

  it.runIf(isProving)(
    'the Playwright fixture isolates the tests of four workers on one server, and leaves no world behind',
    async () => {
      const { stats, errors, turns, left } = await runSideBySide(4, 16)
      expect({ stats, errors }).toMatchObject(all(16))
      expect(turns).toBe(16)
      expect(left).toEqual([])
    },
    180_000,
  )
})

describe('the world of a test', () => {
  const test = { title: 'pays back: “twice”', testId: 'a1-b2', repeatEachIndex: 0, retry: 0 }

  it('the world of a test is named after the test, with a number if the name is taken', async () => {
    const { connection, close } = await connectServer({ url: '' })
    const first = await createTestWorld(connection, {}, test)
    const second = await createTestWorld(connection, {}, test)
    const again = await createTestWorld(connection, {}, { ...test, retry: 1 })
    expect([first, second, again].map(({ name }) => name)).toEqual([
      'pays-back-twice-a1-b2',
      'pays-back-twice-a1-b2-2',
      'pays-back-twice-a1-b2-retry-1',
    ])
    await deleteTestWorld(first)
    await deleteTestWorld(first)
    expect((await createTestWorld(connection, {}, test)).name).toBe(first.name)
    await close()
  })

  it('the world of a test starts from a snapshot', async () => {
    const { connection, close } = await connectServer({ url: '' })
    const first = await createTestWorld(connection, { seed: 'mine' }, test)
    await first.clock.freeze('2030-01-01')
    await first.records.change('settings', 'settings', { maintenance_mode: true })
    const snapshot = await first.snapshot()
    const second = await createTestWorld(connection, { snapshot }, test)
    expect(await second.clock.iso()).toBe('2030-01-01T00:00:00.000Z')
    expect(await second.records.read('settings', 'settings')).toMatchObject({
      maintenance_mode: true,
    })
    await close()
  })

  it('the world of a test signs pages in by the cookies of the app, at its base URL or at an open page', async () => {
    const { connection, close } = await connectServer({ url: '' })
    const world = await createTestWorld(connection, {}, test)
    const cookies: unknown[] = []
    const contextAt = (...open: readonly string[]) =>
      ({
        addInitScript: () => expect.unreachable('No key of localStorage is to be set.'),
        addCookies: async (added: readonly unknown[]) => void cookies.push(...added),
        pages: () => open.map((url) => ({ url: () => url })),
      }) as unknown as BrowserContext
    const app = { sessionCookies: { access_token: 'token', user: 'user' } }
    const signIn = (context: BrowserContext, baseUrl?: string) =>
      createPageFake(world, app, baseUrl).signIn(context, 'demo')

    const { access_token, user } = await signIn(contextAt(), 'http://localhost:5173')
    const values = { token: access_token, user: encodeURIComponent(JSON.stringify(user)) }
    expect(cookies.splice(0)).toEqual(
      Object.entries(values).map(([name, value]) => ({
        name,
        value,
        url: 'http://localhost:5173',
      })),
    )
    await signIn(contextAt('about:blank', 'https://app.test/chat'))
    expect(cookies).toMatchObject([{ url: 'https://app.test/chat' }, { name: 'user' }])
    await expect(signIn(contextAt('about:blank'))).rejects.toThrow('Set `baseURL`')
    await close()
  })

  it('the world of a test is attached to the report of a failed test only, with its seed and its calls', async () => {
    const { connection, close } = await connectServer({ url: '' })
    const world = await createTestWorld(connection, { seed: 'mine' }, test)
    await world.fetch('/api/agents')
    const attached: { name: string; body: string }[] = []
    const info = (status: TestInfo['status']) =>
      ({
        status,
        expectedStatus: 'passed',
        attach: async (name: string, { body }: { body: string }) =>
          void attached.push({ name, body }),
      }) as unknown as TestInfo
    await attachFailureReport(world, info('passed'))
    expect(attached).toEqual([])
    await attachFailureReport(world, info('timedOut'))
    await close()
    expect(attached.map(({ name }) => name)).toEqual(['fake', 'fake-journal.json'])
    const [text, journal] = attached
    expect(text?.body).toMatch(
      /^world pays-back-twice-a1-b2 · seed mine · .*\nGET \/api\/agents 401 /,
    )
    expect(JSON.parse(journal?.body ?? '')).toMatchObject({
      world: world.name,
      seed: 'mine',
      calls: [{ path: '/w/pays-back-twice-a1-b2/api/agents', status: 401 }],
    })
  })

  it('a test fails with an explanation if no fake responds at the URL', async () => {
    const { url, close } = await listen(createTestFake())
    await expect(connectServer({ url: `${url}/api` })).rejects.toThrow(
      /responded with 404 and is not the control API/,
    )
    await close()
    await expect(connectServer({ url })).rejects.toThrow(`No response from a fake at ${url}.`)
  })
})
