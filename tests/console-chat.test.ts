import { describe, expect, it, onTestFinished } from 'vitest'
import { servedChat, type Steer } from './console-chat-page.ts'
import { bufferingProxy } from './buffering-proxy.ts'
import { foundBrowser } from './find-browser.ts'
import { prefixProxy } from './prefix-proxy.ts'

const chatIn = servedChat()

/** How long to wait for what a page shows in the end. */
const patience = { timeout: 15_000 }

/** An answer that stops in the middle until the clock is moved. */
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

/** Leads to a server below a path, over a proxy that waits for whole answers. */
async function behindProxies(server: string): Promise<string> {
  const buffering = await bufferingProxy(server)
  const below = await prefixProxy(buffering.url, '/below/this')
  onTestFinished(async () => {
    await below.close()
    await buffering.close()
  })
  return below.url
}

describe.skipIf(foundBrowser === undefined)('the chat', { timeout: 60_000 }, () => {
  it('cuts a stream, resumes it by hand, and proves that it is whole', async () => {
    const chat = await chatIn('cut', { scenario: halting })
    const { page, ask, events, turns, control } = chat
    await page.getByRole('checkbox', { name: 'Resume by itself' }).uncheck()
    await ask('Tell me')
    await turns.getByText('The first half is here.').waitFor()
    await page.getByRole('button', { name: 'Cut', exact: true }).click()
    await events.getByText(/^You cut it behind cursor \d+$/).waitFor()
    await turns.getByText('The stream broke.').waitFor()
    await page.getByRole('button', { name: 'Resume' }).click()
    await events.getByText('POST /api/chat/resume').waitFor()
    await control('POST', 'clock', { advance: '20m' })
    await turns.getByText('And here is the second half.').waitFor()
    await turns.getByRole('button', { name: 'And then?' }).waitFor()
    await events.getByText(/Asked for what follows cursor \d+\./).waitFor()
    const proof = await events.innerText()
    expect(proof).toMatch(/Nothing is missing: (\d+) follows \d+/)
    expect(proof).toMatch(
      /The whole turn:\s*\d+ cursors, 0–\d+\. None is missing\. Nothing came twice\./,
    )
    expect(await turns.locator('.answer').innerText()).toBe(
      'The first half is here. And here is the second half.',
    )
    await page.getByRole('button', { name: /^Two halves/ }).waitFor()
    expect(chat.complaints).toEqual([])
    // The fake saw the connection go.
    const journal = await control('GET', 'journal?endpoint=chat.auto')
    expect(JSON.stringify(journal)).toMatch(/"state":"left"/)
  })

  it('resumes by itself', async () => {
    const { page, ask, events, turns, control } = await chatIn('auto', { scenario: halting })
    await ask('Tell me')
    await turns.getByText('The first half is here.').waitFor()
    await page.getByRole('button', { name: 'Cut', exact: true }).click()
    await events.getByText('POST /api/chat/resume').waitFor()
    await control('POST', 'clock', { advance: '20m' })
    await events.getByText('None is missing.').waitFor()
    expect(await events.innerText()).toMatch(/Nothing is missing: \d+ follows \d+/)
  })

  it('answers an approval in place, either way', async () => {
    for (const [decision, told] of [
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
      await turns.locator('.answer').getByText(told).first().waitFor()
      expect(complaints).toEqual([])
    }
  })

  it('draws a plan, and draws it again from its history', async () => {
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

  it('gives a turn that runs a word on the way', async () => {
    const scenario = { ...halting, on_inject: [{ think: 'They add: {{inject}}.' }] }
    const { page, ask, turns, control } = await chatIn('inject', { scenario })
    await ask('Tell me')
    await turns.getByText('The first half is here.').waitFor()
    const taken = page.waitForResponse(/\/inject$/)
    await ask('be brief')
    await taken
    await control('POST', 'clock', { advance: '20m' })
    await page.getByRole('button', { name: 'And then?' }).waitFor()
    expect(await turns.innerText()).toContain('They add: be brief.')
  })

  it('finds, stars, renames and deletes conversations', async () => {
    const { page, complaints } = await chatIn('list')
    const list = page.getByRole('region', { name: 'Conversations' })
    await expect.poll(() => list.getByRole('listitem').count(), patience).toBeGreaterThan(20)
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
    await page.getByRole('button', { name: 'Delete for good' }).click()
    await expect.poll(() => list.getByText('The margin', { exact: true }).count(), patience).toBe(0)
    expect(complaints).toEqual([])
  })

  it('says so where no attempt to resume is of use, and goes on later', async () => {
    const { page, ask, events, turns, control } = await chatIn('lost', { scenario: halting })
    await control('POST', 'faults', {
      match: { endpoint: 'chat.resume' },
      effect: { error: { code: 'internal_error' } },
    })
    await ask('Tell me')
    await turns.getByText('The first half is here.').waitFor()
    await page.getByRole('button', { name: 'Cut', exact: true }).click()
    // Whoever does not want to wait for the next attempt has it made at once.
    const goOn = turns.getByRole('button', { name: /^Go on behind cursor \d+$/ })
    await page.getByRole('button', { name: 'Resume', exact: true }).or(goOn).first().click()
    await goOn.waitFor()
    await control('DELETE', 'faults')
    await goOn.click()
    await control('POST', 'clock', { advance: '20m' })
    await turns.getByText('And here is the second half.').waitFor()
    await events.getByText('None is missing.').waitFor()
    expect(await events.innerText()).toMatch(/Nothing is missing: \d+ follows \d+/)
  })

  it('works below a path, and tells of a proxy that holds streams back', async () => {
    const scenario = {
      ...halting,
      script: [{ answer: 'Some words come before. ' }, { pause: 1500 }, { answer: 'Some behind.' }],
    }
    const chat = await chatIn('proxy', { scenario, at: behindProxies })
    const { ask, events, turns, requests, url } = chat
    await ask('Tell me')
    await turns.getByText('Some words come before. Some behind.').waitFor()
    await events.getByText('It came in one piece.').waitFor()
    expect(requests.filter((address) => !address.startsWith(url))).toEqual([])
    expect(chat.complaints).toEqual([])
  })

  it('takes a key in the place of a user', async () => {
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
    // A reload keeps who one is, and finds the turn that still runs.
    await page.reload()
    await turns.getByRole('button', { name: 'Read it from its beginning' }).click()
    await turns.getByText('The first half is here.').waitFor()
    expect(await turns.getByRole('article').count()).toBe(1)
  })
})
