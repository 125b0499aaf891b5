import type { BrowserContextOptions, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { foundBrowser } from '../support/find-browser.ts'
import { type OpenBrowser, openBrowser } from '../support/open-browser.ts'
import { bundlePage, kilobytes, type PageBundle } from '../support/page-size.ts'
import { isProving } from '../support/proving.ts'
import { servePage } from '../support/serve-page.ts'
import { ask, panelOf, press, useAll } from './panel-tools.ts'

const strict =
  "default-src 'none'; script-src 'self'; connect-src 'self'; img-src 'self' data:; style-src 'none'"

/** Polls from outside, because the policy of a page forbids `waitForFunction`. */
async function untilLoaded(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate('globalThis.kit !== undefined')).toBe(true)
}

describe.runIf(foundBrowser !== undefined)('the console as a panel of a page', () => {
  const script = 'tests/console/panel-page.ts'
  let site: Awaited<ReturnType<typeof servePage>>
  let browser: OpenBrowser
  beforeAll(async () => {
    site = await servePage(script)
    browser = await openBrowser()
  })
  afterEach(() => browser?.close())
  afterAll(() => site?.close())

  async function visit(
    url: string,
    mount = 'kit.mountConsole({ fake: kit.fake })',
    options?: BrowserContextOptions,
  ) {
    const opened = await browser.open(url, options)
    await untilLoaded(opened.page)
    await opened.page.evaluate(`void ${mount}`)
    return opened
  }

  it('a console panel leaves nothing in the page while it is closed', async () => {
    const { page, requests, complaints } = await visit(site.url)
    expect(await page.evaluate('document.body.innerHTML')).toBe('')
    const before = requests.length
    await press(page)
    const panel = await panelOf(page)
    await panel.getByRole('heading', { level: 1 }).waitFor()
    await press(page)
    await expect.poll(() => page.frames().length).toBe(1)
    expect(await page.evaluate('document.body.innerHTML')).toBe('')
    expect(requests.slice(before)).toEqual([])
    expect(complaints).toEqual([])
  })

  it('a console panel has no link to a page that only a server has', async () => {
    const { page } = await visit(site.url)
    await press(page)
    const panel = await panelOf(page)
    await panel.getByRole('link', { name: 'Ask a question' }).waitFor()
    expect(await panel.getByRole('link', { name: 'OpenAPI' }).count()).toBe(0)
    await panel.getByRole('link', { name: 'Director', exact: true }).click()
    await panel.getByLabel('Find a script').fill('Long story')
    await panel.getByRole('region', { name: 'Preview of Long story' }).waitFor()
    expect(await panel.getByRole('button', { name: /^Copy a link/ }).count()).toBe(0)
  })

  it('a console panel follows its world while the user works in the page around it', async () => {
    const { page } = await visit(site.url, undefined, {})
    await page.clock.install()
    await press(page)
    const panel = await panelOf(page)
    await panel.getByRole('link', { name: 'Ask a question' }).waitFor()
    await page.clock.runFor(400_000)
    await page.evaluate('void kit.fake.control().faults.add({ effect: { latency: 1 } })')
    const isShown = async () => {
      await page.clock.runFor(3000)
      return panel.getByRole('link', { name: /^1 fault/ }).count()
    }
    await expect.poll(isShown).toBe(1)
  })

  it('a console panel plays, cuts and resumes a turn of the fake in its page, and moves its clock', async () => {
    const { page } = await visit(site.url)
    await press(page)
    expect(await useAll(await panelOf(page))).toBe(1)
  })

  it.runIf(isProving)(
    'a console panel works through the requests that MSW handles in its page',
    async () => {
      const { page } = await visit(`${site.url}#msw`, 'kit.mountConsole({ fetch: kit.request })')
      await press(page)
      expect(await useAll(await panelOf(page))).toBe(1)
    },
    60_000,
  )

  it.runIf(isProving)(
    'a console panel works in a page with a strict content security policy',
    async () => {
      const guarded = await servePage(script, { 'content-security-policy': strict })
      onTestFinished(() => guarded.close())
      const { page, complaints } = await visit(guarded.url)
      await press(page)
      const panel = await panelOf(page)
      await useAll(panel)
      const family = `getComputedStyle(document.querySelector('.frame-header')).display`
      expect(await panel.evaluate(family)).toBe('flex')
      expect(complaints).toEqual([])
    },
    60_000,
  )

  it('the hot key opens the console panels of two fakes in turn, each with its own world', async () => {
    const both = `[kit.mountConsole({ fake: kit.fake, name: 'One' }), kit.mountConsole({ fake: kit.other, name: 'Two' })]`
    const { page } = await visit(site.url, both)
    const journalOf = (name: string) =>
      page.evaluate<number>(`kit.${name}.control().journal.list().length`)
    await press(page)
    await ask(await panelOf(page))
    expect(await journalOf('fake')).toBeGreaterThan(0)
    expect(await journalOf('other')).toBe(0)
    await press(page)
    const two = await panelOf(page)
    // The second panel has its own location and its own login.
    await two.getByRole('heading', { name: 'Start', level: 1 }).waitFor()
    await ask(two)
    expect(await journalOf('other')).toBeGreaterThan(0)
    await press(page)
    await expect.poll(() => page.frames().length).toBe(1)
  })

  it.runIf(isProving)(
    'an open console panel opens again after a reload, and reads a running turn to its end',
    async () => {
      const { page } = await visit(site.url)
      await press(page)
      await ask(await panelOf(page))
      await page.reload()
      await untilLoaded(page)
      await page.evaluate('void kit.mountConsole({ fake: kit.fake })')
      const panel = await panelOf(page)
      const end = panel.getByText('That is the end.')
      await expect.poll(() => end.count(), { timeout: 30_000 }).toBe(1)
    },
    60_000,
  )

  it.runIf(isProving)(
    'a console panel can open in a separate window, which closes with its page',
    async () => {
      const { page } = await visit(site.url)
      const opening = page.waitForEvent('popup')
      await page.evaluate(`void kit.mountConsole({ fake: kit.fake }).open('window')`)
      const popup = await opening
      expect(await useAll(popup.mainFrame())).toBe(1)
      const closing = popup.waitForEvent('close')
      await page.goto('about:blank')
      await closing
    },
    60_000,
  )

  it('a key event without a code, as some password managers send it, causes no error in the page', async () => {
    const { page, complaints } = await visit(site.url)
    await page.evaluate("window.dispatchEvent(new Event('keydown'))")
    expect(complaints).toEqual([])
  })

  it('a console panel refuses a hot key that names no key, and says what is allowed', async () => {
    const mount = `kit.mountConsole({ fake: kit.fake, hotKey: 'Hyper+U' })`
    await expect(visit(site.url, mount)).rejects.toThrow('`Hyper+U` is not a hot key. Use a letter')
  })
})

const buildPage = (condition: string) => `
  import { createFake } from 'agent-understudy'
  const fake = createFake({ fixture: {} })
  if (${condition}) import('agent-understudy/console').then((it) => it.mountConsole({ fake }))
`

/** The files of the panel in a bundle. */
const bytesOf = (bundle: PageBundle) =>
  bundle.inputs.filter((path) => /lib\/console(-app)?\.js$/.test(path))

it('a production build without the console panel has no bytes of it, and the panel has at most 250 KB', async () => {
  const production = await bundlePage('panel-without', buildPage('false'))
  const development = await bundlePage('panel-with', buildPage('true'))
  expect(bytesOf(production)).toEqual([])
  expect(bytesOf(development)).toHaveLength(2)
  const late = [...development.chunks.keys()].filter((name) => !development.atOnce.has(name))
  const panel = late.filter((name) => name.startsWith('console'))
  // docs/msw.md states the size of the panel.
  expect(kilobytes(development, panel)).toBeGreaterThan(100)
  expect(kilobytes(development, panel)).toBeLessThan(250)
})
