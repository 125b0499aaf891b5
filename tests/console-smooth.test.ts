import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { servedChat } from './console-chat-page.ts'
import { foundBrowser } from './find-browser.ts'

const chatIn = servedChat()

const paragraph = 'The **quick** brown fox jumps over the lazy dog, and `code` follows. '.repeat(8)
const part = (number: number) => `## Part ${number}\n\n${paragraph}\n\n- one *item*\n- two\n\n`

/** A script with an answer of so many kilobytes, one event for each word. */
const answerOf = (kilobytes: number) => ({
  name: `answer-of-${kilobytes}`,
  match: { endpoint: ['react', 'dag'], query: `kilobytes ${kilobytes}` },
  pace: { by: 'word', size: 1, every: 5 },
  script: [
    {
      answer: Array.from({ length: (kilobytes * 1000) / part(100).length }, (_, at) =>
        part(at),
      ).join(''),
    },
  ],
})

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

/** Measures what the browser does for the page from now on: seconds of tasks, and layouts. */
async function measure(page: Page) {
  // Its numbers begin with the session, so one session reads both.
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  const read = async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    const of = (wanted: string) => metrics.find(({ name }) => name === wanted)?.value ?? 0
    return { seconds: of('TaskDuration'), layouts: of('LayoutCount') }
  }
  const before = await read()
  return async () => {
    const after = await read()
    return { seconds: after.seconds - before.seconds, layouts: after.layouts - before.layouts }
  }
}

async function openFast(world: string, kilobytes: number) {
  const chat = await chatIn(world, { scenario: answerOf(kilobytes) })
  await chat.control('POST', 'director', { speed: 'max' })
  const { page } = chat
  return {
    ...chat,
    /** Asks and waits for the whole answer. Resolves to the work that it took. */
    async read() {
      const spent = await measure(page)
      await chat.ask(`kilobytes ${kilobytes}`)
      await page
        .getByText('The answer is complete.')
        .waitFor({ state: 'attached', timeout: 90_000 })
      return spent()
    },
  }
}

describe.skipIf(foundBrowser === undefined)('a fast stream', { timeout: 120_000 }, () => {
  it('a fast stream is rendered at most once per frame, with one forced layout, and its page stays small', async () => {
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

  it('a long answer costs the page no more per character than a short one', async () => {
    const seconds = []
    for (const kilobytes of [5, 200]) {
      const { read, page } = await openFast(`cost-${kilobytes}`, kilobytes)
      seconds.push((await read()).seconds / kilobytes)
      await page.close()
    }
    const [short = 0, long = 0] = seconds
    expect(long).toBeLessThan(short * 1.5)
  })
})
