import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { flawsOnScreens } from './console-screens.ts'
import { useConsole } from './console-tools.ts'
import { foundBrowser } from './find-browser.ts'

/** Goes on by Tab until something has the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let count = 0; count < 40; count++) {
    await page.keyboard.press('Tab')
    const text = await page.evaluate<string>('document.activeElement.textContent')
    if (text.trim() === name) return
  }
  throw new Error(`Tab does not lead to "${name}".`)
}

/** A page led by its keys. */
function ledBy(page: Page) {
  const { keyboard } = page
  const turns = page.getByRole('region', { name: 'Turns' })
  const suggestions = turns.getByRole('group', { name: 'Suggested questions' })
  return {
    keyboard,
    turns,
    suggestions,
    /** Presses a key, and waits for what is said in the corner. */
    async press(key: string, words: string) {
      await keyboard.press(key)
      await page.locator('.toast').filter({ hasText: words }).waitFor()
    },
    async playNext(script: string) {
      await keyboard.press('t')
      await page.getByRole('option', { name: script }).waitFor()
      await keyboard.type(script)
      await keyboard.press('Enter')
      await page
        .locator('.toast')
        .filter({ hasText: `Next: ${script}` })
        .waitFor()
    },
    async ask(text: string) {
      await keyboard.press('/')
      await keyboard.type(text)
      await keyboard.press('Enter')
      await turns.locator('.question').last().filter({ hasText: text }).waitFor()
    },
    hasFocus: (selector: string) => page.locator(`${selector}:focus`).waitFor(),
  }
}

describe.skipIf(foundBrowser === undefined)('the stage', { timeout: 90_000 }, () => {
  const { visit, world, addressOf } = useConsole('1')

  it('carries a demo of three turns by the keyboard alone, from the first page on', async () => {
    const { page, complaints } = await visit('', 'demo')
    const { keyboard, turns, suggestions, press, playNext, ask, hasFocus } = ledBy(page)
    await page.getByRole('link', { name: 'Ask it something' }).waitFor()
    await keyboard.press('Tab')
    await keyboard.press('Enter')
    await tabTo(page, 'Ask it something')
    await keyboard.press('Enter')
    await page.getByRole('button', { name: 'demo@example.com' }).waitFor()
    await tabTo(page, 'demo@example.com')
    await keyboard.press('Enter')
    await hasFocus('.composer textarea')
    await keyboard.press('Escape')
    await keyboard.press('v')
    await page.getByText('Stand-in: nothing here is real').waitFor()
    expect(await page.getByRole('navigation').count()).toBe(0)

    // The first turn is paused before it begins, stepped, and waits for a decision.
    await press('p', 'Paused')
    await page.getByText('· paused').waitFor()
    await playNext('refund-approval')
    await ask('Pass nobody by? Skip +1 and pay')
    await turns.getByText('Routed to').waitFor()
    await press('n', 'One step')
    await press('s', 'Skipped')
    for (const speed of [2, 4, 10]) await press('+', `Speed × ${speed}`)
    await press('p', 'Goes on')
    const approval = turns.getByRole('region', { name: /^Approval of/ })
    await approval.getByText('pending', { exact: true }).waitFor()
    await press('a', 'Approved')
    await approval.getByText('approved', { exact: true }).waitFor()
    await suggestions.waitFor()

    // The second is one of the suggestions.
    const [wanted = ''] = await suggestions.getByRole('button').allInnerTexts()
    await keyboard.press('1')
    await turns.locator('.question').filter({ hasText: wanted }).waitFor()
    await expect.poll(() => turns.locator('.answer').count()).toBe(2)
    await suggestions.waitFor()

    // The third is cut, and goes on by itself.
    await press('-', 'Speed × 4')
    await playNext('market-scan')
    await ask('Where shall we go?')
    await turns.locator('.plan-box').first().waitFor()
    await press('x', 'Connection cut')
    await turns.locator('.plan-box.is-completed').nth(3).waitFor()
    await suggestions.waitFor()

    await press('r', 'Nothing was kept')
    await press('k', 'Kept')
    await keyboard.press('b')
    await tabTo(page, 'Begin anew')
    await keyboard.press('Enter')
    await page.getByText('What shall we ask?').waitFor()
    await press('r', 'As it was kept')
    await ask('Still there?')
    await keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    await keyboard.press('Escape')
    await hasFocus('.turns')
    await keyboard.press('v')
    await page.getByRole('navigation').waitFor()
    expect(complaints).toEqual([])
  })

  it('is sound, light and dark, on a desk and on a phone', async () => {
    await world('sound').director.speed('max')
    const opened = await visit('stage', 'sound')
    const { page } = opened
    const { keyboard, turns, suggestions } = ledBy(page)
    await page.getByRole('button', { name: 'demo@example.com' }).press('Enter')
    await turns.getByText('What shall we ask?').waitFor()
    await keyboard.press('1')
    await suggestions.waitFor()
    await turns.getByRole('table').waitFor()
    expect(await turns.locator('thead').count()).toBe(0)
    expect(await flawsOnScreens(opened)).toEqual([])
    await keyboard.press('?')
    await page.getByRole('dialog').waitFor()
    expect(await flawsOnScreens(opened)).toEqual([])
  })

  it('lets go of its keys where somebody writes, or switched them off', async () => {
    const { page } = await visit('stage', 'off')
    const { keyboard } = ledBy(page)
    await page.getByRole('button', { name: 'demo@example.com' }).press('Enter')
    await page.getByText('What shall we ask?').waitFor()
    await keyboard.press('/')
    await keyboard.type('p?bkn')
    expect(await page.getByRole('textbox').inputValue()).toBe('p?bkn')
    expect(await page.getByRole('dialog').count()).toBe(0)
    await page.getByRole('button', { name: 'Keyboard shortcuts' }).press('Enter')
    await page.getByRole('checkbox', { name: 'These keys do something' }).press('Space')
    await keyboard.press('Escape')
    for (const key of ['p', '?', 'v']) await keyboard.press(key)
    await page.reload()
    await page.getByText('What shall we ask?').waitFor()
    for (const key of ['p', '?', 'v']) await keyboard.press(key)
    await page.getByRole('button', { name: 'Keyboard shortcuts' }).press('Enter')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    expect(await page.getByRole('navigation').count()).toBe(0)
    expect(await page.locator('.toast').count()).toBe(0)
    expect((await world('off').director.state()).paused).toBe(false)
  })

  it('begins anew with its world, also where a director in another window says so', async () => {
    const { page: stage } = await visit('stage', 'two')
    const { turns, keyboard } = ledBy(stage)
    await stage.getByRole('button', { name: 'demo@example.com' }).press('Enter')
    await turns.getByText('What shall we ask?').waitFor()
    await keyboard.press('1')
    await turns.getByRole('article').waitFor()
    const director = await stage.context().newPage()
    await director.goto(addressOf('director', 'two'))
    await director.getByRole('button', { name: 'Begin anew' }).click()
    await director.getByRole('dialog').getByRole('button', { name: 'Begin anew' }).click()
    await turns.getByText('What shall we ask?').waitFor()
    expect(await turns.getByRole('article').count()).toBe(0)
  })
})
