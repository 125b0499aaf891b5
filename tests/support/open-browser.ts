import { type BrowserContextOptions, chromium, type Page } from 'playwright'
import { findWholeBrowser, foundBrowser } from './find-browser.ts'

/** A page, with its requests and errors. */
export type OpenPage = {
  readonly page: Page
  /** URLs that the page requested. */
  readonly requests: readonly string[]
  /** Console warnings and errors, and uncaught exceptions. */
  readonly complaints: readonly string[]
}

type BrowserOptions = {
  /** Names that are this machine. */
  readonly hosts?: readonly string[]
  /** Whether `npm run prove` takes a whole Chromium, because a test uses Tab. */
  readonly isWhole?: boolean
  /** More flags of Chromium. */
  readonly flags?: readonly string[]
}

/** Starts the Chromium of this machine; it ends with `close`. */
export async function openBrowser({
  hosts = [],
  isWhole = false,
  flags = [],
}: BrowserOptions = {}) {
  const found = isWhole ? await findWholeBrowser() : foundBrowser
  const rules = hosts.map((host) => `MAP ${host} 127.0.0.1`).join(', ')
  const args = rules === '' ? [] : [`--host-resolver-rules=${rules}`]
  const browser = await chromium.launch({
    ...found,
    args: [...(found?.args ?? []), ...args, ...flags],
  })
  return {
    /** A new browser context with separate storage. */
    newContext: (options?: BrowserContextOptions) => browser.newContext(options),
    /** Opens a page in a new browser context. */
    async open(url: string, options?: BrowserContextOptions): Promise<OpenPage> {
      const opened = watched(await (await browser.newContext(options)).newPage())
      await opened.page.goto(url)
      return opened
    },
    /** Closes all pages, which would otherwise cost time until the browser ends. */
    async closePages(): Promise<void> {
      await Promise.all(browser.contexts().map((context) => context.close()))
    },
    close: () => browser.close(),
  }
}

/** Records requests and errors of a page from now on. */
export function watched(page: Page): OpenPage {
  const requests: string[] = []
  const complaints: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
  })
  return { page, requests, complaints }
}
