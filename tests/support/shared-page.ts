import type { Browser, BrowserContext, CDPSession, Page } from 'playwright'

/** A page for consecutive tests; `take` opens it and `giveBack` resets it. */
export type SharedPage = {
  readonly context: BrowserContext
  readonly page: Page
  readonly session: CDPSession
}

const listened = [
  'console',
  'dialog',
  'download',
  'framenavigated',
  'load',
  'pageerror',
  'popup',
  'request',
  'requestfailed',
  'requestfinished',
  'response',
] as const

const defaults = { width: 1280, height: 720 }

/**
 * Idle pages of a browser for the next test. A new context starts a process and compiles the
 * console again: 1.05 seconds of CPU for each page, and 0.5 with a shared page.
 */
export function sharedPages(browser: Browser) {
  const idle: SharedPage[] = []
  return {
    /** Returns a page without history, storage and cookies, for one test at a time. */
    async take(): Promise<SharedPage> {
      return idle.pop() ?? opened(browser)
    },
    /** Resets the page for the next test, or closes it if that fails. */
    async giveBack(shared: SharedPage): Promise<void> {
      if (await cleaned(shared)) idle.push(shared)
      else await shared.context.close()
    },
  }
}

async function opened(browser: Browser): Promise<SharedPage> {
  const context = await browser.newContext({ viewport: defaults })
  const page = await context.newPage()
  // Changes that Playwright cannot undo would affect the next test.
  for (const name of ['addInitScript', 'exposeFunction', 'exposeBinding'] as const)
    for (const target of [page, context]) Object.assign(target, { [name]: refuse(name) })
  Object.assign(page.clock, { install: refuse('clock.install') })
  return { context, page, session: await context.newCDPSession(page) }
}

const refuse = (name: string) => () => {
  throw new Error(`${name} stays on a shared page: open yours with options, such as {}.`)
}

async function cleaned({ context, page, session }: SharedPage): Promise<boolean> {
  try {
    for (const event of listened) page.removeAllListeners(event)
    await Promise.all(context.pages().map((other) => other !== page && other.close()))
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await context.unrouteAll({ behavior: 'ignoreErrors' })
    await context.setOffline(false)
    const { origin } = new URL(page.url())
    await page.evaluate('try { sessionStorage.clear() } catch {}')
    await page.goto('about:blank')
    await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' })
    await session.send('Page.resetNavigationHistory')
    await context.clearCookies()
    await context.clearPermissions()
    await page.setViewportSize(defaults)
    await page.emulateMedia({
      media: null,
      colorScheme: 'light',
      reducedMotion: 'no-preference',
      forcedColors: 'none',
      contrast: 'no-preference',
    })
    page.setDefaultTimeout(100_000)
    return true
  } catch {
    // Such as a closed page, or a page with a `beforeunload` dialog.
    return false
  }
}
