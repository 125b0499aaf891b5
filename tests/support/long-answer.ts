import type { Page } from 'playwright'
import type { openChat, Steer } from './open-chat.ts'

const paragraph = 'The **quick** brown fox jumps over the lazy dog, and `code` follows. '.repeat(8)
const part = (number: number) => `## Part ${number}\n\n${paragraph}\n\n- one *item*\n- two\n\n`

/** A script with an answer of `kilobytes`, one event per word and pause. */
export const answerOf = (kilobytes: number, every = 5) => ({
  name: `answer-of-${kilobytes}`,
  match: { endpoint: ['react', 'dag'], query: `kilobytes ${kilobytes}` },
  pace: { by: 'word', size: 1, every },
  script: [
    {
      answer: Array.from({ length: (kilobytes * 1000) / part(100).length }, (_, at) =>
        part(at),
      ).join(''),
    },
  ],
})

/** Plays all turns of the world without waiting. */
export const playFast = (control: Steer) => control('POST', 'director', { speed: 'max' })

/** Measures the work of the browser for the page: CPU seconds of its main thread, and layouts. */
async function measure(page: Page) {
  // The counters start with the session, so one session reads both values.
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
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

/** Not a locator: its repeated search would count as work of the page. */
const drawnAnswer = `new Promise((resolve, reject) => {
  const late = setTimeout(() => reject(new Error('The answer did not end within 90 s.')), 90_000)
  const status = document.querySelector('.turns > [role=status]')
  const blocks = document.querySelector('.turns').getElementsByClassName('block')
  const drawn = (before) =>
    blocks.length === before
      ? resolve(clearTimeout(late))
      : requestAnimationFrame(() => requestAnimationFrame(drawn.bind(undefined, blocks.length)))
  const observer = new MutationObserver(look)
  observer.observe(status, { childList: true, characterData: true, subtree: true })
  function look() {
    if (!status.textContent.includes('The answer is complete.')) return
    observer.disconnect()
    drawn(-1)
  }
  look()
})`

/** Waits until the answer is complete and drawn. */
export const untilDrawn = (page: Page) => page.evaluate(drawnAnswer)

/** Asks a question and waits for the whole answer. Resolves to the measured work. */
export async function readAnswer(
  { page, ask }: Pick<Awaited<ReturnType<typeof openChat>>, 'page' | 'ask'>,
  kilobytes: number,
) {
  const spent = await measure(page)
  await ask(`kilobytes ${kilobytes}`)
  await untilDrawn(page)
  return spent()
}
