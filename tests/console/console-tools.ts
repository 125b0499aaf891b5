import type { BrowserContextOptions, Page, Route } from 'playwright'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import {
  type WorldControlClient,
  createWorldControlClient,
} from '../../testing/world-control-client.ts'
import { foundBrowser } from '../support/find-browser.ts'
import { type OpenBrowser, type OpenPage, openBrowser } from '../support/open-browser.ts'
import { type Ready, start } from '../support/start-serve.ts'

/** A server with its console for the tests of one file, each in a separate world. */
export function useConsole(speed: '1' | 'max' = 'max') {
  let server: { readonly ready: Ready; stop(): Promise<number> }
  let browser: OpenBrowser
  let whole: OpenBrowser | undefined
  beforeAll(async () => {
    if (foundBrowser === undefined) return
    const { output, stop } = await start('--json', '--speed', speed)
    server = { ready: JSON.parse(output) as Ready, stop }
    browser = await openBrowser()
  })
  afterEach(() => Promise.all([browser.close(), whole?.close()]))
  afterAll(() => server?.stop())
  function addressOf(path: string, world: string): string {
    const [route = '', query = ''] = path.split('?')
    const params = new URLSearchParams([['world', world], ...new URLSearchParams(query)])
    return `${server.ready.url}/#/${route}?${params}`
  }
  async function visitIn(
    { open }: OpenBrowser,
    path: string,
    world: string,
    options?: BrowserContextOptions,
  ): Promise<OpenPage> {
    const opened = await open(addressOf(path, world), options)
    // Shorter than the timeout of a test, so that the error names the missing element.
    opened.page.setDefaultTimeout(100_000)
    return opened
  }
  return {
    addressOf,
    /** Opens a path of the console, such as `journal?call=1`, in a world. */
    visit: (path: string, world: string, options?: BrowserContextOptions) =>
      visitIn(browser, path, world, options),
    /** Like `visit`, but in the browser for tests of the keyboard. */
    async visitWhole(
      path: string,
      world: string,
      options?: BrowserContextOptions,
    ): Promise<OpenPage> {
      whole ??= await openBrowser({ isWhole: true })
      return visitIn(whole, path, world, options)
    },
    /** Controls a world independently of the page. */
    world: (name: string): WorldControlClient =>
      createWorldControlClient({ url: server.ready.url, fetch }, name),
    /** Calls the platform in a world, like another client. */
    call: (world: string, path: string, init?: RequestInit): Promise<Response> =>
      fetch(`${server.ready.url}/w/${world}${path}`, init),
  }
}

/**
 * Routes calls of a page that is already open, from its next call on. Chromium confirms a route
 * before the page knows it, so that without the probes here a call could still pass.
 */
export async function routeOpenPage(
  page: Page,
  path: RegExp,
  handle: (route: Route) => unknown,
  options?: { readonly times: number },
): Promise<void> {
  await page.route(path, handle, options)
  let probes = 0
  const probePath = /\?route-probe$/
  await page.route(probePath, async (route) => {
    probes++
    await route.fulfill({ status: 204 })
  })
  await expect
    .poll(async () => {
      await page.evaluate("fetch('?route-probe')")
      return probes
    })
    .toBeGreaterThan(0)
  await page.unroute(probePath)
}

/** The text of the element with the focus, or of the whole page if no element has the focus. */
export const focusedText = (page: Page) =>
  page.evaluate<string>('document.activeElement.textContent')

/** Polls the state of a page now, as when its user comes back to it. */
export const lookAgain = (page: Page) =>
  page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")

/** The table row that contains a text. */
export const rowWith = (page: Page, caption: string, text: string) =>
  page.getByRole('region', { name: caption }).locator('tbody tr').filter({ hasText: text })

/** The row of the list of calls that contains a text. */
export const callWith = (page: Page, text: string) =>
  page
    .getByRole('listbox', { name: /^Calls/ })
    .getByRole('option')
    .filter({ hasText: text })

/** The row of the list of calls with a number. */
export const callNumber = (page: Page, number: number) =>
  page.getByRole('listbox', { name: /^Calls/ }).locator(`[data-number="${number}"]`)

/** Hostile input that runs code if the page does not treat it as text. */
export const hostileText = `<img src=x onerror="window.hurt=1"><script>window.hurt=1</script>`

/** Whether a hostile text was run. */
export const isHurt = (page: Page) => page.evaluate<boolean>('window.hurt === 1')
