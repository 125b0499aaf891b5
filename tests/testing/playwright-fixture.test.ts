import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type { BrowserContext, TestInfo } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import { listen } from '../../mocks/adapters/node.ts'
import { createTestFake } from '../../testing/test-fake.ts'
import { connectWorld } from '../../testing/fake-world.ts'
import { routeAppCalls } from '../../testing/playwright/app.ts'
import { createPageFake } from '../../testing/playwright/page-fake.ts'
import { connectServer } from '../../testing/playwright/server.ts'
import {
  attachFailureReport,
  deleteTestWorld,
  createTestWorld,
  withForks,
} from '../../testing/playwright/test-world.ts'
import { foundBrowser } from '../support/find-browser.ts'
import { runPlaywright, runSideBySide } from './playwright/run.ts'
import { isProving } from '../support/proving.ts'
import { openBrowser } from '../support/open-browser.ts'
import { type Ready, start, temporaryFolder } from '../support/start-serve.ts'
import { shortStory } from '../support/short-story.ts'
import { callWith } from '../console/console-tools.ts'
import { useAll } from '../console/panel-tools.ts'

const { folder } = temporaryFolder()

const all = (expected: number) => ({ errors: [], stats: { expected, unexpected: 0, flaky: 0 } })

describe.skipIf(foundBrowser === undefined)('the Playwright fixture', () => {
  it.runIf(isProving)(
    'the Playwright fixture gives pages a world by base URL, by redirected calls and through a proxy, with live streams',
    async () => {
      const outcome = await runPlaywright(['fixture', '--workers', '2'], { UNDERSTUDY_URL: '' })
      expect(outcome).toMatchObject(all(13))
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

describe.skipIf(foundBrowser === undefined)('the report of a failed test', () => {
  it.runIf(isProving)(
    'the file in the report of a failed test opens the world of the test in the console, in the middle of its turn',
    async () => {
      const { errors, stats } = await runPlaywright(['failing'], {
        UNDERSTUDY_URL: '',
        PLAYWRIGHT_OUTPUT: folder.path,
      })
      expect([stats.unexpected, JSON.stringify(errors)]).toEqual([
        1,
        expect.stringContaining('toBe'),
      ])
      const names = await readdir(folder.path, { recursive: true })
      const name = names.find((each) => each.endsWith('fake-world.json')) ?? ''
      const file = join(folder.path, name)
      const { output, stop } = await start('--json', '--snapshot', file)
      const { url } = JSON.parse(output) as Ready
      const browser = await openBrowser()
      const { page } = await browser.open(`${url}/#/journal`)
      await callWith(page, '/api/react').click()
      await page.getByText(/^\d+ request headers$/).click()
      await page.getByText('Bearer').first().waitFor()
      expect(await page.locator('main').innerText()).toMatch(/Sent \(\d+\)/)
      await page.goto(`${url}/#/`)
      await page.getByRole('main').getByText('tell me').first().waitFor()
      await page.goto(`${url}/#/clock`)
      await page
        .getByText(/frozen/i)
        .first()
        .waitFor()
      // The world continues from there.
      await page.getByRole('button', { name: 'Resume' }).click()
      await useAll(page)
      await browser.close()
      await stop()
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

  it('the forks of the world of a test can be called by their path, and are deleted after the test', async () => {
    const { connection, close } = await connectServer({ url: '' })
    const own = await createTestWorld(connection, {}, test)
    for (const attempt of ['first', 'second']) {
      const { world, deleteForks } = withForks(connection, own)
      const copy = await world.fork('copy')
      await world.records.change('settings', 'settings', { maintenance_mode: attempt === 'first' })
      const statusOf = async (path: string) => (await world.fetch(path)).status
      expect(await statusOf(`/w/${copy}/api/agents`)).toBe(attempt === 'first' ? 401 : 503)
      await world.fork('deleted-by-its-test')
      await connectWorld(connection, 'deleted-by-its-test').delete()
      await deleteForks()
    }
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

  it('the options of a test replace the speed, the seed and the profile of the snapshot that its world starts from', async () => {
    const { connection, close } = await connectServer({ url: '' })
    const first = await createTestWorld(connection, { speed: 1, seed: 'first' }, test)
    const snapshot = await first.snapshot()
    const usual = await createTestWorld(connection, { snapshot }, test)
    expect(await usual.about()).toMatchObject({ speed: 'max', seed: 'first' })
    const options = { speed: 4, seed: 'mine', profile: 'deployed-0.8', scenarios: [shortStory] }
    const second = await createTestWorld(connection, { ...options, snapshot }, test)
    await second.reset()
    const { speed, seed, profile } = options
    expect(await second.about()).toMatchObject({ speed, seed, profile })
    expect((await second.scenarios.list())[0]).toMatchObject({ name: shortStory.name, of: 'world' })
    await close()
  })

  it('the world of a test signs pages in by cookies for all paths of the app, at its base URL or at an open page', async () => {
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

    const { access_token, user } = await signIn(contextAt(), 'http://localhost:5173/app/')
    const values = { token: access_token, user: encodeURIComponent(JSON.stringify(user)) }
    expect(cookies.splice(0)).toEqual(
      Object.entries(values).map(([name, value]) => ({
        name,
        value,
        url: 'http://localhost:5173',
      })),
    )
    await signIn(contextAt('about:blank', 'https://app.test/chat'))
    expect(cookies).toMatchObject([{ url: 'https://app.test' }, { name: 'user' }])
    await expect(signIn(contextAt('about:blank'))).rejects.toThrow('Set `baseURL`')
    await close()
  })

  it('the world of a test is attached to the report of a failed test only, with its seed and its calls', async () => {
    const { connection, close } = await connectServer({ url: '' })
    const world = await createTestWorld(connection, { seed: 'mine' }, test)
    await world.fetch('/api/agents')
    const attached: { name: string; body?: string }[] = []
    const info = (status: TestInfo['status']) =>
      ({
        status,
        expectedStatus: 'passed',
        attachments: attached,
        outputPath: (name: string) => join(folder.path, 'a test', name),
        attach: async (name: string, { body }: { body: string }) =>
          void attached.push({ name, body }),
      }) as unknown as TestInfo
    await attachFailureReport(world, info('passed'))
    expect(attached).toEqual([])
    await attachFailureReport(world, info('timedOut'))
    await close()
    expect(attached.map(({ name }) => name)).toEqual([
      'fake-world.json',
      'fake',
      'fake in the console',
    ])
    const [, text, command] = attached
    expect(text?.body).toMatch(
      /^world pays-back-twice-a1-b2 · seed mine · .*\nGET \/api\/agents 401 /,
    )
    const file = join(folder.path, 'a test', 'fake-world.json')
    expect(command?.body).toContain(`npx agent-understudy serve --snapshot '${relative('', file)}'`)
    expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({
      world: world.name,
      seed: 'mine',
      time: { frozen: true },
      journal: [{ path: '/w/pays-back-twice-a1-b2/api/agents', status: 401 }],
    })
  })

  it('an app under https whose calls are redirected to a world under http is told to proxy them', async () => {
    const route = {
      request: () => ({ url: () => 'https://app.test/api/agents', resourceType: () => 'fetch' }),
      continue: () => expect.unreachable('Playwright would refuse it without advice.'),
    }
    const context = {
      route: (_: unknown, handle: (one: typeof route) => Promise<void>) => handle(route),
    } as unknown as BrowserContext
    const world = { url: 'http://127.0.0.1:4010/w/mine', headers: {} }
    await expect(routeAppCalls(context, world, { calls: /api/ })).rejects.toThrow('`proxied: true`')
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
