import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { flawsOnScreens } from './screens.ts'
import { callWith, useConsole } from './console-tools.ts'
import { foundBrowser } from '../support/find-browser.ts'
import { isProving } from '../support/proving.ts'
import { recording } from '../support/recorded-exchange.ts'
import { temporaryFolder } from '../support/start-serve.ts'

const example = 'console/pages/traffic/example.har.gz'
const { folder } = temporaryFolder()

const choose = (page: Page, path: string) => page.locator('input[type=file]').setInputFiles(path)

/** Writes a file, and chooses it in the page. */
async function chooseText(page: Page, name: string, content: string): Promise<void> {
  const path = join(folder.path, name)
  await writeFile(path, content)
  await choose(page, path)
}

const exchange = (page: Page, name: RegExp) => page.getByRole('option', { name })
const notesOf = (page: Page) => page.getByRole('region', { name: /^Exchange \d+$/ })

describe.skipIf(foundBrowser === undefined)('the traffic page', { timeout: 180_000 }, () => {
  const { visit, world, call } = useConsole()

  it('the traffic page leads from a recording to its findings and frames, and to a world that plays it', async () => {
    const { page, complaints } = await visit('traffic', 'red')
    await choose(page, recording.file)
    await page.getByText(`${recording.exchanges} exchanges`).first().waitFor()
    await page.getByRole('link', { name: /^Findings \(\d+\)/ }).click()

    // A finding leads to its exchanges, and an exchange has its findings and frames.
    const causes = page.getByRole('list', { name: 'Causes of events.done-counts-tokens' })
    await causes.getByRole('listitem').filter({ hasText: '/api/dag' }).getByRole('link').click()
    await page.getByText(` of ${recording.exchanges} exchanges`).waitFor()
    await page.getByRole('searchbox', { name: 'Contains' }).fill('the south landing')
    await page.getByText(new RegExp(`^[1-9] of ${recording.exchanges} exchanges`)).waitFor()
    await exchange(page, /POST .*\/api\/dag/)
      .first()
      .click()
    const notes = notesOf(page)
    await notes.getByRole('list', { name: 'Findings of this exchange' }).waitFor()
    await notes.getByText('planning').first().waitFor()
    await notes.locator('summary.frame, summary').filter({ hasText: 'done' }).first().waitFor()
    expect(await notes.locator('mark').count()).toBeGreaterThan(0)
    const elements = await page.evaluate<number>('document.querySelectorAll("main *").length')
    expect(elements).toBeLessThan(3000)

    await page.getByRole('button', { name: 'Import into a new world' }).click()
    await page.getByRole('textbox', { name: 'Name of the world' }).fill('recorded')
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    await page.getByText('The world recorded plays this recording.').waitFor()
    await page.getByRole('heading', { name: 'Not used' }).waitFor()
    expect((await world('recorded').about()).profile).toBe(isProving ? 'a.proxy' : 'example')
    await page.getByRole('link', { name: /^Compare the north and the south landing/ }).click()
    await page
      .getByRole('group', { name: 'Users of this world' })
      .getByRole('button')
      .first()
      .click()
    await page.locator('.composer textarea').press('Enter')
    await page
      .getByText(/North: 212 bookings, 5,870 euro, 2 damaged/)
      .first()
      .waitFor()
    expect(complaints).toEqual([])
  })

  it.runIf(isProving)(
    'the traffic page refuses a file that is not a recording, and the open recording stays',
    async () => {
      const { page, complaints } = await visit('traffic', 'blue')
      await chooseText(page, 'page.har', '<html></html>')
      await page.getByText(/page\.har: This file is not JSON/).waitFor()
      await choose(page, example)
      await page.getByRole('heading', { name: 'example.har.gz' }).waitFor()
      await chooseText(page, 'run.json', '{"plan":"core"}')
      await page.getByText(/run\.json: This file has no entries/).waitFor()
      await page.getByRole('heading', { name: 'example.har.gz' }).waitFor()
      expect(complaints).toEqual([])
    },
  )

  it('the traffic page counts one exchange and one header in the singular', async () => {
    const { page } = await visit('traffic', 'single')
    const entry = {
      startedDateTime: '2026-01-01T00:00:00.000Z',
      time: 1,
      request: {
        method: 'GET',
        url: 'https://platform.test/api/version',
        headers: [{ name: 'accept', value: '*/*' }],
      },
      response: { status: 200, headers: [], content: { text: '{}', mimeType: 'application/json' } },
    }
    const chooseEntries = (name: string, entries: readonly object[]) =>
      chooseText(page, name, JSON.stringify({ log: { entries } }))
    await chooseEntries('single.har', [entry])
    await page.getByText(/^1 exchange · 0 streams/).waitFor()
    await exchange(page, /\/api\/version/).click()
    await page.getByText('1 request header', { exact: true }).waitFor()
    expect(await page.getByText(/\b1 (exchanges|request headers)/).count()).toBe(0)
    // A search that goes on in the next recording finds nothing of the one before.
    const agents = {
      ...entry,
      request: { ...entry.request, url: 'https://platform.test/api/agents' },
    }
    await chooseEntries('both.har', [entry, agents])
    await page.getByRole('searchbox', { name: 'Contains' }).fill('version')
    await page.getByText('1 of 2 exchanges').waitFor()
    await chooseEntries('next.har', [agents, agents])
    await page.getByText('No exchange passes these filters').waitFor()
  })

  it('the traffic page has no layout or accessibility problems', async () => {
    const opened = await visit('traffic', 'blue')
    const { page } = opened
    await page.getByRole('button', { name: 'Look at an example' }).click()
    await page.getByRole('link', { name: /^Findings/ }).waitFor()
    // By keyboard: down the list, into the details, and back.
    await page.getByRole('listbox').focus()
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page
      .getByRole('heading', { name: /^Exchange \d+$/ })
      .and(page.locator(':focus'))
      .waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('listbox').and(page.locator(':focus')).waitFor()
    await exchange(page, /POST .*\/api\/chat\/resume/).click()
    await page.getByRole('region', { name: 'List of frames' }).waitFor()
    expect(await flawsOnScreens(opened)).toEqual([])
    // A narrow page shows one line of the recording above an open exchange.
    await page.getByRole('link', { name: /example\.har\.gz/ }).click()
    await page.getByRole('listbox').waitFor()
    await page.getByRole('link', { name: /^Findings/ }).click()
    await page.getByText(/Each cause is listed once/).waitFor()
    expect(await flawsOnScreens(opened)).toEqual([])
  })

  it('an open exchange of the traffic page or the journal leads back to the list in a narrow window', async () => {
    const narrow = { viewport: { width: 390, height: 844 } }
    const { page } = await visit('traffic', 'narrow', narrow)
    await choose(page, example)
    await exchange(page, /POST .*\/api\/dag/)
      .first()
      .click()
    await notesOf(page).waitFor()
    await page.getByRole('link', { name: /^‹ example.har.gz · \d+ exchanges$/ }).click()
    await notesOf(page).waitFor({ state: 'detached' })

    await call('narrow', '/api/version')
    const { page: journal } = await visit('journal', 'narrow', narrow)
    await callWith(journal, '/api/version').click()
    await journal.getByRole('heading', { name: 'Call 1' }).waitFor()
    await journal.getByRole('link', { name: '‹ 1 call' }).click()
    await callWith(journal, '/api/version').waitFor()
    expect(await journal.getByRole('heading', { name: 'Call 1' }).count()).toBe(0)
  })
})
