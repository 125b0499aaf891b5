import { mkdtemp, rm, writeFile, mkdir } from 'node:fs/promises'
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { writeConsole } from '../../cli/console.ts'
import { foundBrowser } from '../support/find-browser.ts'
import { type OpenBrowser, openBrowser, watched } from '../support/open-browser.ts'
import { drawn, isProving } from '../support/proving.ts'
import { serveFolder } from '../support/serve-folder.ts'
import { callWith } from './console-tools.ts'
import { ask, end, useAll } from './panel-tools.ts'

const story = `
name: long-story
match: { endpoint: react, query: tell me }
pace: { by: word, size: 1, every: 25ms }
script:
  - answer: ${'It was once. '.repeat(20)}
  - answer: That is the end.
`

const notice = (page: Page) => page.getByRole('region', { name: 'About this page' })

describe.runIf(foundBrowser !== undefined)('the console as a static site', () => {
  let folder: string
  let out: string
  let site: Awaited<ReturnType<typeof serveFolder>>
  let browser: OpenBrowser
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'static-site-'))
    const scenarios = join(folder, 'scenarios')
    await mkdir(scenarios)
    await writeFile(join(scenarios, 'long-story.yaml'), story)
    out = join(folder, 'site')
    const quiet = { write() {} }
    const io = { stdout: quiet, stderr: quiet, stopped: new Promise<void>(() => undefined) }
    await writeConsole(['--out', out, '--scenarios', scenarios], io)
    site = await serveFolder(out, '/demos/one/')
    browser = await openBrowser({ hosts: ['files.test'] })
  })
  afterEach(() => browser?.close())
  afterAll(async () => {
    await site?.close()
    if (folder !== undefined) await rm(folder, { recursive: true })
  })

  /** Opens the site in a browser that runs a script before each page. */
  async function visitWith(script: string, path = '') {
    const context = await browser.newContext()
    await context.addInitScript(script)
    const opened = watched(await context.newPage())
    await opened.page.goto(site.url + path)
    return opened
  }

  it('a static site below a path, without https, plays, cuts and resumes a turn, and keeps it over a reload', async () => {
    const { page, requests, complaints } = await browser.open(site.plainUrl)
    await useAll(page)
    await page.reload()
    await page.getByRole('link', { name: /^1 fault/ }).waitFor()
    await page.getByRole('link', { name: /clock frozen/ }).waitFor()
    await page.getByRole('link', { name: 'Chat', exact: true }).click()
    await page
      .getByRole('region', { name: 'Conversations' })
      .getByRole('listitem')
      .first()
      .waitFor()
    for (const name of ['Conformance', 'Traffic', 'Tolerance'])
      expect(await page.getByRole('link', { name, exact: true }).count()).toBe(0)
    expect(requests.filter((url) => !url.startsWith(site.plainUrl))).toEqual([])
    // docs/msw.md states the size of the site.
    const files = new Set(requests.map((url) => url.slice(site.plainUrl.length) || 'index.html'))
    const sizes = Array.from(files, (file) => gzipSync(readFileSync(join(out, file))).length)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(965_000)
    expect(complaints).toEqual([])
  })

  it.runIf(isProving)(
    'a static site of the console continues a running turn after a reload',
    async () => {
      const { page } = await browser.open(site.url)
      await ask(page)
      await page.reload()
      await end(page)
      // The page reads the running turn, and does not ask again.
      expect(await page.getByText('It was once').count()).toBe(1)
    },
    60_000,
  )

  it.runIf(isProving)(
    'two tabs of a static site share their worlds',
    async () => {
      const { page } = await browser.open(`${site.url}#/faults`)
      const other = await page.context().newPage()
      await other.goto(`${site.url}#/clock`)
      await other.getByRole('button', { name: 'Freeze', exact: true }).click()
      await page.getByRole('link', { name: /clock frozen/ }).waitFor()
      await page.getByRole('group').getByRole('button').first().click()
      const fault = other.getByRole('link', { name: /^1 fault/ })
      await expect.poll(() => fault.isVisible(), { timeout: 30_000 }).toBe(true)
    },
    60_000,
  )

  it('a static site of the console works without storage, and says that a reload starts from the beginning', async () => {
    const { page, complaints } = await visitWith(
      `for (const name of ['localStorage', 'sessionStorage'])
         Object.defineProperty(window, name, { get() { throw new Error('Storage is refused.') } })`,
    )
    await notice(page).getByText('This browser stores nothing for this page').waitFor()
    await ask(page)
    await end(page)
    await page.reload()
    await page.getByRole('button', { name: 'demo@example.com' }).waitFor()
    expect(complaints).toEqual([])
  })

  it.runIf(isProving)(
    'a static site whose storage is full keeps working, and says what a reload will lose',
    async () => {
      const { page } = await visitWith(
        `const set = Storage.prototype.setItem
       Storage.prototype.setItem = function (key, text) {
         if (text.length > 2000) throw new DOMException('The quota was exceeded.')
         set.call(this, key, text)
       }`,
      )
      await ask(page)
      await end(page)
      const told = notice(page).getByText('a reload loses what you do from now on')
      await expect.poll(() => told.textContent()).toContain('The quota was exceeded')
    },
    60_000,
  )

  it('a static site plays the profile and the script of a link, and asks the question of a link only once', async () => {
    const profile = JSON.stringify({ name: 'of-the-link', picks: { 'errors.envelope': 'detail' } })
    const script = JSON.stringify({
      name: 'linked-story',
      match: { endpoint: 'react', query: 'the linked one' },
      script: [{ answer: 'This came with the link.' }],
    })
    const link = new URLSearchParams({ profile, script })
    const { page } = await browser.open(`${site.url}#/chat?${link}`)
    await page.getByText('This came with the link.').first().waitFor()
    await page.getByRole('link', { name: /of-the-link/ }).waitFor()
    await page.goto(`${site.url}#/chat?ask=Tell+me`)
    await page.getByText('It was once').first().waitFor()
    expect(page.url()).not.toContain('ask=')
    await end(page)
    await page.reload()
    await end(page)
    await page.getByRole('link', { name: 'Journal', exact: true }).click()
    await callWith(page, '').first().waitFor()
    expect(await callWith(page, '/api/react').count()).toBe(0)
  })

  it('a static site that got a script from its link also writes the script itself into new links', async () => {
    const script = JSON.stringify({
      name: 'linked-story',
      match: { endpoint: 'react', query: 'the linked one' },
      script: [{ answer: 'This came with the link.' }],
    })
    const permissions = ['clipboard-read', 'clipboard-write']
    const { page } = await browser.open(`${site.url}#/chat?${new URLSearchParams({ script })}`, {
      permissions,
    })
    await page.getByText('This came with the link.').first().waitFor()
    await page.getByRole('link', { name: 'Director', exact: true }).click()
    await page.getByLabel('Find a script').fill('Linked story')
    await page.getByRole('button', { name: 'Copy a link that plays it' }).click()
    await page.getByRole('status').filter({ hasText: 'Copied' }).waitFor({ state: 'attached' })
    const copied = await page.evaluate<string>('navigator.clipboard.readText()')
    expect(new URL(copied).hash).toContain('linked-story')
    const { page: other } = await browser.open(copied)
    await other.getByText('This came with the link.').first().waitFor()
  })

  it.runIf(isProving)(
    'a stage of a static site stays signed in when the chat renews its session',
    async () => {
      const { page } = await browser.open(site.url)
      await ask(page)
      await end(page)
      await page.getByRole('link', { name: 'Director', exact: true }).click()
      const opening = page.context().waitForEvent('page')
      await page.getByRole('link', { name: 'Open the stage' }).click()
      const stage = await opening
      const question = stage.getByRole('textbox', { name: /^Question/ })
      await question.waitFor()
      await page.getByRole('link', { name: 'Clock', exact: true }).click()
      await page.getByRole('button', { name: 'Advance', exact: true }).click()
      await ask(page)
      await end(page)
      await question.fill('Tell me')
      await question.press('Enter')
      await stage.getByText('It was once').first().waitFor()
      await end(stage)
      expect(await stage.getByRole('button', { name: 'demo@example.com' }).count()).toBe(0)
    },
  )

  const refusedLinks: readonly (readonly [string, Readonly<Record<string, string>>, string])[] = [
    ['profile', { profile: '{"picks":{"errors.envelope":"nothing"}}' }, 'errors.envelope'],
    ['name of a profile', { profile: 'nobody' }, 'nobody'],
    ['script', { script: '{"name":' }, 'its script is not a JSON object.'],
    ['question', { ask: 'why '.repeat(20_000) }, 'a link can have at most 65,536.'],
  ]
  it.each(drawn(refusedLinks, 1))(
    'a static site of the console says why it does not play the %s of a link',
    async (_, link, says) => {
      const { page } = await browser.open(`${site.url}#/chat?${new URLSearchParams(link)}`)
      const told = notice(page).getByText("This link can't be played:")
      await expect.poll(() => told.textContent()).toContain(says)
    },
    60_000,
  )
})
