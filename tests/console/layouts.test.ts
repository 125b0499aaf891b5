import { readFileSync, writeFileSync } from 'node:fs'
import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { differences, hiddenStops, type Layout, layoutOf, windows } from './layouts.ts'
import { flawsOf } from './screens.ts'
import { callWith, useConsole } from './console-tools.ts'
import { foundBrowser } from '../support/find-browser.ts'
import { drawn, isProving } from '../support/proving.ts'

const file = new URL('layouts.json', import.meta.url)
const stored = JSON.parse(readFileSync(file, 'utf8')) as Record<string, Layout>
/** `UNDERSTUDY_LAYOUTS=store` stores the layouts of this run. Look at the pages first. */
const isStoring = process.env['UNDERSTUDY_LAYOUTS'] === 'store'

/** Signs in, and asks a question whose answer has a table and suggestions. */
async function converse(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'demo@example.com' }).click()
  await page.getByText('What would you like to ask?').waitFor()
  await page.getByRole('textbox', { name: 'Question' }).fill('Where is my order?')
  await page.keyboard.press('Enter')
  await page.getByRole('group', { name: 'Suggested questions' }).last().waitFor()
}

/** For the path of each page, a function that waits until the page shows its content. */
const pages: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
  '': (page) => page.getByRole('region', { name: 'API keys', exact: true }).waitFor(),
  chat: async (page) => {
    await converse(page)
    const title = page.locator('.thread h2').filter({ hasText: 'Delivery of order FH-20417' })
    await title.waitFor({ state: 'attached' })
  },
  stage: converse,
  director: (page) => page.getByRole('radio').first().waitFor({ state: 'attached' }),
  state: (page) => page.getByRole('cell').first().waitFor(),
  journal: (page) => callWith(page, '').first().waitFor(),
  faults: (page) => page.getByText('No faults').waitFor(),
  clock: (page) => page.getByRole('cell').first().waitFor(),
  choices: (page) => page.getByText('What does an error body look like?').waitFor(),
  coverage: (page) => page.getByRole('cell').first().waitFor(),
  judge: (page) => page.getByRole('button', { name: 'Run smoke' }).waitFor(),
  traffic: (page) => page.locator('main h2').first().waitFor(),
  tolerance: async (page) => {
    await page.getByRole('button', { name: 'Look at an example' }).click()
    await page.getByRole('heading', { name: 'Not tolerated' }).waitFor()
  },
}

const all = Object.keys(pages).flatMap((path) => windows.map((window) => ({ path, ...window })))

describe.skipIf(foundBrowser === undefined)('the layout', { timeout: 180_000 }, () => {
  const { visitWhole, world, call } = useConsole()

  /*
   * Compares boxes, not pixels: the fonts, the smoothing and the form controls of each machine draw
   * other pixels, and a tolerance wide enough for them lets a lost column pass. A broken layout moves
   * a part, takes it away, or changes its width, and this is the same on all machines.
   */
  it.each(drawn(all, 1))(
    'the page #/$path keeps its stored layout, and no focusable element is hidden: $name',
    async ({ path, name, ...options }) => {
      const here = `layout-${path}-${options.viewport.width}`
      // A frozen clock stops all movement, and its dates are equally far from now on every day.
      await world(here).clock.freeze()
      await call(here, '/api/agents')
      const opened = await visitWhole(path, here, options)
      const { page } = opened
      await pages[path]?.(page)
      await page.getByText('clock frozen').or(page.locator('.stage')).first().waitFor()
      const layout = await layoutOf(page)
      const key = `${path || 'start'}, ${name}`
      if (isStoring) stored[key] = layout
      expect(differences(stored[key] ?? {}, layout)).toEqual([])
      // The tests of each page check flaws, too. Here axe only runs with `prove`, because it takes
      // seconds.
      expect(isProving ? await flawsOf(opened) : opened.complaints).toEqual([])
      expect(await hiddenStops(page)).toEqual([])
      if (isStoring) writeFileSync(file, `${JSON.stringify(stored)}\n`)
    },
  )
})
