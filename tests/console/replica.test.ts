import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { flawsOf } from './screens.ts'
import { foundBrowser } from '../support/find-browser.ts'
import { type OpenBrowser, openBrowser } from '../support/open-browser.ts'
import { type Ready, start } from '../support/start-serve.ts'

describe.skipIf(foundBrowser === undefined)(
  'the console of a replica',
  { timeout: 180_000 },
  () => {
    let server: Awaited<ReturnType<typeof start>>
    let browser: OpenBrowser
    beforeAll(async () => {
      server = await start('--json', '--replica', 'east')
      browser = await openBrowser()
    })
    afterAll(async () => {
      await browser.close()
      await server.stop()
    })

    it('the console of a replica shows on which replica each world is', async () => {
      const { url } = JSON.parse(server.output) as Ready
      const opened = await browser.open(`${url}/#/state?world=red`)
      // The first request of the page creates the world.
      await opened.page.getByRole('table').first().waitFor()
      await opened.page.getByRole('button', { name: 'World: red. Switch' }).click()
      const table = opened.page.getByRole('table', { name: 'Worlds of this server' })
      const row = table.getByRole('row').filter({ hasText: 'red' })
      await row.getByRole('cell', { name: 'east' }).waitFor()
      expect(await table.getByRole('columnheader', { name: 'Replica' }).count()).toBe(1)
      expect(await flawsOf(opened)).toEqual([])
    })
  },
)
