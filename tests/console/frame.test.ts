import type { Page } from 'playwright'
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { flawsOf } from './screens.ts'
import { foundBrowser } from '../support/find-browser.ts'
import { type OpenBrowser, openBrowser, watched } from '../support/open-browser.ts'
import { prefixProxy } from '../support/prefix-proxy.ts'
import { drawn } from '../support/proving.ts'
import { type Ready, start } from '../support/start-serve.ts'

const paths = [
  '',
  'chat',
  'director',
  'state',
  'journal',
  'faults',
  'clock',
  'choices',
  'coverage',
  'judge',
  'traffic',
  'tolerance',
]

/** The number of bytes that a page has loaded over the network, of files whose names match `only`. */
const loaded = (page: Page, only = /./) =>
  page.evaluate<number>(
    `performance.getEntries()
      .filter(({ entryType, name }) => entryType === 'navigation' || name.includes('/console/'))
      .filter(({ name }) => ${only}.test(name))
      .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)`,
  )

describe.skipIf(foundBrowser === undefined)(
  'the frame of the console',
  { timeout: 180_000 },
  () => {
    let server: { readonly ready: Ready; stop(): Promise<number> }
    let browser: OpenBrowser
    beforeAll(async () => {
      const { output, stop } = await start('--json')
      server = { ready: JSON.parse(output) as Ready, stop }
      browser = await openBrowser()
    })
    afterEach(() => browser.close())
    afterAll(() => server.stop())

    async function visit(path: string, url = server.ready.url) {
      const opened = await browser.open(`${url}/#/${path}`)
      await opened.page.getByRole('navigation').getByRole('link', { name: 'Coverage' }).waitFor()
      await opened.page.locator('main > :not(h1, [role=status])').first().waitFor()
      return opened
    }

    it.each(drawn(paths, 3))('the page #/%s has a title and takes few bytes', async (path) => {
      const opened = await visit(path)
      const { page } = opened
      const current = page.getByRole('navigation').locator('[aria-current=page]')
      expect(await current.getAttribute('href')).toBe(`#/${path}`)
      expect(await page.title()).toBe(`${await current.textContent()} · Understudy`)
      expect(await flawsOf(opened)).toEqual([])
      expect(await loaded(page)).toBeLessThan(200 * 1024)
    })

    it('the console shows a turn being cut and resumed after three clicks', async () => {
      const opened = await visit('?world=new')
      const { page } = opened
      await page.getByRole('link', { name: 'Ask a question' }).click()
      await page
        .getByRole('group', { name: 'Users of this world' })
        .getByRole('button', { name: 'demo@example.com' })
        .click()
      await page.getByRole('button', { name: 'Show a turn being cut and resumed' }).click()
      const events = page.getByRole('region', { name: 'Events' })
      await events.getByText('The whole turn:').waitFor()
      const proof = await events.innerText()
      expect(proof).toMatch(/You cut it after cursor [1-9]/)
      expect(proof).toMatch(/No event is missing: cursor \d+ follows cursor \d+/)
      expect(proof).toMatch(/No event is missing\. No event was repeated\./)
      await page.getByRole('heading', { name: 'Delivery of order FH-20417' }).waitFor()
      expect(await flawsOf(opened)).toEqual([])
    })

    it('the console loads the code of a large page only when this page is opened', async () => {
      const { page, requests } = await visit('')
      expect(await loaded(page, /^(?!.*woff2)/)).toBeLessThan(60 * 1024)
      await page.evaluate('document.fonts.ready')
      expect(await loaded(page, /woff2/)).toBeGreaterThan(20 * 1024)
      expect(await loaded(page, /woff2/)).toBeLessThan(60 * 1024)
      const files = () => requests.filter((url) => url.includes('/console/')).length
      const before = files()
      await page.getByRole('navigation').getByRole('link', { name: 'State' }).click()
      await page.getByRole('heading', { name: 'State', level: 1 }).waitFor()
      await expect.poll(files).toBeGreaterThan(before)
      await page.locator('#main:focus').waitFor()
    })

    it('the navigation of the console has names in a wide window, icons with tooltips in a narrow one, and a sheet on a phone', async () => {
      const { page } = await visit('')
      const link = page.getByRole('navigation').getByRole('link', { name: 'Faults' })
      const label = link.locator('.frame-label')
      const opacity = () =>
        page.evaluate<string>(
          `getComputedStyle(document.querySelector('[href="#/faults"] .frame-label')).opacity`,
        )
      const rail = page.locator('.frame-header')
      await page.setViewportSize({ width: 1440, height: 900 })
      expect(await opacity()).toBe('1')
      await page.setViewportSize({ width: 1024, height: 768 })
      expect((await rail.boundingBox())?.width).toBeLessThan(70)
      expect(await opacity()).toBe('0')
      await link.focus()
      await page.keyboard.press('Shift+Tab')
      await page.keyboard.press('Tab')
      await expect.poll(opacity).toBe('1')
      const shown = await label.boundingBox()
      const icon = await link.boundingBox()
      expect(shown?.x).toBeGreaterThan((icon?.x ?? 0) + (icon?.width ?? 0))
      await page.setViewportSize({ width: 390, height: 800 })
      expect(await link.isVisible()).toBe(false)
      await page.getByRole('button', { name: 'Menu, page Start' }).click()
      await link.click()
      await page.getByRole('heading', { name: 'Faults', level: 1 }).waitFor()
      await expect.poll(() => link.isVisible()).toBe(false)
    })

    it('the console says that an unknown path has no page, and links to the start', async () => {
      const { page } = await visit('nowhere?world=red')
      await page.getByText('There is no such page').waitFor()
      expect(await page.title()).toBe('No such page · red')
      await page.getByRole('main').getByRole('link', { name: 'Start' }).click()
      await expect.poll(() => page.title()).toBe('Start · red')
    })

    it('the console follows a link even if a parameter of the page changes at the same time', async () => {
      const { page } = await visit('choices')
      await page.getByRole('searchbox').waitFor()
      await page.evaluate(`
      location.hash = '#/coverage'
      const field = document.querySelector('input[type=search]')
      field.value = 'agents'
      field.dispatchEvent(new InputEvent('input', { bubbles: true }))`)
      await page.getByRole('heading', { name: 'Coverage', level: 1 }).waitFor()
      expect(await page.evaluate('location.hash')).toBe('#/coverage')
    })

    it('the console works in a browser that refuses storage', async () => {
      const context = await browser.newContext()
      onTestFinished(() => context.close())
      await context.addInitScript(`
      for (const name of ['localStorage', 'sessionStorage'])
        Object.defineProperty(window, name, { get() { throw new DOMException('', 'SecurityError') } })`)
      const opened = watched(await context.newPage())
      await opened.page.goto(`${server.ready.url}/#/`)
      await opened.page.getByRole('button', { name: 'Switch to light' }).click()
      await opened.page.getByRole('button', { name: 'Theme: light' }).waitFor()
      await opened.page.getByRole('link', { name: 'Ask a question' }).click()
      const [user] = server.ready.users
      const users = opened.page.getByRole('group', { name: 'Users of this world' })
      await users.getByRole('button', { name: user?.email ?? '' }).waitFor()
      expect(await flawsOf(opened)).toEqual([])
    })

    it('the console works below a path of a reverse proxy', async () => {
      const proxy = await prefixProxy(server.ready.url, '/demo/understudy')
      onTestFinished(() => proxy.close())
      const opened = await visit('', proxy.url)
      const { page, requests } = opened
      await page.getByRole('button', { name: `${proxy.url}: Copy the base URL` }).waitFor()
      await page.getByRole('textbox', { name: 'New world' }).fill('behind-a-proxy')
      await page.getByRole('button', { name: 'Create', exact: true }).click()
      await page.getByText('world behind-a-proxy').waitFor()
      await page
        .getByRole('button', { name: `${proxy.url}/w/behind-a-proxy: Copy the base URL` })
        .waitFor()
      for (const path of paths.slice(1)) {
        await page.getByRole('navigation').locator(`[href^="#/${path}?"]`).click()
        await page.locator('main > :not(h1, [role=status])').first().waitFor()
      }
      expect(requests.filter((url) => !url.startsWith(`${proxy.url}/`))).toEqual([])
      expect(await flawsOf(opened)).toEqual([])
    })
  },
)
