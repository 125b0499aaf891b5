import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { flawsOnScreens } from './screens.ts'
import { focusedText, routeOpenPage, useConsole } from './console-tools.ts'
import { foundBrowser } from '../support/find-browser.ts'
import { demoByKeys, keyboardOf, unexplained } from '../support/keyboard.ts'
import { isProving } from '../support/proving.ts'

/** A row of a table with ten equal cells. */
const row = (cell: string) => `| ${Array.from({ length: 10 }, () => cell).join(' | ')} |`

/** A step of a plan that runs beside one other. */
const stepAt = (at: number) => ({
  id: `s${at}`,
  task: `Compare the offers of all suppliers, part ${at}`,
  takes: 60_000,
  after: at < 2 ? [] : [`s${at - 2}`],
  result: 'Done.',
})

describe.skipIf(foundBrowser === undefined)('the stage', { timeout: 180_000 }, () => {
  const { visit, visitWhole, world, addressOf } = useConsole('1')

  /** Resets a world in a second window, as a presenter does. */
  async function resetFromDirector(stage: Page, name: string): Promise<void> {
    const director = await stage.context().newPage()
    await director.goto(addressOf('director', name))
    await director.getByRole('button', { name: 'Reset' }).click()
    await director.getByRole('dialog').getByRole('button', { name: 'Reset' }).click()
  }

  it.runIf(isProving)(
    'the stage supports a demo of three turns with the keyboard only, from the start page on',
    async () => {
      const { page, complaints } = await visitWhole('', 'demo')
      await demoByKeys(page)
      expect(unexplained(complaints)).toEqual([])
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

  it('the stage keeps a short question in view while its answer is longer than the window', async () => {
    await world('long').director.speed('max')
    const { page } = await visit('stage', 'long', { viewport: { width: 1024, height: 480 } })
    const { turns, suggestions, askFirst } = keyboardOf(page)
    await page.getByRole('button', { name: 'demo@example.com' }).press('Enter')
    await askFirst()
    await suggestions.waitFor()
    await turns.getByRole('table').waitFor()
    const question = await turns.getByRole('heading', { level: 2 }).boundingBox()
    const shown = await turns.boundingBox()
    expect(question?.y).toBeGreaterThanOrEqual(Number(shown?.y))
  })

  it('the Tab key reaches the question field within five stops, and a shortcut right after asking does not go into the field', async () => {
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

  it('a text that a director sends from the chat is sent to the conversation that is open there', async () => {
    await world('told').director.speed('max')
    const { page } = await visit('chat', 'told')
    const { keyboard, suggestions, press, ask } = keyboardOf(page)
    await page.getByRole('button', { name: 'demo@example.com' }).press('Enter')
    await ask('Where is my order?')
    await suggestions.waitFor()
    await keyboard.press('Escape')
    await keyboard.press('w')
    await page.getByRole('textbox', { name: 'Say' }).fill('For you alone.')
    await press('Enter', 'The agent will send this text')
    const [, shown] = /[?&]conversation=([^&]+)/.exec(page.url()) ?? []
    expect(shown).toBeDefined()
    const { waiting } = await world('told').director.state()
    expect(waiting).toEqual({ say: 'For you alone.', aside: true, conversation_id: shown })
  })

  it('no key on the stage opens a dialog of the director, saves, restores or resets the world', async () => {
    const { page } = await visit('stage', 'quiet')
    const { keyboard, press } = keyboardOf(page)
    await page.getByRole('button', { name: 'demo@example.com' }).press('Enter')
    await page.getByText('What would you like to ask?').waitFor()
    for (const key of ['w', 't', 'b', 'k', 'r']) {
      await keyboard.press(key)
      expect(await page.getByRole('dialog').count()).toBe(0)
    }
    await press('g', 'The list of turns is empty.')
    expect(await page.locator('.toast').innerText()).toBe('The list of turns is empty.')
  })

  it('before an audience, a queued approval is asked for by a sentence, and shows named values and a time in words', async () => {
    await world('asked').director.speed('max')
    await world('asked').director.next('refund-approval')
    const { page } = await visit('stage', 'asked')
    const { keyboard, turns } = keyboardOf(page)
    await page.getByRole('button', { name: 'demo@example.com' }).press('Enter')
    await page.getByText('What would you like to ask?').waitFor()
    await keyboard.press('g')
    const approval = turns.getByRole('region', { name: /^Approval of/ })
    await approval.getByText('It expires in 24 h.').waitFor()
    expect(await turns.locator('.question').innerText()).toBe(
      'Pay back the two crushed gateways of order FH-20388',
    )
    const facts = await approval.locator('dl > div').allInnerTexts()
    expect(facts.map((fact) => fact.replace(/\s+/, ': '))).toContain('amount: 698')
    expect(await approval.innerText()).not.toMatch(/[{}"]/)
  })

  it('before an audience, a cut turn is explained in one sentence without cursors, also after it was resumed', async () => {
    // The turn lasts until its wait is skipped, however slow the machine is.
    await world('cut').scenarios.add({
      name: 'long',
      match: { query: 'long' },
      script: [
        { call: { tool: 'orders_lookup', reasoning: 'Look it up.', takes: 600_000 } },
        { answer: 'The parcel arrives tomorrow.' },
      ],
      suggestions: ['And then?'],
    })
    await world('cut').director.next('long')
    const { page } = await visit('stage', 'cut')
    const { press, turns, suggestions, askFirst } = keyboardOf(page)
    const words = () => page.locator('main').innerText()
    await page.getByRole('button', { name: 'demo@example.com' }).press('Enter')
    await askFirst()
    await turns.getByText('Look it up.').first().waitFor({ state: 'attached' })
    await press('x', 'Connection cut')
    await turns.getByText('The connection is interrupted. The agent goes on working.').waitFor()
    expect(await words()).not.toMatch(/cursor|specification|stream|event/i)
    await press('x', 'Resumed')
    await press('s', 'Skipped')
    await suggestions.waitFor()
    await page.getByText('Nothing was lost.').waitFor()
    expect(await words()).not.toMatch(/cursor|specification|stream|event/i)
  })

  it('a table of ten columns shows a shadow on the stage until it is scrolled to its end, inside its frame', async () => {
    const answer = [row('Revenue'), row('---'), row('Northwind 12,345')].join('\n')
    await world('wide').scenarios.add({
      name: 'wide',
      match: { query: 'wide' },
      script: [{ answer }],
    })
    const { page } = await visit('stage', 'wide')
    const { turns, ask } = keyboardOf(page)
    await page.getByRole('button', { name: 'demo@example.com' }).press('Enter')
    await ask('A wide table')
    const frame = turns.getByRole('region', { name: 'Table' })
    await page.getByText('The answer is complete.').waitFor({ state: 'attached' })
    const framed = (expression: string) =>
      page.evaluate<string>(`(({ frame, root }) => String(${expression}))({
        frame: document.querySelector('.scroll-table'), root: document.documentElement })`)
    expect(await framed('frame.scrollWidth > frame.clientWidth')).toBe('true')
    expect(await framed('root.scrollWidth > root.clientWidth')).toBe('false')
    expect(await framed('getComputedStyle(frame).backgroundImage')).toContain('gradient')
    await frame.press('ArrowRight')
    await expect.poll(() => framed('frame.scrollLeft > 0')).toBe('true')
  })

  it('the graph of a running plan cuts no step in half on the stage at 1280 × 720', async () => {
    await world('rows').scenarios.add({
      name: 'rows',
      match: { query: 'suppliers', endpoint: 'dag' },
      routing: 'It needs a plan.',
      script: [
        {
          plan: {
            steps: Array.from({ length: 8 }, (_, at) => stepAt(at)),
            achieved: true,
            confidence: 0.9,
            reasoning: 'All offers are there.',
          },
        },
      ],
    })
    const { page } = await visit('stage', 'rows')
    const { turns, ask } = keyboardOf(page)
    await page.getByRole('button', { name: 'demo@example.com' }).press('Enter')
    await ask('Compare the suppliers')
    await turns.locator('.plan-box.is-running').first().waitFor()
    /** Counts the elements that the upper or the lower edge of a frame cuts. */
    const countCut = (frame: string, elements: string) =>
      page.evaluate<number>(`((edges) => [...document.querySelectorAll('${elements}')]
        .map((one) => one.getBoundingClientRect())
        .filter(({ top, bottom }) => edges.some((edge) => top < edge - 2 && bottom > edge + 2))
        .length)((({ top, bottom }) => [top, bottom])(
          document.querySelector('${frame}').getBoundingClientRect()))`)
    await expect.poll(() => countCut('.plan-graph', '.plan-box > rect')).toBe(0)
    expect(await countCut('.plan-pane', '.plan li, .plan > .fold')).toBe(0)
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

  it('the stage does not show its audience words such as script, director and routed, or a focus outline', async () => {
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
    expect(await page.locator('main').innerText()).not.toMatch(/director|script|routed/i)
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
    await resetFromDirector(stage, 'two')
    await turns.getByText('What would you like to ask?').waitFor()
    expect(await turns.getByRole('article').count()).toBe(0)
  })

  it('the stage keeps a question that is sent before the conversations of a reset world are loaded', async () => {
    const { page } = await visitWhole('stage', 'early')
    const { turns, ask, suggestions, askFirst } = keyboardOf(page)
    await page.getByRole('button', { name: 'demo@example.com' }).press('Enter')
    await askFirst()
    await turns.getByRole('article').waitFor()
    const asked = Promise.withResolvers<void>()
    await routeOpenPage(page, /\/api\/conversations\?/, async (route) => {
      await asked.promise
      await route.continue()
    })
    const listed = page.waitForResponse((response) => response.url().includes('conversations?'))
    await resetFromDirector(page, 'early')
    await turns.getByText('What would you like to ask?').waitFor()
    await ask('Still there?')
    asked.resolve()
    await (await listed).finished()
    await suggestions.waitFor()
    expect(await turns.locator('.question').allInnerTexts()).toEqual(['Still there?'])
  })
})
