import { describe, expect, it } from 'vitest'
import { flawsOnScreens } from './console-screens.ts'
import { useConsole } from './console-tools.ts'
import { foundBrowser } from './find-browser.ts'
import { demoByKeys, keyboardOf, tabTo } from './keyboard.ts'

describe.skipIf(foundBrowser === undefined)('the stage', { timeout: 90_000 }, () => {
  const { visit, world, addressOf } = useConsole('1')

  it('carries a demo of three turns by the keyboard alone, from the first page on', async () => {
    const { page, complaints } = await visit('', 'demo')
    await demoByKeys(page)
    expect(complaints).toEqual([])
  })

  it('is sound, light and dark, on a desk and on a phone', async () => {
    await world('sound').director.speed('max')
    const opened = await visit('stage', 'sound')
    const { page } = opened
    const { keyboard, turns, suggestions } = keyboardOf(page)
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
    const { keyboard, toQuestion } = keyboardOf(page)
    await page.getByRole('button', { name: 'demo@example.com' }).press('Enter')
    await page.getByText('What shall we ask?').waitFor()
    await toQuestion()
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
    const { turns, keyboard } = keyboardOf(stage)
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

  it('keeps what is asked of a new world before its conversations are listed', async () => {
    const { page } = await visit('stage', 'early')
    const { turns, keyboard, ask, suggestions } = keyboardOf(page)
    await page.getByRole('button', { name: 'demo@example.com' }).press('Enter')
    await turns.getByText('What shall we ask?').waitFor()
    await keyboard.press('1')
    await turns.getByRole('article').waitFor()
    const asked = Promise.withResolvers<void>()
    await page.route('**/api/conversations?*', async (route) => {
      await asked.promise
      await route.continue()
    })
    const listed = page.waitForResponse((response) => response.url().includes('conversations?'))
    await keyboard.press('b')
    await tabTo(page, 'Begin anew')
    await keyboard.press('Enter')
    await turns.getByText('What shall we ask?').waitFor()
    await ask('Still there?')
    asked.resolve()
    await (await listed).finished()
    await suggestions.waitFor()
    expect(await turns.locator('.question').allInnerTexts()).toEqual(['Still there?'])
  })
})
