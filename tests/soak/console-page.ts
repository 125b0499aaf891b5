import type { Page } from 'playwright'
import { foundBrowser } from '../support/find-browser.ts'
import { playFast, untilDrawn } from '../support/long-answer.ts'
import { launchBrowser } from '../support/open-browser.ts'
import { openChat } from '../support/open-chat.ts'
import { median } from '../../tools/bench/statistics.ts'
import { startServer } from '../../tools/bench/process.ts'
import { understudy } from '../../tools/bench/servers/understudy.ts'

/**
 * The heap holds code, too: V8 compiles more functions for hundreds of turns. Without its compilers,
 * the heap of a page without a leak stays the same.
 */
const withoutCompilers = ['--js-flags=--no-sparkplug,--no-maglev,--no-opt']

/** The memory of a console page after a garbage collection. */
type Held = { readonly turns: number; readonly heap: number; readonly nodes: number }

type PageSoakOptions = {
  readonly turns: number
  /** The number of turns after which a new conversation begins. */
  readonly each: number
  /** Bytes of each turn to keep on purpose, to test that a leak is found. */
  readonly leak: number
  /** Called for each measurement. */
  readonly onLook: (held: Held) => void
}

const looks = 10

/**
 * The factor by which heap and DOM nodes may grow between the second and the last third of the turns.
 * The texts of one long conversation stay in the heap.
 */
const mostGrowth = { conversations: 1.02, conversation: 1.1, nodes: 1.05 }

const scenario = {
  name: 'page-soak',
  match: { endpoint: ['react', 'dag'], query: ['soak'] },
  script: [{ answer: 'Some **words** of an answer, with `code`.\n\n'.repeat(200) }],
}

/** Plays turns in one page of the console, and compares its memory early and late. */
export async function soakPage({
  turns,
  each,
  leak,
  onLook,
}: PageSoakOptions): Promise<readonly string[]> {
  if (foundBrowser === undefined) return ['This needs a Chromium: see above.']
  const server = await startServer(understudy({ folder: '' }).start)
  const browser = await launchBrowser({ flags: withoutCompilers })
  const held: Held[] = []
  // Between conversations, the page always has the same content.
  const isOne = each >= turns
  const unit = isOne ? 1 : each
  const interval = Math.ceil(turns / looks / unit) * unit
  try {
    const setting = { scenario, prepare: playFast }
    const { page } = await openChat(browser, server.url, 'soak', setting)
    const begin = async () => {
      await page.getByRole('button', { name: 'New', exact: true }).click()
      await page.getByText('What would you like to ask?').waitFor()
    }
    const session = await page.context().newCDPSession(page)
    await session.send('Performance.enable')
    for (let turn = 1; turn <= turns; turn++) {
      await setQuestion(page, `soak ${turn}`)
      await page.keyboard.press('Enter')
      await page.locator(`article[aria-label="Question: soak ${turn}"]`).waitFor()
      await untilDrawn(page)
      if (leak > 0)
        await page.evaluate(`(globalThis.leaked ??= []).push(Array(${leak >> 2}).fill(0))`)
      if (!isOne && turn % each === 0) await begin()
      if (turn % interval !== 0) continue
      // Removed elements are only freed after the next rendered frame.
      for (let collection = 0; collection < 3; collection++) {
        await page.evaluate(
          'new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)))',
        )
        await session.send('HeapProfiler.collectGarbage')
      }
      const { metrics } = await session.send('Performance.getMetrics')
      const of = (wanted: string) => metrics.find(({ name }) => name === wanted)?.value ?? 0
      const now = { turns: turn, heap: of('JSHeapUsedSize'), nodes: of('Nodes') }
      held.push(now)
      onLook(now)
    }
  } finally {
    await browser.end()
    await server.stop()
  }
  const most = {
    heap: isOne ? mostGrowth.conversation : mostGrowth.conversations,
    nodes: mostGrowth.nodes,
  }
  return (['heap', 'nodes'] as const).flatMap((kind) => {
    const growth = growthOf(held.map((now) => now[kind]))
    if (growth <= most[kind]) return []
    return [`The ${kind} of the page grew to ${growth.toFixed(2)} times its size.`]
  })
}

/** The median of the last third, divided by the median of the second; the first is the warm-up. */
function growthOf(values: readonly number[]): number {
  const third = Math.floor(values.length / 3)
  return median(values.slice(-third)) / median(values.slice(third, 2 * third))
}

/** Sets the question by script: the undo history of typed text would keep nodes. */
const setQuestion = (page: Page, text: string) =>
  page.evaluate(`{
    const field = document.querySelector('.composer textarea')
    field.focus()
    field.value = ${JSON.stringify(text)}
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }`)
