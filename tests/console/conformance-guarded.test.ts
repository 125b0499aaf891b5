import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { flawsOf } from './screens.ts'
import { foundBrowser } from '../support/find-browser.ts'
import { type OpenBrowser, openBrowser } from '../support/open-browser.ts'
import { prefixProxy } from '../support/prefix-proxy.ts'
import { type Ready, start } from '../support/start-serve.ts'

describe.skipIf(foundBrowser === undefined)(
  'the conformance page of a server with a token, below a path of a proxy',
  { timeout: 180_000 },
  () => {
    let proxy: Awaited<ReturnType<typeof prefixProxy>>
    let browser: OpenBrowser
    let stop: () => Promise<number>
    beforeAll(async () => {
      const started = await start('--json', '--control-token', 'a-token')
      stop = started.stop
      proxy = await prefixProxy((JSON.parse(started.output) as Ready).url, '/demo')
      browser = await openBrowser()
    })
    afterAll(async () => {
      await browser.close()
      await proxy.close()
      await stop()
    })

    it('the conformance page is locked without the control token, and shows the report once the token is given', async () => {
      const opened = await browser.open(`${proxy.url}/#/judge`)
      const { page, requests } = opened
      await page.getByRole('textbox', { name: 'Control token' }).fill('a-token')
      expect(await page.getByRole('radio').count()).toBe(0)
      await page.getByRole('button', { name: 'Unlock' }).click()
      await page.getByRole('button', { name: 'Run smoke' }).click()
      await page.getByText('99 of 99 checks', { exact: true }).waitFor({ timeout: 60_000 })
      const saved = page.waitForEvent('download')
      await page.getByRole('button', { name: 'JSON', exact: true }).click()
      expect((await saved).suggestedFilename()).toBe('conformance-smoke.json')
      expect(requests.filter((url) => /token/.test(url))).toEqual([])
      expect(await flawsOf(opened)).toEqual([])
    })

    it('the report of a conformance run opens by its URL without the token', async () => {
      const begun = await fetch(`${proxy.url}/__control/conformance`, {
        method: 'POST',
        headers: { authorization: 'Bearer a-token', 'content-type': 'application/json' },
        body: '{"plan":"smoke"}',
      })
      const { id } = (await begun.json()) as { id: string }
      const address = `${proxy.url}/console/report-${id}.html`
      await expect.poll(async () => (await fetch(address)).status, { timeout: 60_000 }).toBe(200)
      const handed = await browser.open(address)
      await handed.page.getByRole('searchbox').fill('lists.')
      await handed.page.getByText(/^\d\d? of 99 checks$/).waitFor()
      expect(await handed.page.evaluate('window.origin')).toBe('null')
      expect(handed.complaints).toEqual([])
    })
  },
)
