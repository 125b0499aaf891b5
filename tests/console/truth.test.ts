import type { DueList } from '../../contract/control/clock.ts'
import type { WorldSummary } from '../../contract/control/worlds.ts'
import { describe, expect, it, onTestFinished } from 'vitest'
import {
  callNumber,
  callWith,
  lookAgain,
  routeOpenPage,
  rowWith,
  useConsole,
} from './console-tools.ts'
import { servedChat } from './chat-page.ts'
import type { Steer } from '../support/open-chat.ts'
import { foundBrowser } from '../support/find-browser.ts'
import { openBrowser } from '../support/open-browser.ts'
import { start } from '../support/start-serve.ts'

const json = { 'content-type': 'application/json' }

/** An answer that pauses in the middle until the clock is advanced. */
const halting = {
  name: 'halting',
  match: { endpoint: 'react', query: ['tell me'] },
  script: [{ answer: 'The first half. ' }, { pause: 600_000 }, { answer: 'Done.' }],
}

/** The time of the clock until the next event of a turn, or -1 while none is scheduled. */
async function millisecondsToNextEvent(control: Steer): Promise<number> {
  const { now, due } = (await control('GET', 'clock/due')) as DueList
  const next = due.find(({ kind }) => kind === 'event')
  return next === undefined ? -1 : Date.parse(next.at) - Date.parse(now)
}

describe.skipIf(foundBrowser === undefined)(
  'the console shows the current state of the server',
  { timeout: 180_000 },
  () => {
    const { visit, world, call } = useConsole()
    const chatIn = servedChat()

    /** Signs in to a world and asks a question there, like another client. */
    async function askIn(name: string, question: string): Promise<void> {
      const body = JSON.stringify({ email: 'demo@example.com', password: 'demo-password' })
      const signedIn = await call(name, '/api/auth/login', { method: 'POST', headers: json, body })
      const { access_token } = (await signedIn.json()) as { access_token: string }
      const headers = { ...json, authorization: `Bearer ${access_token}` }
      const post = (path: string, fields: object) =>
        call(name, path, { method: 'POST', headers, body: JSON.stringify(fields) })
      const created = await post('/api/conversations', {})
      const { data } = (await created.json()) as { readonly data: { readonly id: string } }
      const turn = await post('/api/react', { q: question, conversation_id: data.id })
      await turn.text()
    }

    it('the start page shows the newest turns first, also turns that another client starts meanwhile', async () => {
      await askIn('recent', 'Where is my first order?')
      const { page } = await visit('', 'recent')
      const turns = page.getByRole('group', { name: 'Recent turns' }).getByRole('listitem')
      await turns.first().filter({ hasText: 'Where is my first order?' }).waitFor()
      // A page only notices changes after it has read the state of its world once.
      await expect
        .poll(() =>
          page.evaluate(
            "performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/worlds/recent'))",
          ),
        )
        .toBe(true)
      await askIn('recent', 'And where is my second one?')
      await lookAgain(page)
      await turns.first().filter({ hasText: 'And where is my second one?' }).waitFor()
      expect(await turns.count()).toBe(6)
    })

    it('the journal page finds calls by path, also in a world whose calls have a prefix in their path', async () => {
      await askIn('by-path', 'Where is my order?')
      const { page } = await visit(
        `journal?endpoint=${encodeURIComponent('POST /api/react')}`,
        'by-path',
      )
      await callWith(page, '/api/react').waitFor()
      expect((await world('by-path').journal.list({ endpoint: '/api/react' })).length).toBe(1)
    })

    it('the journal page ends a pause when the user sets another filter', async () => {
      await call('halted', '/api/agents')
      await call('halted', '/api/version')
      const { page } = await visit('journal', 'halted')
      await page.getByText('2 calls').waitFor()
      await page.getByRole('button', { name: 'Pause' }).click()
      await page.getByText('paused', { exact: true }).waitFor()
      await page.getByRole('combobox', { name: 'Status' }).selectOption('4xx')
      await page.getByText('1 call', { exact: true }).waitFor()
      await page.getByText('live', { exact: true }).waitFor()
      expect(await callWith(page, '/api/version').count()).toBe(0)
    })

    it('the journal page joins equal neighbours of calls that only read, until one of them is opened', async () => {
      for (const path of ['agents', 'agents', 'agents', 'version', 'agents'])
        await (await call('repeated', `/api/${path}`)).text()
      const { page } = await visit('journal', 'repeated')
      await page.getByText('5 calls').waitFor()
      const rows = callWith(page, '')
      expect(await rows.count()).toBe(3)
      await callNumber(page, 3).getByText('×3').click()
      await page.getByRole('region', { name: 'Call 3' }).waitFor()
      expect(await rows.count()).toBe(5)
      await page.keyboard.press('ArrowDown')
      await page.getByRole('region', { name: 'Call 2' }).waitFor()
      await page.getByRole('button', { name: 'Close' }).click()
      await expect.poll(() => rows.count()).toBe(3)
    })

    it('a console page does not recreate a deleted world, but says that it is gone and offers to create it', async () => {
      const { page } = await visit('state?kind=users', 'doomed')
      await rowWith(page, 'Users', 'demo@example.com').waitFor()
      const { page: journal } = await visit('faults', 'doomed')
      await journal.waitForLoadState('networkidle')
      await journal.getByRole('link', { name: 'Journal', exact: true }).click()
      await journal.getByText('live', { exact: true }).waitFor()
      await world('doomed').delete()
      await page.getByText('The world doomed does not exist any more.').waitFor()
      await page.getByText(/What you see below is from \d+ s ago/).waitFor()
      expect(await rowWith(page, 'Users', 'demo@example.com').count()).toBeGreaterThan(0)
      const names = async () => {
        const response = await call('default', '/__control/worlds')
        const { worlds } = (await response.json()) as { readonly worlds: readonly WorldSummary[] }
        return worlds.map(({ name }) => name)
      }
      expect(await names()).not.toContain('doomed')
      await page.getByRole('button', { name: 'Create doomed again' }).click()
      await page.getByText('does not exist any more').waitFor({ state: 'detached' })
      expect(await names()).toContain('doomed')
    })

    it('a console page that showed a deleted world does not call the next opened world gone', async () => {
      await call('next', '/__control/clock')
      const { page } = await visit('state?kind=users', 'gone')
      await rowWith(page, 'Users', 'demo@example.com').waitFor()
      await page.waitForLoadState('networkidle')
      await world('gone').delete()
      await page.getByText('The world gone does not exist any more.').waitFor()
      const { promise: released, resolve: release } = Promise.withResolvers<void>()
      await routeOpenPage(page, /\/__control\//, (route) => released.then(() => route.continue()))
      await page.getByRole('link', { name: 'Go to the default world' }).click()
      await page.getByText('does not exist any more').waitFor({ state: 'detached' })
      release()
      await rowWith(page, 'Users', 'demo@example.com').waitFor()
      await lookAgain(page)
      await page.waitForLoadState('networkidle')
      expect(await page.getByText('exists again').count()).toBe(0)
    })

    it('the start page describes a world whose state another client has replaced', async () => {
      await call('emptied', '/__control/worlds', {
        method: 'POST',
        headers: json,
        body: JSON.stringify({ name: 'bare', fixture: 'empty' }),
      })
      const { page } = await visit('', 'emptied')
      await page.getByText('fixture demo').waitFor()
      // A page only notices changes after it has read the state of its world once.
      await page.waitForLoadState('networkidle')
      await world('emptied').restore(await world('bare').snapshot())
      await lookAgain(page)
      await page.getByText('fixture empty').waitFor()
      expect(await page.getByText('fixture demo').count()).toBe(0)
    })

    it('two tabs of a world show each other’s conversations and turns', async () => {
      const first = await chatIn('tabs')
      await first.ask('Where is my order?')
      await first.page.getByText('The answer is complete.').waitFor({ state: 'attached' })
      const second = await first.page.context().newPage()
      await second.goto(first.page.url())
      await second.getByRole('button', { name: 'demo@example.com' }).click()
      await second.getByRole('article', { name: 'Question: Where is my order?' }).waitFor()
      await first.ask('Hello, what can you do?')
      await first.turns.getByRole('article', { name: 'Question: Hello' }).waitFor()
      await first.page.getByText('The answer is complete.').waitFor({ state: 'attached' })
      await lookAgain(second)
      await second.getByRole('article', { name: 'Question: Hello' }).waitFor()
      expect(await second.getByRole('article').count()).toBe(2)
    })

    it('the chat says why a session ended, and keeps the question and the conversation', async () => {
      const { page, ask, turns, control } = await chatIn('expired')
      await ask('Where is my order?')
      await page.getByText('The answer is complete.').waitFor({ state: 'attached' })
      await page.getByRole('textbox', { name: 'Question' }).fill('And when does it arrive?')
      await control('POST', 'clock', { advance: '60d' })
      // The page may notice the end of the session before, and then it accepts no more questions.
      await page.keyboard.press('Enter')
      await page.getByText('Your session has ended.').waitFor()
      await page.getByText(/was valid until/).waitFor()
      await page.getByRole('button', { name: 'demo@example.com' }).click()
      await turns.getByRole('article', { name: 'Question: Where is my order?' }).waitFor()
      await expect
        .poll(() => page.getByRole('textbox', { name: 'Question' }).inputValue())
        .toBe('And when does it arrive?')
    })

    it('the chat names the fault after an automatic resume, with the events that were sent and received', async () => {
      const { page, ask, turns, control } = await chatIn('named')
      const { ids } = (await control('POST', 'faults', {
        match: { endpoint: 'chat.auto' },
        effect: { stream: { cut: { after_event: 5 } } },
      })) as { readonly ids: readonly string[] }
      await ask('Where is my order?')
      await page.getByText('The answer is complete.').waitFor({ state: 'attached' })
      const said = turns.getByRole('status').filter({ hasText: 'The turn was resumed.' })
      await said.filter({ hasText: `The fault ${ids[0]} broke call` }).waitFor()
      await said.filter({ hasText: 'the server had sent 5 events' }).waitFor()
      expect(await said.getByRole('link', { name: /^call \d+$/ }).count()).toBe(1)
      await said.getByRole('link', { name: ids[0] ?? '' }).click()
      await page.getByRole('heading', { name: 'Faults' }).first().waitFor()
    })

    it('the chat says that a turn waits while the clock is frozen, and lets the turn continue', async () => {
      const { page, ask, turns, control } = await chatIn('frozen', { scenario: halting })
      await ask('Tell me')
      await turns.getByText('The first half.').waitFor()
      // Another piece may follow the shown text, so the pause may not have begun yet.
      await expect.poll(async () => millisecondsToNextEvent(control)).toBeGreaterThan(60_000)
      await control('POST', 'clock', { freeze: true })
      await page.getByText('The clock of this world is frozen: the turn waits.').waitFor()
      await page.getByText('the next event is due at').waitFor()
      await page.getByRole('button', { name: 'Advance to what is due next' }).click()
      await page.getByRole('button', { name: 'Resume the clock' }).click()
      await turns.getByText('The first half. Done.').waitFor()
      // The rest of the answer may arrive before the new state of the clock.
      await page.getByText('the turn waits').waitFor({ state: 'detached' })
    })

    it('a console page distinguishes a missing server from an offline device, and keeps its content', async () => {
      const first = await start('--json', '--speed', 'max')
      const { url } = JSON.parse(first.output) as { readonly url: string }
      const browser = await openBrowser()
      onTestFinished(() => browser.close())
      const { page } = await browser.open(`${url}/#/chat`)
      await page.getByRole('button', { name: 'demo@example.com' }).click()
      await page.getByRole('textbox', { name: 'Question' }).fill('Where is my order?')
      await page.getByRole('button', { name: 'Ask', exact: true }).click()
      await page.getByText('The answer is complete.').waitFor({ state: 'attached' })
      const frames = page.getByRole('region', { name: 'Events' })
      await frames.waitFor()
      const links = page.getByRole('navigation', { name: 'Pages' }).getByRole('link')
      const count = await links.count()
      await page.context().setOffline(true)
      await page.getByText('This device is offline.').waitFor()
      expect(await links.count()).toBe(count)
      await page.context().setOffline(false)
      await page.getByText('This device is offline.').waitFor({ state: 'detached' })
      await frames.waitFor()
      await page.getByRole('article', { name: 'Question: Where is my order?' }).waitFor()
      await page.goto(`${url}/#/journal`)
      await callWith(page, '/api/auto').waitFor()
      await first.stop()
      await page.getByText('The server does not respond.').waitFor()
      expect(await callWith(page, '/api/auto').count()).toBe(1)
      expect(await links.count()).toBe(count)
    })
  },
)
