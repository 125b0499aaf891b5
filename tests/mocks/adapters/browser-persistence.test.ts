import type { BrowserContext, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { foundBrowser } from '../../support/find-browser.ts'
import type { Kept } from '../../support/stored-page.ts'
import { type OpenBrowser, openBrowser } from '../../support/open-browser.ts'
import { drawn } from '../../support/proving.ts'
import { servePage } from '../../support/serve-page.ts'

const places = [
  { origin: 'this machine', place: 'url' },
  { origin: 'a plain origin, which browsers do not trust', place: 'plainUrl' },
] as const

const ready = (page: Page) => page.waitForFunction((): Kept => globalThis.kept)
const titles = (page: Page) => page.evaluate(() => kept.titles())
const notices = (page: Page) => page.evaluate(() => kept.notices)
const create = (page: Page, title: string) =>
  page.evaluate(async (given) => kept.create(await kept.login(), given), title)

/** Creates conversations as fast as possible; returns the titles of the acknowledged ones. */
const createMany = (page: Page, name: string) =>
  page.evaluate(async (by) => {
    const token = await kept.login()
    const made: string[] = []
    for (let count = 0; count < 40; count += 1) {
      if ((await kept.create(token, `${by} ${count}`)) === 200) made.push(`${by} ${count}`)
      // A page receives storage events only between its tasks.
      await new Promise((resolve) => setTimeout(resolve))
    }
    return made
  }, name)

describe.skipIf(foundBrowser === undefined).each(drawn(places, 1))(
  'a page of $origin',
  ({ place }) => {
    let browser: OpenBrowser
    let site: Awaited<ReturnType<typeof servePage>>
    let context: BrowserContext

    beforeAll(async () => {
      browser = await openBrowser({ hosts: ['platform.test'] })
      site = await servePage('tests/support/stored-page.ts')
    })
    afterAll(async () => {
      await browser?.close()
      await site?.close()
    })

    beforeEach(async () => {
      context = await browser.newContext()
    })
    afterEach(() => context.close())

    async function open() {
      const page = await context.newPage()
      await page.goto(site[place])
      await ready(page)
      return page
    }

    it('a page with stored worlds keeps acknowledged changes, the clock and the token over a reload', async () => {
      const page = await open()
      const before = await page.evaluate(async () => {
        kept.fake.clock.advance('3d')
        kept.fake.clock.freeze()
        const token = await kept.login()
        await kept.create(token, 'Kept')
        return { token, now: kept.fake.clock.now() }
      })
      await page.reload()
      await ready(page)
      expect(await titles(page)).toContain('Kept')
      expect(await page.evaluate(() => kept.fake.clock.now())).toBe(before.now)
      const status = await page.evaluate(
        async (bearer) => (await kept.call('GET', '/api/agents', bearer)).status,
        before.token,
      )
      expect(status).toBe(200)
      expect(await notices(page)).toEqual([])
    })

    it('a running turn of a page with stored worlds continues after a reload by the clock, and completes', async () => {
      const page = await open()
      const started = await page.evaluate(async () => {
        kept.fake.control().director.speed(1)
        kept.fake.clock.freeze()
        const token = await kept.login()
        const made = await kept.call<{ data: { id: string } }>(
          'POST',
          '/api/conversations',
          token,
          {},
        )
        const conversation_id = made.json.data.id
        const reader = await kept.stream('/api/react', token, { q: 'Tell me', conversation_id })
        kept.fake.clock.advance(500)
        return { token, conversation_id, first: await reader.read() }
      })
      await page.reload()
      await ready(page)
      const rest = await page.evaluate(async ({ token, conversation_id }) => {
        const reader = await kept.stream('/api/chat/resume', token, { conversation_id, cursor: -1 })
        const seen = [await reader.read()]
        kept.fake.clock.advance('1m')
        for (let text = await reader.read(); text !== undefined; text = await reader.read())
          seen.push(text)
        return seen.join('')
      }, started)
      expect(started.first).toContain('event: step')
      expect(rest).toContain('event: done')
      expect(rest).toContain('event: resume_done')
    })

    it('a page with stored worlds starts with new worlds after `clear`, also after a reload', async () => {
      const page = await open()
      await page.evaluate(async () => {
        await kept.create(await kept.login(), 'Kept')
        kept.storage.clear()
      })
      expect(await titles(page)).not.toContain('Kept')
      await page.reload()
      await ready(page)
      expect(await titles(page)).not.toContain('Kept')
    })

    it('a page with stored worlds sees changes of another page of the origin without a reload', async () => {
      const first = await open()
      const second = await open()
      expect(await create(first, 'By the first')).toBe(200)
      await expect.poll(() => titles(second)).toContain('By the first')
      await expect.poll(() => create(second, 'By the second')).toBe(200)
      await expect.poll(() => titles(first)).toContain('By the second')
      await second.evaluate(() => kept.storage.clear())
      await expect.poll(() => titles(first)).not.toContain('By the first')
    })

    it('a page with stored worlds stays consistent when two pages write as fast as they can', async () => {
      const [first, second] = [await open(), await open()]
      const [one, two] = await Promise.all([createMany(first, 'one'), createMany(second, 'two')])
      expect(Math.min(one.length, two.length)).toBeGreaterThan(0)
      const third = await open()
      expect((await notices(third)).filter((notice) => notice.includes('damaged'))).toEqual([])
      const seen = async () =>
        new Set((await Promise.all([first, second, third].map(titles))).map(String))
      await expect.poll(async () => (await seen()).size).toBe(1)
    })
  },
)
