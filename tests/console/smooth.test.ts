import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { servedChat } from './chat-page.ts'
import { foundBrowser } from '../support/find-browser.ts'
import { answerOf, playFast, readAnswer, untilDrawn } from '../support/long-answer.ts'

const chatIn = servedChat()

/** Counts frames of the browser, and how often the page renders in them. */
const count = (page: Page) =>
  page.evaluate(`{
    const tally = (globalThis.tally = { frames: 0, renders: 0 })
    const frame = () => { tally.frames++; requestAnimationFrame(frame) }
    requestAnimationFrame(frame)
    new MutationObserver(() => tally.renders++)
      .observe(document.querySelector('.turns'), { childList: true, subtree: true, characterData: true })
  }`)

type Tally = { readonly frames: number; readonly renders: number }

async function openFast(world: string, kilobytes: number) {
  const chat = await chatIn(world, { scenario: answerOf(kilobytes), prepare: playFast })
  return { ...chat, read: () => readAnswer(chat, kilobytes) }
}

describe.skipIf(foundBrowser === undefined)('a fast stream', { timeout: 180_000 }, () => {
  it('the chat renders a fast stream at most once per frame, with one layout, and keeps its page small', async () => {
    const { page, read, turns, events, complaints } = await openFast('smooth', 100)
    await count(page)
    const { layouts } = await read()
    const { frames, renders } = await page.evaluate<Tally>('tally')
    expect(layouts).toBeGreaterThan(1)
    // The question, the first event and the end are rendered when they come.
    expect(renders).toBeLessThanOrEqual(frames + 5)
    // Scrolling to the end needs a layout, which the browser then uses to draw the frame.
    expect(layouts).toBeLessThanOrEqual(2 * frames + 5)
    expect(await turns.innerText()).toContain('Part 100')
    expect(await events.getByRole('group').count()).toBeLessThan(200)
    expect(await events.locator('*').count()).toBeLessThan(2000)
    await events.evaluate((element) => {
      element.scrollTop = 0
    })
    await events.getByText('POST /api/auto').waitFor()
    expect(complaints).toEqual([])
  })

  it('the chat follows an answer with a word every 20 ms a few times a second, and not with each word', async () => {
    const scenario = answerOf(2, 20)
    const { page, ask, complaints } = await chatIn('rests', { scenario })
    await ask('kilobytes 2')
    await page.getByText('Part 0').waitFor()
    await count(page)
    await untilDrawn(page)
    const { renders } = await page.evaluate<Tally>('tally')
    const words = scenario.script[0]?.answer.split(' ').length ?? 0
    expect(renders).toBeGreaterThan(1)
    expect(renders * 2).toBeLessThan(words)
    expect(complaints).toEqual([])
  })
})
