import { afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { flawsOnScreens } from './screens.ts'
import { foundBrowser } from '../support/find-browser.ts'
import { type OpenBrowser, openBrowser } from '../support/open-browser.ts'
import { openProxy } from '../support/proxy.ts'
import { type Ready, start } from '../support/start-serve.ts'

/** Serves `upstream` below `/agents`, with and without a slash at its end. */
const openAgents = (upstream: () => string) =>
  openProxy({
    target: (asked) => {
      const [path = '', query] = asked.split('?')
      if (path !== '/agents' && !path.startsWith('/agents/')) return undefined
      return `${upstream()}${path.slice('/agents'.length) || '/'}${query ? `?${query}` : ''}`
    },
    hand(answered, outgoing) {
      outgoing.writeHead(answered.statusCode ?? 502, answered.headers)
      answered.pipe(outgoing)
    },
  })

describe.skipIf(foundBrowser === undefined)(
  'a demo server for visitors',
  { timeout: 180_000 },
  () => {
    let browser: OpenBrowser
    beforeAll(async () => {
      browser = await openBrowser()
    })
    afterEach(() => browser.close())

    it('a demo below a path works without a trailing slash, and a link with a script plays this script', async () => {
      let upstream = ''
      const proxy = await openAgents(() => upstream)
      onTestFinished(() => proxy.close())
      const { output, stop } = await start(
        '--json',
        '--demo',
        '--public-url',
        `${proxy.url}/agents`,
      )
      onTestFinished(async () => void (await stop()))
      upstream = (JSON.parse(output) as { listening: string }).listening
      const { page } = await browser.open(`${proxy.url}/agents#/chat?script=order-status`)
      await page
        .getByRole('group', { name: 'Users of this world' })
        .getByRole('button', { name: 'demo@example.com' })
        .click()
      const turns = page.getByRole('region', { name: 'Turns' })
      await turns.getByText('FH-20417').first().waitFor()
      expect(new URL(page.url()).pathname).toBe('/agents/')
      await page.getByRole('button', { name: 'Fold this banner' }).click()
      await page.reload()
      await page.getByRole('button', { name: 'Show what this demo is' }).waitFor()
      await page.getByRole('link', { name: 'Start', exact: true }).click()
      await page.getByRole('group', { name: 'Recent turns' }).getByRole('link').first().waitFor()
      await page.getByRole('button', { name: 'Take the tour' }).click()
      const tour = page.getByRole('region', { name: 'Tour' })
      await tour.getByText('1 of 3').waitFor()
      await tour.getByRole('button', { name: 'Next' }).click()
      await tour.getByText('2 of 3').waitFor()
    })

    it('if all worlds of a demo are in use, a new visitor gets a page that says so, without layout problems', async () => {
      const { output, stop } = await start('--json', '--demo', '--worlds', '1')
      onTestFinished(async () => void (await stop()))
      const { url } = JSON.parse(output) as Ready
      const first = await browser.open(`${url}/`)
      await first.page.getByRole('region', { name: 'Base URL' }).getByText(/\/w\//).waitFor()
      const { base_url: root } = await first.page.evaluate<{ base_url: string }>(
        `fetch('./__control/visitor').then((response) => response.json())`,
      )
      // A visitor who has called the platform is not replaced by another one.
      await fetch(new URL(`${root}/api/agents`, url))
      const second = await browser.open(`${url}/`, {})
      await second.page
        .getByRole('heading', { name: 'All worlds of this demo are in use' })
        .waitFor()
      expect((await fetch(url)).status).toBe(503)
      expect((await flawsOnScreens(second)).filter((flaw) => !flaw.includes('503'))).toEqual([])
      // The page tries again automatically, and keeps the address that the visitor wants.
      await second.page.clock.install()
      await second.page.goto(`${url}/?again#/chat`)
      const loaded = second.page.waitForEvent('load')
      await second.page.clock.runFor(20_000)
      await loaded
      expect(second.page.url()).toBe(`${url}/?again#/chat`)
    })
  },
)
