import { describe, expect, it, onTestFinished } from 'vitest'
import { servedChat } from './chat-page.ts'
import { routeOpenPage } from './console-tools.ts'
import { isProving } from '../support/proving.ts'
import { foundBrowser } from '../support/find-browser.ts'
import { openBrowser } from '../support/open-browser.ts'
import { start } from '../support/start-serve.ts'

const chatIn = servedChat()

/** An answer that pauses in the middle until the clock is advanced. */
const halting = {
  name: 'halting',
  match: { endpoint: 'react', query: ['tell me'] },
  script: [
    { answer: 'The first half is here. ' },
    { pause: 600_000 },
    { answer: 'And here is the second half.' },
  ],
}

/** These tests cause refused and broken requests on purpose. */
const isUnexpected = (complaint: string) => !complaint.startsWith('Failed to load resource')

describe.skipIf(foundBrowser === undefined)('the chat', { timeout: 180_000 }, () => {
  it('the chat resumes a running turn after the page was reloaded', async () => {
    const { page, ask, turns, control, complaints } = await chatIn('reload', { scenario: halting })
    await ask('Tell me')
    await turns.getByText('The first half is here.').waitFor()
    await page.reload()
    await turns.getByText('The first half is here.').waitFor()
    await control('POST', 'clock', { advance: '20m' })
    await turns.getByText('The first half is here. And here is the second half.').waitFor()
    await page.getByRole('button', { name: 'Ask', exact: true }).waitFor()
    expect(complaints.filter(isUnexpected)).toEqual([])
  })

  it('the chat names the fault that broke a stream, and links to the fault', async () => {
    const { page, ask, turns, control, complaints } = await chatIn('fault', { scenario: halting })
    await page.getByRole('checkbox', { name: 'Resume automatically' }).uncheck()
    // Another fault that only delays the call comes first.
    const match = { endpoint: 'chat.*' }
    await control('POST', 'faults', { match, effect: { latency: 20 } })
    const { ids } = (await control('POST', 'faults', {
      match,
      effect: { stream: { cut: { after_event: 3 } } },
    })) as { readonly ids: readonly string[] }
    await ask('Tell me')
    await turns.getByText(`The fault ${ids[0]} broke call`).waitFor()
    await turns.getByRole('link', { name: ids[0] ?? '' }).click()
    await page.getByRole('heading', { name: 'Faults' }).first().waitFor()
    expect(complaints.filter(isUnexpected)).toEqual([])
  })

  it('the chat says that the user cut the stream', async () => {
    const { page, ask, turns, complaints } = await chatIn('cut', { scenario: halting })
    await page.getByRole('checkbox', { name: 'Resume automatically' }).uncheck()
    await ask('Tell me')
    await turns.getByText('The first half is here.').waitFor()
    await page.getByRole('button', { name: 'Cut', exact: true }).click()
    await turns.getByText('You cut the connection.').waitFor()
    expect(complaints.filter(isUnexpected)).toEqual([])
  })

  it('the chat accepts a new question once the turn whose stream broke has ended', async () => {
    const { page, ask, turns, control, complaints } = await chatIn('over', { scenario: halting })
    await page.getByRole('checkbox', { name: 'Resume automatically' }).uncheck()
    await ask('Tell me')
    await turns.getByText('The first half is here.').waitFor()
    await page.getByRole('button', { name: 'Cut', exact: true }).click()
    await turns.getByText('The stream broke.').waitFor()
    await control('POST', 'clock', { advance: '20m' })
    await ask('Tell me more')
    await page.getByText('The turn has ended before this message.').waitFor()
    await turns.getByText('And here is the second half.').waitFor()
    await page.getByRole('button', { name: 'Ask', exact: true }).click()
    await turns.getByRole('article', { name: 'Question: Tell me more' }).waitFor()
    expect(complaints.filter(isUnexpected)).toEqual([])
  })

  it('the chat keeps a new conversation title in its field if it is refused, and says why', async () => {
    const { page, control } = await chatIn('kept')
    await page
      .getByRole('button', { name: /^Rename or delete/ })
      .first()
      .click()
    const title = page.getByRole('textbox', { name: 'Title' })
    await title.fill('A better title')
    const effect = { error: { code: 'internal_error' } }
    await control('POST', 'faults', { match: { endpoint: 'conversations.update' }, effect })
    await page.getByRole('button', { name: 'Rename', exact: true }).click()
    await page.getByRole('dialog').getByText('500 internal_error').waitFor()
    expect(await title.inputValue()).toBe('A better title')
  })

  it('the chat puts a refused message back into its field, before the text that was typed meanwhile', async () => {
    const { page, ask, turns } = await chatIn('typed', { scenario: halting })
    await ask('Tell me')
    await turns.getByText('The first half is here.').waitFor()
    const { promise, resolve: release } = Promise.withResolvers<void>()
    await routeOpenPage(page, /\/chat\/inject$/, async (route) => {
      await promise
      await route.fulfill({ status: 500, body: 'The gateway is tired.' })
    })
    await ask('Be brief')
    const message = page.getByLabel('Message to the running turn')
    await expect.poll(() => message.inputValue()).toBe('')
    await message.fill('And kind')
    release()
    await expect.poll(() => message.inputValue()).toBe('Be brief\nAnd kind')
  })

  it('the chat offers a new conversation if the open conversation no longer exists', async () => {
    const { page, ask, turns, control } = await chatIn('deleted', { scenario: halting })
    await page.getByRole('checkbox', { name: 'Resume automatically' }).uncheck()
    await ask('Tell me')
    await turns.getByText('The first half is here.').waitFor()
    await page.getByRole('button', { name: 'Cut', exact: true }).click()
    await turns.getByText('The stream broke.').waitFor()
    await control('DELETE', `records/conversations/${/conversation=([^&]+)/.exec(page.url())?.[1]}`)
    await page.getByRole('button', { name: 'Resume', exact: true }).click()
    await turns.getByText('This conversation no longer exists.').waitFor()
    await page.getByRole('button', { name: 'Ask again in a new conversation' }).click()
    await turns.getByText('The first half is here.').waitFor()
    expect(await turns.getByRole('article', { name: 'Question: Tell me' }).count()).toBe(1)
    expect(await turns.getByText('This conversation no longer exists.').count()).toBe(0)
  })

  it.runIf(isProving)(
    'every console page says that the server is gone, and continues when the server is back with new data',
    async () => {
      const first = await start('--json')
      const { url } = JSON.parse(first.output) as { readonly url: string }
      const browser = await openBrowser()
      onTestFinished(() => browser.close())
      const { page } = await browser.open(`${url}/#/chat`)
      await page.getByRole('button', { name: 'demo@example.com' }).click()
      const question = page.getByRole('textbox', { name: 'Question' })
      await question.fill('Where is my order?')
      await question.press('Enter')
      await page.getByText('The answer is complete.').waitFor({ state: 'attached' })
      const { page: stage } = await browser.open(page.url().replace('#/chat', '#/stage'))
      await stage.getByRole('button', { name: 'demo@example.com' }).click()
      await stage.getByText('The answer is complete.').waitFor({ state: 'attached' })
      await first.stop()
      await page.getByText('The server does not respond.').waitFor()
      await stage.getByText('The server does not respond.').waitFor()
      const second = await start('--json', '--port', new URL(url).port)
      onTestFinished(async () => void (await second.stop()))
      await page.getByText('The server is back.').waitFor()
      for (const each of [page, stage])
        await each.getByText('The conversation that was open here no longer exists.').waitFor()
      await question.fill('Where is my order?')
      await question.press('Enter')
      await page.getByText('The answer is complete.').waitFor({ state: 'attached' })
      expect(await page.getByText('The server does not respond.').count()).toBe(0)
    },
  )
})
