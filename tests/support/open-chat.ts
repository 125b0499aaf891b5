import type { BrowserContextOptions } from 'playwright'
import type { OpenBrowser } from './open-browser.ts'

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

/** Opens the chat of a server in a new world. */
export async function openChat(
  browser: Pick<OpenBrowser, 'open'>,
  server: string,
  world: string,
  { context, scenario, prepare, at }: ChatSetting = {},
) {
  const control: Steer = async (method, path, body) => {
    const response = await fetch(`${server}/w/${world}/__control/${path}`, {
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
  if (scenario !== undefined) await control('POST', 'scenarios', scenario)
  await prepare?.(control)
  const url = at === undefined ? server : await at(server)
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
