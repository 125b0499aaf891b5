import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { flawsOf, screens } from './screens.ts'
import { focusedText, lookAgain, rowWith, useConsole } from './console-tools.ts'
import { foundBrowser } from '../support/find-browser.ts'
import { drawn } from '../support/proving.ts'

const focusOf = (page: Page) => page.locator(':focus')

/** The number of stops of the Tab key in the page, without its frame. */
const stopsIn = (page: Page) =>
  page.evaluate<number>(`[...document.querySelectorAll(
    'main :is(a[href], button, input, select, textarea, summary, [tabindex])',
  )].filter((part) => part.tabIndex >= 0 && part.checkVisibility()).length`)

describe.skipIf(foundBrowser === undefined)('the choices page', { timeout: 180_000 }, () => {
  const { visit, world, call } = useConsole()
  const choice = async (name: string, id: string) =>
    (await world(name).choices()).find((one) => one.id === id)

  it.each(drawn(screens, 1))(
    'the choices page has no layout or accessibility problems: $name',
    async ({ name: _, ...options }) => {
      const opened = await visit('choices', 'sound', options)
      await opened.page.getByText('What does an error body look like?').click()
      await opened.page.getByText('How many items does a page have by default?').click()
      await opened.page.getByRole('textbox', { name: 'Value of another number' }).waitFor()
      expect(await flawsOf(opened)).toEqual([])
    },
  )

  it('the choices page applies another option from the next call on, and restores the default', async () => {
    const refused = async () => (await (await call('red', '/api/agents')).json()) as object
    expect(await refused()).toHaveProperty('success', false)
    const { page } = await visit('choices?id=errors.envelope', 'red')
    await page.getByText('What does an error body look like?').click()
    // The page shows the server's response, which arrives later.
    await page.getByRole('radio', { name: 'error_args' }).click()
    await page.getByText('changed', { exact: true }).waitFor()
    expect(await refused()).toHaveProperty('error_code', 'unauthorized')
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Save as a file' }).click()
    expect((await download).suggestedFilename()).toBe('documented-changed.json')
    await page.getByLabel('Apply another profile').fill('deployed-0.8')
    await page.getByRole('button', { name: 'Apply', exact: true }).click()
    await page.getByRole('button', { name: 'Drop the changes and apply' }).waitFor()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Restore the default' }).click()
    await page.getByText('changed', { exact: true }).waitFor({ state: 'detached' })
    expect(await refused()).toHaveProperty('success', false)
  })

  it('the choices page has an index of its groups, and shows a response before and after a choice', async () => {
    const { page } = await visit('choices', 'grey')
    const index = page.getByRole('navigation', { name: 'Groups of choices' })
    await index.getByRole('button', { name: /^Lists / }).click()
    expect(await focusedText(page)).toBe('Lists')
    await page.getByText('What does an error body look like?').click()
    await page.getByRole('button', { name: 'Show an example' }).click()
    const shown = (option: string) =>
      page.getByRole('region', { name: `the response with ${option}` }).textContent()
    expect(await shown('documented')).toContain('"success": false')
    expect(await shown('detail')).toContain('"error_code": "unauthorized"')
    // The example did not change the world of the page.
    expect(await choice('grey', 'errors.envelope')).toMatchObject({
      pick: { option: 'documented' },
    })
  })

  it('the choices page has a skip link to its search, and the list of choices is one stop of the Tab key', async () => {
    const { page } = await visit('choices', 'keys')
    await page.getByText('What does an error body look like?').waitFor()
    expect(await stopsIn(page)).toBeLessThan(12)
    await page.getByRole('link', { name: 'Skip to the search for choices' }).press('Enter')
    await page.getByRole('searchbox', { name: 'Contains' }).and(focusOf(page)).fill('size')
    const questions = page.getByRole('listitem').locator('summary')
    const [first, second] = [questions.first(), questions.nth(1)]
    await first.press('ArrowDown')
    await second.and(focusOf(page)).press('Enter')
    await page.locator('details[open] > summary').and(second).waitFor()
    await second.press('End')
    await questions.last().and(focusOf(page)).press('Home')
    await first.and(focusOf(page)).waitFor()
    // Tab comes back to where it left the list.
    expect(await first.evaluate((summary) => summary.tabIndex)).toBe(0)
    expect(await second.evaluate((summary) => summary.tabIndex)).toBe(-1)
  })

  it('the choices page applies an option with a value, and shows why a value is refused', async () => {
    const { page } = await visit('choices?id=lists.default-size', 'blue')
    await page.getByText('How many items does a page have by default?').click()
    const value = page.getByRole('textbox', { name: 'Value of another number' })
    const play = page.getByRole('listitem').getByRole('button', { name: 'Apply' })
    await value.fill('many')
    await play.click()
    await page.getByRole('alert').filter({ hasText: 'lists.default-size' }).waitFor()
    await value.fill('7')
    await play.click()
    await page.getByText('items: 7').waitFor()
    expect(await choice('blue', 'lists.default-size')).toMatchObject({
      pick: { option: 'items', value: 7 },
    })
  })

  it('the choices page shows the value of an option that another client has picked', async () => {
    const { page } = await visit('choices?id=lists.default-size', 'picked')
    await page.getByText('How many items does a page have by default?').click()
    const value = page.getByRole('textbox', { name: 'Value of another number' })
    await value.fill('50')
    await page.getByRole('listitem').getByRole('button', { name: 'Apply' }).click()
    await page.getByText('items: 50').waitFor()
    await world('picked').pick({ 'lists.default-size': { items: 30 } })
    await lookAgain(page)
    await page.getByText('items: 30').waitFor()
    expect(await value.inputValue()).toBe('30')
  })

  it('the choices page applies an option that has a list as its value, and shows the list', async () => {
    const { page } = await visit('choices?id=http.cors-origins', 'violet')
    await page.getByText('Pages of which origins may read responses in a browser?').click()
    await page
      .getByRole('textbox', { name: 'Value of those of a list of origins' })
      .fill('["http://localhost:5173"]')
    await page.getByRole('listitem').getByRole('button', { name: 'Apply' }).click()
    await page.getByText('listed: ["http://localhost:5173"]').waitFor()
    expect(await choice('violet', 'http.cors-origins')).toMatchObject({
      pick: { option: 'listed', value: ['http://localhost:5173'] },
    })
  })

  it('the choices page applies a profile, and filters by changed choices and by choices that calls used', async () => {
    await call('green', '/api/agents')
    const { page } = await visit('choices', 'green')
    await page.getByLabel('Show', { exact: true }).selectOption('relied on by calls')
    await page.getByText('errors.envelope', { exact: true }).waitFor()
    expect(await page.getByText('keys.creation-shape', { exact: true }).count()).toBe(0)
    const profile = page.getByLabel('Apply another profile')
    await profile.fill('deploied-0.8')
    await page.getByRole('button', { name: 'Apply' }).click()
    await page.getByRole('alert').filter({ hasText: 'Did you mean deployed-0.8?' }).waitFor()
    await profile.fill('deployed-0.8')
    await page.getByRole('button', { name: 'Apply' }).click()
    await page.getByRole('strong').filter({ hasText: 'deployed-0.8' }).waitFor()
    await page.getByLabel('Show', { exact: true }).selectOption('changed from the default')
    await page.getByText('resume.frame', { exact: true }).waitFor()
    expect(await choice('green', 'resume.frame')).toMatchObject({ pick: { option: 'wrapped' } })
  })
})

describe.skipIf(foundBrowser === undefined)('the coverage page', { timeout: 180_000 }, () => {
  const { visit, world, call } = useConsole()

  it.each(drawn(screens, 1))(
    'the coverage page has no layout or accessibility problems: $name',
    async ({ name: _, ...options }) => {
      await call('sound', '/api/agents')
      const opened = await visit('coverage', 'sound', options)
      await opened.page.getByRole('meter', { name: 'Operations of agents with calls' }).waitFor()
      expect(await flawsOf(opened)).toEqual([])
    },
  )

  it('the coverage page lists deviations before other assumptions, and calls that match no operation', async () => {
    await world('risk').pick({ 'errors.envelope': 'detail' })
    await call('risk', '/api/agents')
    await call('risk', '/api/nothing/here')
    const { page } = await visit('coverage', 'risk')
    const assumed = page.getByRole('region', { name: 'Assumed behaviours' }).locator('tbody tr')
    await assumed.first().filter({ hasText: 'errors.envelope' }).waitFor()
    // The table is one stop of the Tab key: down leads to the next row, right to the next link.
    expect(await stopsIn(page)).toBeLessThan(12)
    await page.getByRole('link', { name: 'Skip to the assumed behaviours' }).press('Enter')
    await page.getByRole('heading', { name: 'Assumed behaviours' }).and(focusOf(page)).waitFor()
    await assumed.first().getByRole('link').first().press('ArrowDown')
    await assumed.nth(1).getByRole('link').first().and(focusOf(page)).press('ArrowRight')
    await assumed.nth(1).getByRole('link').nth(1).and(focusOf(page)).press('ArrowUp')
    await assumed.first().getByRole('link').first().and(focusOf(page)).waitFor()
    const missing = rowWith(page, 'Requests that no operation matches', 'GET /api/nothing/here')
    expect(await missing.count()).toBe(1)
  })

  it('the coverage page shows the exercised operations, the other operations, and the assumed behaviours', async () => {
    await call('red', '/api/agents')
    const { page } = await visit('coverage', 'red')
    const report = await world('red').coverage()
    const assumed = page.getByRole('region', { name: 'Assumed behaviours' }).locator('tbody tr')
    await assumed.first().waitFor()
    expect(await assumed.count()).toBe(report.assumed)
    // A part of the platform opens with its operations.
    await page.getByText('agents', { exact: true }).click()
    await page
      .getByRole('listitem')
      .filter({ hasText: /^GET \/api\/agents 1 call$/ })
      .waitFor()
    const unused = page.getByText('no calls', { exact: true })
    expect(await unused.count()).toBe(report.endpoints.never.length)
    await assumed
      .filter({ hasText: 'order.stages' })
      .getByTitle(/^Call 1 /)
      .click()
    await page.getByRole('heading', { name: 'Call 1' }).waitFor()
  })
})
