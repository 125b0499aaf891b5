import { setTimeout } from 'node:timers/promises'
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright'
import { findWholeBrowser, foundBrowser } from './find-browser.ts'
import { isProving, sampleSeed } from './proving.ts'
import { seeded } from './seeded.ts'
import { type SharedPage, sharedPages } from './shared-page.ts'

/** A page, with its requests and errors. */
export type OpenPage = {
  readonly page: Page
  /** URLs that the page requested. */
  readonly requests: readonly string[]
  /** Console warnings and errors with their URL, and uncaught exceptions. */
  readonly complaints: readonly string[]
}

type BrowserOptions = {
  /** Host names of this machine. */
  readonly hosts?: readonly string[]
  /** Whether `npm run prove` uses a full Chromium, because a test uses Tab. */
  readonly isWhole?: boolean
  readonly flags?: readonly string[]
}

/** Opens a browser for the tests of a file. */
export type OpenBrowser = ReturnType<typeof withPages>

/** The browsers of this process, by their options; each takes a third of a second to start. */
const running = new Map<string, Promise<Browser>>()

/** The pages of each browser that wait for the next test. */
const pagesOf = new WeakMap<Browser, ReturnType<typeof sharedPages>>()

/** Starts Chromium, shared by the test files of a process. */
export async function openBrowser(options: BrowserOptions = {}): Promise<OpenBrowser> {
  const launchOptions = await launchOptionsOf(options)
  const name = JSON.stringify(launchOptions)
  // Vitest ends its processes by this signal.
  if (running.size === 0) process.once('SIGTERM', () => void endBrowsers())
  const browser = running.get(name) ?? chromium.launch(launchOptions)
  running.set(name, browser)
  return withPages(await browser)
}

async function endBrowsers(): Promise<void> {
  await Promise.all(Array.from(running.values(), async (browser) => (await browser).close()))
  process.exit()
}

/** Starts a Chromium of this machine for a script; `end` ends it. */
export async function launchBrowser(options: BrowserOptions = {}) {
  const browser = await chromium.launch(await launchOptionsOf(options))
  return { ...withPages(browser), end: () => browser.close() }
}

async function launchOptionsOf({ hosts = [], isWhole = false, flags = [] }: BrowserOptions) {
  const found = isWhole ? await findWholeBrowser() : foundBrowser
  const rules = hosts.map((host) => `MAP ${host} 127.0.0.1`).join(', ')
  const args = rules === '' ? [] : [`--host-resolver-rules=${rules}`]
  return {
    ...found,
    args: [...(found?.args ?? []), ...args, ...flags],
    handleSIGTERM: false,
  }
}

function withPages(browser: Browser) {
  const contexts = new Set<BrowserContext>()
  const lent = new Set<SharedPage>()
  const shared = pagesOf.get(browser) ?? sharedPages(browser)
  pagesOf.set(browser, shared)
  /** A new browser context with separate storage. */
  async function newContext(options?: BrowserContextOptions): Promise<BrowserContext> {
    const context = await browser.newContext(options)
    contexts.add(context)
    // A recording has the bodies of routed requests, which other requests lack.
    if (isProving && options?.recordHar === undefined) await delayCalls(context)
    return context
  }
  async function borrow(): Promise<Page> {
    const taken = await shared.take()
    lent.add(taken)
    if (isProving) await delayCalls(taken.context)
    return taken.page
  }
  return {
    newContext,
    /**
     * Opens a page. Without options, it reuses a page of earlier tests in a clean state. With
     * options (also `{}`), it opens a new browser context.
     */
    async open(url: string, options?: BrowserContextOptions): Promise<OpenPage> {
      const opened = watched(
        options === undefined ? await borrow() : await (await newContext(options)).newPage(),
      )
      await opened.page.goto(url)
      return opened
    },
    /** Closes the pages that were opened here. */
    async close(): Promise<void> {
      const closing = Array.from(contexts, (context) => context.close())
      await Promise.all([...closing, ...Array.from(lent, (page) => shared.giveBack(page))])
      contexts.clear()
      lent.clear()
    },
  }
}

/** The longest delay of a call, in milliseconds. */
const longestDelay = 400

/** Delays calls of pages randomly, as on a slow network: no page may rely on their order. */
async function delayCalls(context: BrowserContext): Promise<void> {
  const draw = seeded(sampleSeed)
  await context.route('**/*', async (route) => {
    if (['fetch', 'xhr'].includes(route.request().resourceType()))
      await setTimeout(draw(longestDelay))
    // A closed page does not wait.
    await route.continue().catch(() => undefined)
  })
}

export function watched(page: Page): OpenPage {
  const requests: string[] = []
  const complaints: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()))
      complaints.push(`${message.text()} ${message.location().url}`)
  })
  return { page, requests, complaints }
}
