import type { Page, Route } from 'playwright'
import { describe, expect, it } from 'vitest'
import { lookAgain, routeOpenPage, rowWith, useConsole } from './console-tools.ts'
import { foundBrowser } from '../support/find-browser.ts'
import { keyboardOf } from '../support/keyboard.ts'

const conversationPath = /\/api\/conversations\/[\w-]+$/

/** Delays the matching calls of a page, or only the first `times`, until `release` is called. */
async function hold(
  page: Page,
  path: RegExp,
  method: string,
  options?: { readonly times: number },
) {
  const { promise, resolve } = Promise.withResolvers<void>()
  const handle = async (route: Route) => {
    if (route.request().method() === method) await promise
    await route.continue()
  }
  await routeOpenPage(page, path, handle, options)
  return { release: resolve }
}

/** Returns a function with the number of matching calls that were answered since now. */
function countAnswers(page: Page, path: RegExp): () => number {
  let count = 0
  page.on('requestfinished', (request) => {
    if (path.test(request.url())) count++
  })
  return () => count
}

/** The two stored questions of the conversation, then the question that each test asks. */
const eachQuestionOnce = [
  'Where is order FH-20417?',
  'Can I change the delivery address now?',
  'Where is my order?',
]

/** Asks a question in the open conversation, and returns all its questions. */
async function questionsAfterAsking(page: Page, question: string): Promise<readonly string[]> {
  const { turns, ask } = keyboardOf(page)
  await ask(question)
  return turns.locator('.question').allInnerTexts()
}

describe.skipIf(foundBrowser === undefined)(
  'a page with late responses',
  { timeout: 180_000 },
  () => {
    const { visit, world } = useConsole()

    it('a number key sends no suggested question before the agents are loaded, because suggestions may move', async () => {
      const { page } = await visit('chat', 'agents')
      const { release } = await hold(page, /\/api\/agents\?/, 'GET')
      const { keyboard, turns, toQuestion } = keyboardOf(page)
      await page.getByRole('button', { name: 'demo@example.com' }).click()
      await toQuestion()
      await keyboard.press('Escape')
      await keyboard.press('1')
      await page.getByText('There is no suggestion 1.').waitFor()
      release()
      const suggested = turns.getByRole('group', { name: 'Suggested first questions' })
      await suggested.getByRole('button').first().waitFor()
      expect(await turns.getByRole('article').count()).toBe(0)
    })

    it('the chat keeps a question that is asked while the history of the conversation is loading', async () => {
      const { page } = await visit('chat', 'history')
      await page.getByRole('button', { name: 'demo@example.com' }).click()
      const list = page.getByRole('region', { name: 'Conversations' })
      const { release } = await hold(page, conversationPath, 'GET')
      await list.getByRole('button', { name: /^Delivery to Blue Harbour/ }).click()
      const { turns, ask } = keyboardOf(page)
      await ask('Where is my order?')
      release()
      const articles = turns.getByRole('article')
      await expect.poll(() => articles.count()).toBeGreaterThan(1)
      expect(await articles.last().innerText()).toContain('Where is my order?')
    })

    it('the chat shows every turn once after a double click on a conversation', async () => {
      const { page } = await visit('chat', 'twice')
      await page.getByRole('button', { name: 'demo@example.com' }).click()
      const answered = countAnswers(page, conversationPath)
      const { release } = await hold(page, conversationPath, 'GET')
      const list = page.getByRole('region', { name: 'Conversations' })
      await list.getByRole('button', { name: /^Delivery to Blue Harbour/ }).dblclick()
      release()
      await expect.poll(answered).toBe(2)
      expect(await questionsAfterAsking(page, 'Where is my order?')).toEqual(eachQuestionOnce)
    })

    it('the chat shows every turn once if the world changes while a conversation is loading', async () => {
      const { page } = await visit('chat', 'changing')
      await page.getByRole('button', { name: 'demo@example.com' }).click()
      const answered = countAnswers(page, conversationPath)
      const { release } = await hold(page, conversationPath, 'GET', { times: 1 })
      const list = page.getByRole('region', { name: 'Conversations' })
      await list.getByRole('button', { name: /^Delivery to Blue Harbour/ }).click()
      // The page may see the change before it is told to look again.
      const compared = page.waitForResponse(/\/records\/messages\?/)
      await world('changing').records.add('agents', { name: 'A new agent' })
      await lookAgain(page)
      await compared
      // Another poll, so that a chat that reads the conversation again has read it before the end.
      const polled = page.waitForResponse(/\/__control\/faults$/)
      await lookAgain(page)
      await polled
      release()
      await expect.poll(answered).toBe(2)
      expect(await questionsAfterAsking(page, 'Where is my order?')).toEqual(eachQuestionOnce)
    })

    it('the chat says that a turn has not begun, and keeps the message to the turn in its field', async () => {
      const { page } = await visit('chat', 'injected')
      await page.getByRole('button', { name: 'demo@example.com' }).click()
      const { release } = await hold(page, /\/api\/(react|dag|auto)$/, 'POST')
      const { keyboard, ask, toQuestion } = keyboardOf(page)
      await ask('Where is my order?')
      await toQuestion()
      await keyboard.type('Be brief')
      await keyboard.press('Enter')
      await page.getByText('The turn has not begun yet.').waitFor()
      expect(await page.getByLabel('Message to the running turn').inputValue()).toBe('Be brief')
      release()
    })

    it('the director page keeps a script that is added to the list while the first one is being stored', async () => {
      const { page } = await visit('director', 'added')
      const { release } = await hold(page, /\/director$/, 'POST')
      for (const title of ['Order status', 'Welcome note']) {
        await page.getByLabel('Find a script').fill(title)
        await page.getByRole('region', { name: `Preview of ${title}` }).waitFor()
        await page.getByRole('button', { name: 'Add to the list' }).click()
      }
      release()
      await expect
        .poll(() => world('added').director.state())
        .toMatchObject({ waiting: { next: 'order-status' }, queue: ['welcome-note'] })
    })

    it('a canceled import makes no world, and the page stays where it is', async () => {
      const { page } = await visit('traffic', 'canceled')
      await page.getByRole('button', { name: 'Look at an example' }).click()
      await page.getByRole('link', { name: /^Findings/ }).waitFor()
      const { release } = await hold(page, /\/worlds$/, 'POST')
      await page.getByRole('button', { name: 'Import into a new world' }).click()
      await page.getByRole('textbox', { name: 'Name of the world' }).fill('unwanted')
      const sent = page.waitForRequest((request) => request.method() === 'POST')
      await page.getByRole('button', { name: 'Import', exact: true }).click()
      const importing = await sent
      const aborted = page.waitForEvent('requestfailed', (request) => request === importing)
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
      await aborted
      release()
      await expect(world('unwanted').about()).rejects.toThrow('unwanted')
      expect(page.url()).toContain('world=canceled')
    })

    it('the director page shows the state of a world whose control API answers slower than the page polls', async () => {
      const { page } = await visit('clock', 'slow')
      await page.getByRole('link', { name: 'Director' }).waitFor()
      await page.route(/\/director$/, async (route) => {
        await lookAgain(page)
        await route.continue()
      })
      await page.getByRole('link', { name: 'Director' }).click()
      const playback = page.getByRole('region', { name: 'Playback' })
      await expect.poll(() => playback.count()).toBe(1)
    })

    it('the console asks a hanging server for its status once, and then says that it does not respond', async () => {
      const { page } = await visit('clock', 'hanging', {})
      // In the page, each timeout of a request becomes a signal that the test aborts.
      await page.addInitScript(`
        const timeout = new AbortController()
        AbortSignal.timeout = () => timeout.signal
        window.endTimeouts = () => timeout.abort()`)
      await page.reload()
      await page.waitForResponse(/\/worlds\/hanging$/)
      const { release } = await hold(page, /\/__control\//, 'GET')
      let asked = 0
      page.on('request', (request) => {
        if (request.url().endsWith('/__control/faults')) asked++
      })
      for (let look = 0; look < 5; look++) await lookAgain(page)
      await expect.poll(() => asked).toBe(1)
      await page.evaluate('window.endTimeouts()')
      await page.getByText('The server does not respond.').waitFor()
      release()
    })

    it('the choices page never shows the response with one option below the title of another', async () => {
      const { page } = await visit('choices?id=http.trailing-slash', 'compared')
      await page.getByText('What is the response to a known path with a slash at its end?').click()
      const { release } = await hold(page, /\/worlds$/, 'POST')
      const show = page.getByRole('button', { name: 'Show an example' })
      await show.click()
      const compared = page.getByLabel('Compare with')
      const first = await compared.inputValue()
      await compared.selectOption({ index: 1 })
      release()
      await show.and(page.locator('[aria-busy=true]')).waitFor({ state: 'detached' })
      const answers = page.getByRole('region', { name: /^the response with/ })
      expect(await answers.count()).toBe(0)
      await compared.selectOption(first)
      await page.getByRole('region', { name: `the response with ${first}` }).waitFor()
    })

    it('the choices page never shows the preview of an earlier profile below the title of a newer profile', async () => {
      const { page } = await visit('choices', 'previewed')
      await page.getByText('Use your own profile').click()
      const { release } = await hold(page, /\/choices\/preview$/, 'POST', { times: 1 })
      const text = page.getByRole('textbox', { name: 'Profile, as YAML or JSON' })
      const preview = page.getByRole('button', { name: 'Preview the changes' })
      const apply = page.getByRole('button', { name: /^Apply profile/ })
      await text.fill('picks:\n  errors.envelope: detail')
      const sent = page.waitForRequest(/\/choices\/preview$/)
      await preview.click()
      await sent
      await text.fill('picks:\n  lists.default-size: { items: 30 }')
      release()
      await preview.and(page.locator('[aria-busy=true]')).waitFor({ state: 'detached' })
      expect(await apply.count()).toBe(0)
      await preview.click()
      await apply.waitFor()
      await rowWith(page, 'What profile changes', 'lists.default-size').waitFor()
      expect(await rowWith(page, 'What profile changes', 'errors.envelope').count()).toBe(0)
    })

    it('the state page never shows the records of one kind below the title of another kind', async () => {
      const { page } = await visit('state?kind=agents', 'kinds')
      await rowWith(page, 'Agents', 'Support Desk').waitFor()
      const { release } = await hold(page, /\/records\/kbs\?/, 'GET')
      await page.getByRole('link', { name: 'Knowledge bases' }).click()
      await page.getByRole('heading', { name: 'Knowledge bases' }).waitFor()
      expect(await page.getByText('Support Desk').count()).toBe(0)
      release()
      await rowWith(page, 'Knowledge bases', '').first().waitFor()
    })
  },
)
