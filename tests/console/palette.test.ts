import { describe, expect, it } from 'vitest'
import { findEntries, type PaletteEntry } from '../../console/app/palette-search.ts'
import { foundBrowser } from '../support/find-browser.ts'
import { flawsOnScreens } from './screens.ts'
import { useConsole } from './console-tools.ts'

const entry = (kind: string, title: string, about = ''): PaletteEntry => ({
  kind,
  title,
  about,
  icon: 'start',
  href: `#/${title}`,
})
const titles = (entries: readonly PaletteEntry[], search: string) =>
  findEntries(entries, search).map(({ title }) => title)

describe('the search of the palette', () => {
  const entries = [
    entry('Pages', 'Faults'),
    entry('Choices', 'Which code does a 429 have?', 'errors.limit-codes'),
    entry('Docs', 'The clock', 'Faults that begin later'),
    entry('Scripts', 'Default of a page'),
  ]

  it('the palette finds an entry by words of its title, its kind and its description, in any order', () => {
    expect(titles(entries, '429 choices limit')).toEqual(['Which code does a 429 have?'])
    expect(titles(entries, 'nowhere')).toEqual([])
  })

  it('the palette lists entries that begin with the search first, and entries that only mention it last', () => {
    expect(titles(entries, 'fault')).toEqual(['Faults', 'Default of a page', 'The clock'])
  })

  it('the palette shows pages, turns and worlds before a search, with a limit for each kind', () => {
    expect(titles(entries, '')).toEqual(['Faults'])
    const many = Array.from({ length: 50 }, (_, at) => entry('Choices', `Choice ${at}`))
    expect(findEntries(many, 'choice')).toHaveLength(6)
  })
})

describe.skipIf(foundBrowser === undefined)('the palette', { timeout: 180_000 }, () => {
  const { visit, world } = useConsole()

  it('the palette opens by Ctrl-K while the user types, and the keyboard alone opens a page', async () => {
    const opened = await visit('choices', 'keys')
    const { page } = opened
    await page.getByRole('searchbox').focus()
    await page.keyboard.press('Control+k')
    const field = page.getByRole('combobox', { name: /^Go to/ })
    await field.waitFor()
    await page.getByRole('option', { name: 'Start Play', selected: true }).waitFor()
    await page.keyboard.press('ArrowDown')
    const current = page.getByRole('option', { name: 'Chat Play', selected: true })
    expect(await current.getAttribute('id')).toBe(await field.getAttribute('aria-activedescendant'))
    expect(await flawsOnScreens(opened)).toEqual([])
    await page.keyboard.type('clock')
    await page.getByRole('option', { name: 'Clock World', selected: true }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Clock', level: 1 }).waitFor()
    expect(page.url()).toContain('world=keys')
    expect(await page.getByRole('dialog').count()).toBe(0)
  })

  it('the palette finds worlds, scripts, agents, faults, choices, turns and pages of the docs', async () => {
    await world('found').faults.add({ effect: { error: { code: 'rate_limit_exceeded' } } })
    const { page } = await visit('', 'found')
    await page.getByRole('button', { name: 'Go to …' }).click()
    const find = async (text: string, kind: string, name: string) => {
      await page.getByRole('combobox', { name: /^Go to/ }).fill(text)
      await page.getByRole('group', { name: kind }).getByRole('option', { name }).first().waitFor()
    }
    await find('found', 'Worlds', 'found')
    await find('refund approval', 'Scripts', 'Refund approval')
    await find('support desk', 'Agents', 'Support Desk')
    await find('rate_limit', 'Faults', 'error rate_limit_exceeded')
    await find('errors.envelope', 'Choices', 'What does an error body look like?')
    await find('delivery', 'Recent turns', 'Delivery to Blue Harbour Dental')
    await find('compatibility', 'Docs', 'Compatibility: what was run, and what was not')
    const docs = page.waitForEvent('popup')
    await page.keyboard.press('Enter')
    const text = await (await docs).locator('body').innerText()
    expect(text).toContain('# Compatibility')
    await page.keyboard.press('Escape')
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  })

  it('the palette finds the newest conversation and the newest agent of a large world', async () => {
    const { records } = world('large')
    for (let number = 1; number <= 100; number++) {
      await records.add('conversations', { title: `Parcel ${number}` })
      await records.add('agents', { name: `Helper ${number}` })
    }
    const { page } = await visit('', 'large')
    await page.getByRole('button', { name: 'Go to …' }).click()
    for (const [kind, title] of [
      ['Recent turns', 'Parcel 100'],
      ['Agents', 'Helper 100'],
    ] as const) {
      await page.getByRole('combobox', { name: /^Go to/ }).fill(title)
      const found = page.getByRole('group', { name: kind }).getByRole('option', { name: title })
      await expect.poll(() => found.count()).toBe(1)
    }
  })

  it('the palette opens a conversation in the chat that is open already', async () => {
    const { page } = await visit('chat', 'opened')
    await page.getByRole('button', { name: 'demo@example.com' }).click()
    const turns = page.getByRole('region', { name: 'Turns' })
    await turns.getByRole('group', { name: 'Suggested first questions' }).waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: /^Go to/ }).fill('delivery to blue harbour')
    await page.getByRole('group', { name: 'Recent turns' }).getByRole('option').first().waitFor()
    await page.keyboard.press('Enter')
    await turns.getByRole('article').first().waitFor()
    expect(page.url()).toContain('conversation=')
  })

  it('the palette stays open when a text selection in its search field ends outside the palette', async () => {
    const { page } = await visit('faults', 'selected')
    await page.getByRole('button', { name: 'Go to …' }).click()
    const field = page.getByRole('combobox', { name: /^Go to/ })
    await field.fill('clock')
    await field.hover()
    await page.mouse.down()
    await page.mouse.move(2, 2)
    await page.mouse.up()
    expect(await field.isVisible()).toBe(true)
    await page.mouse.click(2, 2)
    await field.waitFor({ state: 'detached' })
  })

  it('the palette says when it finds nothing, and Enter then does nothing', async () => {
    const { page } = await visit('faults', 'none')
    await page.getByRole('button', { name: 'Go to …' }).waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: /^Go to/ }).fill('zzz')
    await page.getByText('Nothing has “zzz” in its name.').waitFor()
    await page.keyboard.press('Enter')
    expect(await page.getByRole('dialog').count()).toBe(1)
  })
})
