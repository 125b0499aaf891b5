import { describe, expect, it } from 'vitest'
import { flawsOnScreens } from './screens.ts'
import { focusedText, useConsole } from './console-tools.ts'
import { foundBrowser } from '../support/find-browser.ts'
import { demoByKeys, keyboardOf, tabTo } from '../support/keyboard.ts'
import { isProving } from '../support/proving.ts'

describe.skipIf(foundBrowser === undefined)('the stage', { timeout: 90_000 }, () => {
  const { visit, visitWhole, world, addressOf } = useConsole('1')

  it.runIf(isProving)(
    'the stage supports a demo of three turns with the keyboard only, from the start page on',
    async () => {
      const { page, complaints } = await visitWhole('', 'demo')
      await demoByKeys(page)
      expect(complaints).toEqual([])
    },
  )

  it('the stage has no layout or accessibility problems, light and dark, on a desktop and on a phone', async () => {
    await world('sound').director.speed('max')
    const opened = await visit('stage', 'sound')
    const { page } = opened
    const { keyboard, turns, suggestions, askFirst } = keyboardOf(page)
    await page.getByRole('button', { name: 'demo@example.com' }).press('Enter')
    await askFirst()
    await suggestions.waitFor()
    await turns.getByRole('table').waitFor()
    expect(await turns.locator('thead').count()).toBe(0)
    expect(await flawsOnScreens(opened)).toEqual([])
    await keyboard.press('?')
    await page.getByRole('dialog').waitFor()
    expect(await flawsOnScreens(opened)).toEqual([])
  })

  it('the Tab key reaches the question field of the chat within five stops, and a shortcut right after asking is not typed', async () => {
    const { page } = await visitWhole('chat', 'stops')
    await page.getByRole('button', { name: 'demo@example.com' }).click()
    await page.getByText('What would you like to ask?').waitFor()
    const { keyboard, hasFocus } = keyboardOf(page)
    // The Tab key begins at the top, as on opening the page.
    await page.locator('.skip').first().focus()
    await keyboard.press('Tab')
    expect(await focusedText(page)).toBe('Skip to the question')
    await keyboard.press('Enter')
    await hasFocus('.composer textarea')
    await keyboard.type('Where is my order?')
    await keyboard.press('Enter')
    await keyboard.press('x')
    // The shortcut shows a message, whether or not a stream is already open.
    await page
      .locator('.toast')
      .filter({ hasText: /Connection cut|No stream is open/ })
      .waitFor()
    expect(await page.locator('.composer textarea').inputValue()).toBe('')
    // In a new conversation and after a turn, the next question can be typed at once.
    await world('stops').director.speed('max')
    await page.getByRole('button', { name: 'New', exact: true }).click()
    await hasFocus('.composer textarea')
    await keyboard.type('Where is my order?')
    await keyboard.press('Enter')
    await page.getByRole('group', { name: 'Suggested questions' }).waitFor()
    await hasFocus('.composer textarea')
  })

  it('a text that a director sends from the stage is sent to the conversation on the stage', async () => {
    await world('told').director.speed('max')
    const { page } = await visit('stage', 'told')
    const { keyboard, suggestions, press, askFirst } = keyboardOf(page)
    await page.getByRole('button', { name: 'demo@example.com' }).press('Enter')
    await askFirst()
    await suggestions.waitFor()
    await keyboard.press('w')
    await page.getByRole('textbox', { name: 'Say' }).fill('For you alone.')
    await press('Enter', 'The agent will send this text')
    const [, shown] = /[?&]conversation=([^&]+)/.exec(page.url()) ?? []
    expect(shown).toBeDefined()
    const { waiting } = await world('told').director.state()
    expect(waiting).toEqual({ say: 'For you alone.', aside: true, conversation_id: shown })
  })

  it('the stage page that the director page opens has the same signed-in user as the console', async () => {
    const { page } = await visit('chat', 'paired')
    await page.getByRole('button', { name: 'demo@example.com' }).click()
    await page.getByRole('textbox', { name: 'Question' }).waitFor()
    await page.getByRole('link', { name: 'Director', exact: true }).click()
    const opening = page.context().waitForEvent('page')
    await page.getByRole('link', { name: 'Open the stage' }).click()
    const stage = await opening
    await stage.getByText('What would you like to ask?').waitFor()
    expect(await stage.locator('.sign-in').count()).toBe(0)
  })

  it('the stage does not show its audience words such as script and director, or a focus outline', async () => {
    await world('unseen').director.speed('max')
    await world('unseen').director.next('order-status')
    const { page } = await visit('stage', 'unseen')
    const { keyboard, suggestions, askFirst } = keyboardOf(page)
    const user = page.getByRole('button', { name: 'demo@example.com' })
    await user.waitFor()
    expect(await page.locator('.sign-in').innerText()).not.toMatch(/fake|data/)
    await user.press('Enter')
    await askFirst()
    await suggestions.waitFor()
    expect(await page.locator('main').innerText()).not.toMatch(/director|script/i)
    const styleOf = (part: string, property: string) =>
      page.evaluate<string>(`getComputedStyle(document.querySelector('${part}')).${property}`)
    expect(await styleOf('.turns', 'outlineStyle')).toBe('none')
    await keyboard.press('p')
    await page.locator('.toast').waitFor()
    expect(await styleOf('.toast', 'backgroundColor')).toBe('rgba(0, 0, 0, 0)')
  })

  it('the stage ignores shortcuts while the user types, or if they are switched off', async () => {
    const { page } = await visit('stage', 'off')
    const { keyboard, toQuestion } = keyboardOf(page)
    await page.getByRole('button', { name: 'demo@example.com' }).press('Enter')
    await page.getByText('What would you like to ask?').waitFor()
    await toQuestion()
    await keyboard.type('p?bkn')
    expect(await page.getByRole('textbox').inputValue()).toBe('p?bkn')
    expect(await page.getByRole('dialog').count()).toBe(0)
    await page.getByRole('button', { name: 'Keyboard shortcuts' }).press('Enter')
    await page.getByRole('checkbox', { name: 'Keyboard shortcuts are on' }).press('Space')
    await keyboard.press('Escape')
    for (const key of ['p', '?', 'v']) await keyboard.press(key)
    await page.reload()
    await page.getByText('What would you like to ask?').waitFor()
    for (const key of ['p', '?', 'v']) await keyboard.press(key)
    await page.getByRole('button', { name: 'Keyboard shortcuts' }).press('Enter')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    expect(await page.getByRole('navigation').count()).toBe(0)
    expect(await page.locator('.toast').count()).toBe(0)
    expect((await world('off').director.state()).paused).toBe(false)
  })

  it('the stage starts again when its world is reset, also if another window resets it', async () => {
    const { page: stage } = await visit('stage', 'two')
    const { turns, askFirst } = keyboardOf(stage)
    await stage.getByRole('button', { name: 'demo@example.com' }).press('Enter')
    await askFirst()
    await turns.getByRole('article').waitFor()
    const director = await stage.context().newPage()
    await director.goto(addressOf('director', 'two'))
    await director.getByRole('button', { name: 'Reset' }).click()
    await director.getByRole('dialog').getByRole('button', { name: 'Reset' }).click()
    await turns.getByText('What would you like to ask?').waitFor()
    expect(await turns.getByRole('article').count()).toBe(0)
  })

  it('the stage keeps a question that is sent before the conversations of a reset world are loaded', async () => {
    const { page } = await visitWhole('stage', 'early')
    const { turns, keyboard, ask, suggestions, askFirst } = keyboardOf(page)
    await page.getByRole('button', { name: 'demo@example.com' }).press('Enter')
    await askFirst()
    await turns.getByRole('article').waitFor()
    const asked = Promise.withResolvers<void>()
    await page.route('**/api/conversations?*', async (route) => {
      await asked.promise
      await route.continue()
    })
    const listed = page.waitForResponse((response) => response.url().includes('conversations?'))
    await keyboard.press('b')
    await tabTo(page, 'Reset')
    await keyboard.press('Enter')
    await turns.getByText('What would you like to ask?').waitFor()
    await ask('Still there?')
    asked.resolve()
    await (await listed).finished()
    await suggestions.waitFor()
    expect(await turns.locator('.question').allInnerTexts()).toEqual(['Still there?'])
  })
})
