import { describe, expect, it, onTestFinished } from 'vitest'
import { servedChat } from './chat-page.ts'
import { focusedText } from './console-tools.ts'
import type { Steer } from '../support/open-chat.ts'
import { bufferingProxy } from '../support/buffering-proxy.ts'
import { foundBrowser } from '../support/find-browser.ts'
import { prefixProxy } from '../support/prefix-proxy.ts'
import { isProving } from '../support/proving.ts'

const chatIn = servedChat()

/** Timeout for the final state of a page. */
const patience = { timeout: 15_000 }

/** An answer that pauses in the middle until the clock is advanced. */
const halting = {
  name: 'halting',
  match: { endpoint: 'react', query: ['tell me'] },
  script: [
    { answer: 'The first half is here. ' },
    { pause: 600_000 },
    { answer: 'And here is the **second half**.' },
  ],
  title: 'Two halves',
  suggestions: ['And then?'],
}

const hurry = (control: Steer) => control('POST', 'director', { speed: 10 })

/** A proxy that serves the server below a path and buffers whole responses. */
async function behindProxies(server: string): Promise<string> {
  const buffering = await bufferingProxy(server)
  const below = await prefixProxy(buffering.url, '/below/this')
  onTestFinished(async () => {
    await below.close()
    await buffering.close()
  })
  return below.url
}

describe.skipIf(foundBrowser === undefined)('the chat', { timeout: 180_000 }, () => {
  it('the chat cuts a stream, resumes it manually, and proves that it is complete', async () => {
    const chat = await chatIn('cut', { scenario: halting })
    const { page, ask, events, turns, control } = chat
    await page.getByRole('checkbox', { name: 'Resume automatically' }).uncheck()
    await ask('Tell me')
    await turns.getByText('The first half is here.').waitFor()
    await page.getByRole('button', { name: 'Cut', exact: true }).press('Enter')
    await events.getByText(/^You cut it after cursor \d+$/).waitFor()
    await turns.getByText('The stream broke.').waitFor()
    await expect.poll(() => focusedText(page)).toMatch(/^Resume/)
    await page.getByRole('button', { name: 'Resume' }).click()
    await events.getByText('POST /api/chat/resume').waitFor()
    await control('POST', 'clock', { advance: '20m' })
    await turns.getByText('And here is the second half.').waitFor()
    await turns.getByRole('button', { name: 'And then?' }).waitFor()
    await events.getByText(/Requested the events after cursor \d+\./).waitFor()
    const proof = await events.innerText()
    expect(proof).toMatch(/No event is missing: cursor (\d+) follows cursor \d+/)
    expect(proof).toMatch(
      /The whole turn:\s*\d+ events with a cursor: 0–\d+\. No event is missing\. No event was repeated\./,
    )
    expect(await turns.locator('.answer').innerText()).toBe(
      'The first half is here. And here is the second half.',
    )
    await page.getByRole('button', { name: /^Two halves/ }).waitFor()
    expect(chat.complaints).toEqual([])
    // The fake noticed the closed connection.
    const journal = await control('GET', 'journal?endpoint=chat.auto')
    expect(JSON.stringify(journal)).toMatch(/"state":"left"/)
  })

  it('the chat resumes a stream automatically', async () => {
    const { page, ask, events, turns, control } = await chatIn('auto', { scenario: halting })
    await ask('Tell me')
    await turns.getByText('The first half is here.').waitFor()
    await page.getByRole('button', { name: 'Cut', exact: true }).click()
    await events.getByText('POST /api/chat/resume').waitFor()
    await control('POST', 'clock', { advance: '20m' })
    const follows = /No event is missing: cursor \d+ follows cursor \d+/
    await events.getByText(follows).waitFor()
    expect(await events.innerText()).toMatch(follows)
  })

  it('the chat lets the user approve or reject a tool call within the turn', async () => {
    for (const [decision, answer] of [
      ['Approve', 'is on its way back'],
      ['Reject', 'too much'],
    ] as const) {
      const chat = await chatIn(`approval-${decision}`, { prepare: hurry })
      const { page, ask, turns, complaints } = chat
      await page.getByRole('combobox', { name: 'Agent' }).selectOption({ label: 'Support Desk' })
      await ask('Pay back the two crushed gateways of order FH-20388')
      const card = turns.getByRole('region', { name: 'Approval of payments_refund' })
      await card.getByRole('textbox', { name: 'Reason' }).fill('too much')
      await card.getByRole('button', { name: decision }).click()
      await card
        .getByText(decision === 'Approve' ? 'approved' : 'rejected', { exact: true })
        .waitFor()
      await turns.locator('.answer').getByText(answer).first().waitFor()
      expect(complaints).toEqual([])
    }
  })

  it('the chat shows the graph of a plan during the turn, and again from the history', async () => {
    const { page, ask, turns, complaints } = await chatIn('plan', { prepare: hurry })
    await page.getByRole('combobox', { name: 'Mode' }).selectOption('dag')
    await ask('Which market should we enter next year?')
    await turns.getByText(/^\d\.\d s · [\d,]+ tokens$/).waitFor()
    const drawn = async () => ({
      boxes: await turns.locator('.plan-box.is-completed').count(),
      steps: await turns.locator('.plan-steps > li').allInnerTexts(),
      answer: await turns.locator('.answer').innerText(),
    })
    const live = await drawn()
    expect(live.boxes).toBe(4)
    await page.reload()
    await turns.locator('.plan-box').first().waitFor()
    expect(await drawn()).toEqual(live)
    expect(complaints).toEqual([])
  })

  it('the chat without a chosen agent suggests the prompts of the agents in its world', async () => {
    const mine = 'Where is order A-1042?'
    const prepare = async (control: Steer) => {
      const { items } = (await control('GET', 'records/agents?size=100')) as {
        readonly items: readonly { readonly id: string }[]
      }
      for (const { id } of items)
        await control('PATCH', `records/agents/${id}`, { suggested_prompts: [mine] })
    }
    const { turns } = await chatIn('other-company', { prepare })
    const suggested = turns.getByRole('group', { name: 'Suggested first questions' })
    await suggested.getByText(mine).waitFor()
    expect(await suggested.getByRole('button').allInnerTexts()).toEqual([
      mine,
      'Hello, what can you do?',
    ])
  })

  it('the chat shows the agents of a world that was reset, and no longer asks an agent that is gone', async () => {
    const passing = { name: 'A passing agent', owner: 'demo@example.com' }
    const prepare = (control: Steer) => control('POST', 'records/agents', passing)
    const { page } = await chatIn('agents', { prepare })
    const agents = page.getByRole('combobox', { name: 'Agent' })
    await agents.selectOption({ label: passing.name })
    await page.getByRole('link', { name: 'Director', exact: true }).click()
    await page.getByRole('button', { name: 'Reset' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Reset' }).click()
    await page.getByText('The world was reset.').waitFor()
    await page.getByRole('link', { name: 'Chat', exact: true }).click()
    await expect.poll(() => agents.innerText()).not.toContain(passing.name)
    expect(await agents.inputValue()).toBe('')
  })

  it('the chat injects a message into a running turn', async () => {
    const scenario = { ...halting, on_inject: [{ think: 'They add: {{inject}}.' }] }
    const { page, ask, turns, control } = await chatIn('inject', { scenario })
    await ask('Tell me')
    await turns.getByText('The first half is here.').waitFor()
    const taken = page.waitForResponse(/\/chat\/inject$/)
    await ask('be brief')
    await taken
    await control('POST', 'clock', { advance: '20m' })
    await page.getByRole('button', { name: 'And then?' }).waitFor()
    await turns.getByText('They add: be brief.').waitFor()
    expect(await turns.getByRole('article').count()).toBe(1)
  })

  it('the chat searches, stars, renames and deletes conversations', async () => {
    const { page, complaints } = await chatIn('list')
    const list = page.getByRole('region', { name: 'Conversations' })
    await expect.poll(() => list.getByRole('listitem').count(), patience).toBeGreaterThan(20)
    expect(await list.getByRole('heading').allInnerTexts()).toEqual([
      'Conversations',
      'Starred',
      'Recent',
    ])
    await list.getByRole('searchbox').fill('margin')
    await expect.poll(() => list.getByRole('listitem').count(), patience).toBeLessThan(5)
    const title = 'Why margin fell in the third quarter'
    const star = list.getByRole('button', { name: `Star ${title}` })
    expect(await star.getAttribute('aria-pressed')).toBe('true')
    await star.click()
    await expect.poll(() => star.getAttribute('aria-pressed'), patience).toBe('false')
    await list.getByRole('button', { name: `Rename or delete ${title}` }).click()
    await page.getByRole('textbox', { name: 'Title' }).fill('The margin')
    await page.getByRole('button', { name: 'Rename', exact: true }).click()
    await list.getByRole('button', { name: 'Rename or delete The margin' }).click()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByRole('button', { name: 'Delete permanently' }).click()
    await expect.poll(() => list.getByText('The margin', { exact: true }).count(), patience).toBe(0)
    expect(complaints).toEqual([])
  })

  it('the chat shows the new title of an open conversation that is renamed', async () => {
    const scenario = { ...halting, script: [{ answer: 'It is short.' }] }
    const { page, ask } = await chatIn('renamed', { scenario })
    await ask('Tell me')
    await page.getByRole('heading', { name: 'Two halves' }).waitFor()
    await page.getByRole('button', { name: 'Rename or delete Two halves' }).click()
    await page.getByRole('textbox', { name: 'Title' }).fill('One piece')
    await page.getByRole('button', { name: 'Rename', exact: true }).click()
    const heading = page.getByRole('region', { name: 'Chat' }).getByRole('heading').first()
    await expect.poll(() => heading.innerText()).toBe('One piece')
  })

  it.runIf(isProving)(
    'the chat reports a stream that cannot be resumed, and resumes it later',
    async () => {
      const { page, ask, events, turns, control } = await chatIn('lost', { scenario: halting })
      await control('POST', 'faults', {
        match: { endpoint: 'chat.resume' },
        effect: { error: { code: 'internal_error' } },
      })
      await ask('Tell me')
      await turns.getByText('The first half is here.').waitFor()
      await page.getByRole('button', { name: 'Cut', exact: true }).click()
      // Starts the next attempt at once.
      const goOn = turns.getByRole('button', { name: /^Resume after cursor \d+$/ })
      await page.getByRole('button', { name: 'Resume', exact: true }).or(goOn).first().click()
      await goOn.waitFor()
      await control('DELETE', 'faults')
      await goOn.click()
      await control('POST', 'clock', { advance: '20m' })
      await turns.getByText('And here is the second half.').waitFor()
      await events.getByText('No event is missing.').waitFor()
      expect(await events.innerText()).toMatch(/No event is missing: cursor \d+ follows cursor \d+/)
    },
  )

  it('the chat works below a path, and detects a proxy that buffers streams', async () => {
    const scenario = {
      ...halting,
      script: [{ answer: 'Some words come before. ' }, { pause: 1500 }, { answer: 'Some behind.' }],
    }
    const chat = await chatIn('proxy', { scenario, at: behindProxies })
    const { ask, events, turns, requests, url } = chat
    await ask('Tell me')
    await turns.getByText('Some words come before. Some behind.').waitFor()
    await events.getByText('The stream was buffered.').waitFor()
    expect(requests.filter((address) => !address.startsWith(url))).toEqual([])
    expect(chat.complaints).toEqual([])
  })

  it('the chat accepts an API key instead of a user', async () => {
    const { page, ask, turns } = await chatIn('key', { scenario: halting })
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByText('With an API key').click()
    await page.getByRole('group', { name: 'Keys of this world' }).getByText('disabled').click()
    await page.getByRole('button', { name: 'Use the key' }).click()
    await page.getByRole('alert').getByText('401').waitFor()
    await page.getByRole('group', { name: 'Keys of this world' }).getByText('full').click()
    await page.getByRole('button', { name: 'Use the key' }).click()
    await page.getByText(/^svc_.{4}…$/).waitFor()
    await ask('Tell me')
    await turns.getByText('The first half is here.').waitFor()
    // A reload keeps the login and goes on with the running turn.
    await page.reload()
    await turns.getByText('The first half is here.').waitFor()
    expect(await turns.getByRole('article').count()).toBe(1)
  })
})
