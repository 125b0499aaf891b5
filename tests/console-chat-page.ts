import type { BrowserContextOptions } from 'playwright'
import { afterAll, beforeAll } from 'vitest'
import { foundBrowser } from './find-browser.ts'
import { openBrowser } from './open-browser.ts'
import { type Ready, start } from './start-serve.ts'

/** Options for opening a chat. */
export type ChatSetting = {
  readonly context?: BrowserContextOptions
  /** The URL of a proxy in front of the server, if any. */
  readonly at?: (server: string) => Promise<string>
  /** A scenario that takes precedence over all others. */
  readonly scenario?: object
  /** Changes the world before the page is opened. */
  readonly prepare?: (control: Steer) => Promise<unknown>
}

/** Calls the control API of a world. Throws an error with its message if it refuses. */
export type Steer = (method: string, path: string, body?: unknown) => Promise<unknown>

/** Starts a server for a test file; returns a function that opens its chat in a new world. */
export function servedChat() {
  const server = { url: '', stop: async () => 0 }
  let browser: Awaited<ReturnType<typeof openBrowser>> | undefined

  beforeAll(async () => {
    const { output, stop } = await start('--json')
    Object.assign(server, { url: (JSON.parse(output) as Ready).url, stop })
    if (foundBrowser !== undefined) browser = await openBrowser()
  }, 60_000)
  afterAll(async () => {
    await browser?.close()
    await server.stop()
  })

  const steer =
    (world: string): Steer =>
    async (method, path, body) => {
      const response = await fetch(`${server.url}/w/${world}/__control/${path}`, {
        method,
        ...(body !== undefined && {
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }),
      })
      const text = await response.text()
      if (!response.ok) throw new Error(text)
      return text === '' ? undefined : JSON.parse(text)
    }

  return async function chatIn(world: string, setting: ChatSetting = {}) {
    if (browser === undefined) throw new Error('There is no browser.')
    const { context, scenario, prepare, at } = setting
    const control = steer(world)
    if (scenario !== undefined) await control('POST', 'scenarios', scenario)
    await prepare?.(control)
    const url = at === undefined ? server.url : await at(server.url)
    const opened = await browser.open(`${url}/#/chat?world=${world}`, context)
    const { page } = opened
    await page.getByRole('button', { name: 'demo@example.com' }).click()
    const question = page.getByRole('textbox', { name: /^(Question|Message to the running turn)/ })
    await question.waitFor()
    return {
      ...opened,
      url,
      control,
      async ask(text: string) {
        await question.fill(text)
        await question.press('Enter')
      },
      events: page.getByRole('region', { name: 'Events' }),
      turns: page.getByRole('region', { name: 'Turns' }),
    }
  }
}
