import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { launchBrowser } from '../../../tests/support/open-browser.ts'
import { harEntry, harText } from '../../../tests/support/record-har.ts'
import { traceTasks } from '../main-thread.ts'
import type { Measurement } from '../measure.ts'
import { tableOf } from '../measure.ts'
import type { ServerProcess } from '../process.ts'
import { median, runRounds } from '../statistics.ts'

type Result = { readonly longest: number; readonly nodes: number; readonly megabytes: number }

type Subject = {
  readonly name: string
  /** Prepares a world, and returns the actions in the page that are measured. */
  readonly prepare: (world: string) => Promise<(page: Page) => Promise<unknown>>
}

/** The bounds of a page: CPU time of its longest task in ms, number of elements, heap in MB. */
const bounds = { longest: 100, nodes: 4000, megabytes: 100 }

type Token = { readonly access_token: string }

const callCount = 10_000
const turnCount = 200

/** Measures pages of the console with the data of a long working day. */
export async function measureConsolePages(
  server: ServerProcess,
  folder: string,
  rounds: number,
): Promise<Measurement> {
  const inWorld = (world: string) => async (path: string, body?: object, token?: string) => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
    const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
    const response = await fetch(`${server.url}/w/${world}${path}`, { headers, ...init })
    return response.text()
  }
  const subjects: readonly Subject[] = [
    {
      name: `journal, ${callCount.toLocaleString('en')} calls arrive`,
      prepare: (world) => {
        const call = inWorld(world)
        return Promise.resolve(async (page) => {
          await page.goto(`${server.url}/#/journal?world=${world}`)
          await page.getByText('live', { exact: true }).waitFor()
          for (let made = 0; made < callCount; made += 20)
            await Promise.all(Array.from({ length: 20 }, () => call('/api/version')))
          await page.locator(`[data-number="${callCount}"]`).waitFor()
        })
      },
    },
    {
      name: 'a recording of 50 MB',
      prepare: () => {
        const path = join(folder, 'large.har')
        writeFileSync(path, largeRecording())
        return Promise.resolve(async (page) => {
          await page.goto(`${server.url}/#/traffic`)
          await page.locator('input[type=file]').setInputFiles(path)
          await page.getByRole('link', { name: /^Exchanges/ }).click()
          await page.locator('[role=option]').first().waitFor()
        })
      },
    },
    {
      name: `a conversation of ${turnCount} turns`,
      prepare: async (world) => {
        const call = inWorld(world)
        await call('/__control/director', { speed: 'max' })
        const account = { email: 'demo@example.com', password: 'demo-password' }
        const { access_token: token } = JSON.parse(await call('/api/auth/login', account)) as Token
        const created = await call('/api/conversations', {}, token)
        const { data } = JSON.parse(created) as { data: { id: string } }
        for (let turn = 1; turn <= turnCount; turn++)
          await call('/api/react', { q: 'Where is my order?', conversation_id: data.id }, token)
        return async (page) => {
          await page.goto(`${server.url}/#/chat?world=${world}&conversation=${data.id}`)
          const signIn = page.getByRole('button', { name: 'demo@example.com' })
          await signIn.click()
          await page
            .getByRole('region', { name: 'Turns' })
            .getByText('Where is my order?')
            .last()
            .waitFor()
        }
      },
    },
  ]
  // A separate browser, so that pages of other measurements do not count in the heap.
  const browser = await launchBrowser()
  const read = async ({ name, prepare }: Subject, round: number): Promise<Result> => {
    const act = await prepare(`${name.replaceAll(/\W+/g, '-').slice(0, 30)}-${round}`)
    const { page } = await browser.open(`${server.url}/console.txt`, {})
    page.setDefaultTimeout(120_000)
    try {
      const stopTrace = await traceTasks(page)
      await act(page)
      const tasks = await stopTrace()
      return { longest: Math.max(...tasks.map(({ cpuMs }) => cpuMs)), ...(await sizeOf(page)) }
    } finally {
      await page.context().close()
    }
  }
  try {
    const results = await runRounds(rounds, subjects, read)
    const figures = [
      ['longest task, CPU ms', 'longest'],
      ['elements', 'nodes'],
      ['heap MB', 'megabytes'],
    ] as const
    return {
      title: 'Pages',
      about:
        'A page of the console from its first request until it shows all: the longest task of its main thread, and its elements and heap after a collection of garbage.',
      ...tableOf(
        results,
        figures.map(([title, field]) => ({ title, figure: (result: Result) => result[field] })),
      ),
      bounds: [...results].flatMap(([name, own]) =>
        figures.map(([title, field]) => ({
          text: `${title}, ${name}`,
          value: median(own.map((result) => result[field])),
          limit: { atMost: bounds[field] },
        })),
      ),
    }
  } finally {
    await browser.end()
  }
}

async function sizeOf(page: Page): Promise<Omit<Result, 'longest'>> {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  const nodes = await page.evaluate<number>('document.querySelectorAll("*").length')
  return { nodes, megabytes: usedSize / 1e6 }
}

/** A recording of 10,000 calls of a list, each with a different body of 5 KB. */
function largeRecording(): string {
  const filler = randomBytes(3750).toString('base64')
  const entries = Array.from({ length: callCount }, (_, at) => {
    const text = JSON.stringify({ items: [{ id: `${at}`, description: filler }], total: 1 })
    const content = { size: text.length, mimeType: 'application/json', text }
    const startedDateTime = new Date(Date.UTC(2026, 10, 22) + at * 1000).toISOString()
    return harEntry({ content, startedDateTime })
  })
  return harText(entries)
}
