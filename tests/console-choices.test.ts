import { describe, expect, it } from 'vitest'
import { flawsOf, screens } from './console-screens.ts'
import { rowWith, useConsole } from './console-tools.ts'
import { foundBrowser } from './find-browser.ts'

describe.skipIf(foundBrowser === undefined)('the page of the choices', { timeout: 60_000 }, () => {
  const { visit, world, call } = useConsole()
  const choice = async (name: string, id: string) =>
    (await world(name).choices()).find((one) => one.id === id)

  it.each(screens)('is sound: $name', async ({ name: _, ...options }) => {
    const opened = await visit('choices', 'sound', options)
    await opened.page.getByText('What does an error body look like?').click()
    await opened.page.getByText('How many items has a page by default?').click()
    await opened.page.getByRole('textbox', { name: 'Value of another number' }).waitFor()
    expect(await flawsOf(opened)).toEqual([])
  })

  it('plays another option from the next call on, and goes back', async () => {
    const refused = async () => (await (await call('red', '/api/agents')).json()) as object
    expect(await refused()).toHaveProperty('success', false)
    const { page } = await visit('choices?id=errors.envelope', 'red')
    await page.getByText('What does an error body look like?').click()
    // It shows what the server plays, which it says a moment later.
    await page.getByRole('radio', { name: 'error_args' }).click()
    await page.getByText('changed', { exact: true }).waitFor()
    expect(await refused()).toHaveProperty('error_code', 'unauthorized')
    await page.getByRole('button', { name: 'Back to the default' }).click()
    await page.getByText('changed', { exact: true }).waitFor({ state: 'detached' })
    expect(await refused()).toHaveProperty('success', false)
  })

  it('plays an option with a value, and says why a value can not be played', async () => {
    const { page } = await visit('choices?id=lists.default-size', 'blue')
    await page.getByText('How many items has a page by default?').click()
    const value = page.getByRole('textbox', { name: 'Value of another number' })
    const play = page.getByRole('listitem').getByRole('button', { name: 'Play' })
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

  it('plays a profile, and shows what is not at its default and what calls relied on', async () => {
    await call('green', '/api/agents')
    const { page } = await visit('choices', 'green')
    await page.getByLabel('Only those that are').selectOption('relied on by calls')
    await page.getByText('errors.envelope', { exact: true }).waitFor()
    expect(await page.getByText('keys.creation-shape', { exact: true }).count()).toBe(0)
    const profile = page.getByLabel('Play another profile')
    await profile.fill('deploied-0.8')
    await page.getByRole('button', { name: 'Play' }).click()
    await page.getByRole('alert').filter({ hasText: 'Did you mean deployed-0.8?' }).waitFor()
    await profile.fill('deployed-0.8')
    await page.getByRole('button', { name: 'Play' }).click()
    await page.getByRole('strong').filter({ hasText: 'deployed-0.8' }).waitFor()
    await page.getByLabel('Only those that are').selectOption('not at their default')
    await page.getByText('resume.frame', { exact: true }).waitFor()
    expect(await choice('green', 'resume.frame')).toMatchObject({ pick: { option: 'wrapped' } })
  })
})

describe.skipIf(foundBrowser === undefined)('the page of the coverage', { timeout: 60_000 }, () => {
  const { visit, world, call } = useConsole()

  it.each(screens)('is sound: $name', async ({ name: _, ...options }) => {
    await call('sound', '/api/agents')
    const opened = await visit('coverage', 'sound', options)
    const exercised = 'Operations that calls exercised'
    await rowWith(opened.page, exercised, 'GET /api/agents').waitFor()
    expect(await flawsOf(opened)).toEqual([])
  })

  it('shows what was called, what never, and what is assumed', async () => {
    await call('red', '/api/agents')
    const { page } = await visit('coverage', 'red')
    const report = await world('red').coverage()
    const assumed = page.getByRole('region', { name: 'Assumed behaviours' }).locator('tbody tr')
    await assumed.first().waitFor()
    expect(await assumed.count()).toBe(report.assumed)
    await page.getByText(`Never: ${report.endpoints.never.length}`).click()
    await page.getByText('POST /api/react', { exact: true }).waitFor()
    await assumed.filter({ hasText: 'order.stages' }).getByRole('link', { name: '#1' }).click()
    await page.getByRole('heading', { name: 'Call 1' }).waitFor()
  })
})
