import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import type { FaultStatus } from '../../contract/control/worlds.ts'
import type { ToleranceReport } from '../../contract/tolerance-report.ts'
import { flawsOf, flawsOnScreens } from './screens.ts'
import { hostileText, isHurt, useConsole } from './console-tools.ts'
import { foundBrowser } from '../support/find-browser.ts'
import { temporaryFolder } from '../support/start-serve.ts'
import example from '../../console/pages/tolerance/example/report.json' with { type: 'json' }
import { shellClient, toleranceOf } from '../tolerance/session.ts'

const { folder } = temporaryFolder()
const naive = 'records.timestamps=naive'

/** Chooses a file in the page. */
async function choose(page: Page, name: string, content: string): Promise<void> {
  const path = join(folder.path, name)
  await writeFile(path, content)
  await page.locator('input[type=file]').setInputFiles(path)
}

const gridOf = (page: Page) => page.getByRole('grid', { name: 'Behaviours and tests' })
const nameOf = (page: Page, id: string) =>
  gridOf(page).getByRole('rowheader').filter({ hasText: id })

describe.skipIf(foundBrowser === undefined)('the tolerance page', { timeout: 60_000 }, () => {
  const { visit, visitWhole, world, call } = useConsole()

  it('a report of a session leads to a cell, and the cell to a world that plays it', async () => {
    const strict = `curl -s "$U/api/agents" -H "$A" | grep -q '"created_at":"[^"]*[Z0]"'`
    const made: ToleranceReport = await toleranceOf(shellClient(strict), {
      only: ['records.timestamps=*', 'fault:cut-between-events'],
      faults: true,
    })
    const { page, complaints } = await visit('tolerance', 'red')
    await choose(page, 'made.json', JSON.stringify(made))
    await page
      .getByText(/allowed behaviours that the tests reach are tolerated; 1 is not\./)
      .waitFor()
    await gridOf(page).getByRole('gridcell', { name: 'the command: fails' }).click()
    const details = page.getByRole('region', { name: naive })
    await details
      .getByText('GET /api/agents')
      .or(details.getByText('POST /api/auth/login'))
      .waitFor()
    await details.getByText('A tolerant client').waitFor()
    await details.getByRole('button', { name: 'Play it live' }).click()
    await page.getByText(`This world plays ${naive}`).waitFor()
    const played = 'records-timestamps-naive'
    const login = await call(played, '/api/auth/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'demo@example.com', password: 'demo-password' }),
    })
    expect(await login.text()).toMatch(/"privacy_accepted_at":"[\dT:.-]+"/)
    expect((await world(played).about()).profile).toBe(`documented with ${naive}`)

    // A second behaviour plays in a world of its own, and the chat shows what it does.
    await page.getByRole('link', { name: 'Back to the report' }).click()
    await page.getByRole('heading', { name: naive }).waitFor()
    await nameOf(page, 'fault:cut-between-events').click()
    await page.getByRole('button', { name: 'Play it live' }).click()
    await page.getByRole('button', { name: 'demo@example.com', exact: true }).click()
    await page.locator('.composer textarea').fill('Where is my order?')
    await page.keyboard.press('Enter')
    await page
      .getByText(/The fault cut-between-events-1 broke it/)
      .first()
      .waitFor()
    const { faults } = (await (
      await call('fault-cut-between-events', '/__control/faults')
    ).json()) as { faults: FaultStatus[] }
    expect(faults.map(({ id, struck }) => [id, struck])).toEqual([['cut-between-events-1', 1]])
    // The browser reports the cut itself.
    expect(complaints.filter((one) => !one.startsWith('Failed to load resource'))).toEqual([])
  })

  it('a file that is no report is refused, and the open report stays', async () => {
    const { page, complaints } = await visit('tolerance', 'blue')
    await choose(page, 'page.html', '<html></html>')
    await page.getByText('page.html: This file is not JSON.').waitFor()
    await choose(page, 'old.json', JSON.stringify({ ...example, version: 7 }))
    await page.getByText(/old\.json: This report has version 7/).waitFor()
    await page.getByRole('button', { name: 'Look at an example' }).click()
    await gridOf(page).waitFor()
    await choose(page, 'run.json', JSON.stringify({ plan: 'core', results: [] }))
    await page.getByText(/run\.json: This is a report of a conformance run/).waitFor()
    await nameOf(page, naive).waitFor()
    // A reload keeps the report.
    await page.reload()
    await nameOf(page, naive).waitFor()
    expect(complaints).toEqual([])
  })

  it('text of a report is shown as text, and a setting of another deployment as its refusal', async () => {
    const behaviours = example.behaviours.map((one) => ({
      ...one,
      says: hostileText,
      plays: { picks: { 'no.choice': 'x' }, faults: [] },
    }))
    const { page } = await visit('tolerance', 'blue')
    await choose(page, 'hostile.json', JSON.stringify({ ...example, behaviours, findings: [] }))
    await nameOf(page, naive).click()
    await page.getByText(/Here: <img src=x/).waitFor()
    expect(await isHurt(page)).toBe(false)
    await page.getByRole('button', { name: 'Play it live' }).click()
    await page
      .getByText(/`?no\.choice/)
      .first()
      .waitFor()
    await page.getByText('The server refused the request').waitFor()
  })

  it('the matrix is used by keyboard, and filters leave the rows that match', async () => {
    const { page, complaints } = await visitWhole('tolerance', 'blue')
    await page.getByRole('button', { name: 'Look at an example' }).click()
    await page.getByRole('searchbox', { name: 'Contains' }).fill('timestamps')
    await page.getByRole('button', { name: /^Not tolerated \d/ }).click()
    await expect.poll(() => gridOf(page).locator('.tolerance-name').count()).toBe(3)
    // From the states past the signs into the matrix, then two cells to the right and one down.
    await page.getByRole('button', { name: 'Show all', exact: true }).focus()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.locator('.tolerance-name:focus').waitFor()
    for (const key of ['ArrowDown', 'ArrowRight', 'ArrowRight']) await page.keyboard.press(key)
    await page
      .locator('.tolerance-cell:focus[aria-label$="shows when an agent was made: fails"]')
      .waitFor()
    await page.keyboard.press('Enter')
    const details = page.getByRole('region', { name: /^records\.timestamps=/ })
    await details.getByRole('button', { name: 'Close' }).focus()
    await page.keyboard.press('Escape')
    await details.waitFor({ state: 'detached' })
    await page.locator('.tolerance-cell:focus').waitFor()
    expect(complaints).toEqual([])
  })

  it('a report of a thousand tests keeps few elements in the page', async () => {
    const testNames = Array.from({ length: 1000 }, (_, index) => `suite > test ${index}`)
    const behaviours = Array.from({ length: 5 }, () => example.behaviours).flatMap((some, copy) =>
      some.map((one, place) => ({
        ...one,
        id: `${one.id}-${copy}`,
        choice: `${one.choice}-${copy}`,
        verdict: copy === 0 && place < 100 ? 'intolerant' : 'tolerated',
      })),
    )
    const findings = behaviours.slice(0, 100).map(({ id }, index) => ({
      ...example.findings[0],
      behaviours: [id],
      tests: testNames.slice(index, index + 30).map((test) => ({ test, message: 'no' })),
    }))
    const { page } = await visitWhole('tolerance', 'blue')
    await choose(page, 'big.json', JSON.stringify({ ...example, testNames, behaviours, findings }))
    await gridOf(page).waitFor()
    const count = () => page.evaluate<number>('document.querySelectorAll("main *").length')
    expect(await count()).toBeLessThan(6000)
    await gridOf(page).locator('[role=rowheader][tabindex="0"]').focus()
    await page.keyboard.press('Control+End')
    await gridOf(page).locator('[role=gridcell]:focus').waitFor()
    expect(await count()).toBeLessThan(6000)
    // The row of the keyboard is scrolled away and no longer in the page, but Tab still leads to it.
    await page.getByRole('button', { name: 'Later tests' }).focus()
    await gridOf(page).evaluate((grid) => grid.scrollTo(0, 0))
    await expect.poll(() => gridOf(page).locator('[role=row] > [tabindex="0"]').count()).toBe(0)
    await page.keyboard.press('Tab')
    await gridOf(page).locator('[role=gridcell]:focus').waitFor()
    await page.getByRole('button', { name: 'Later tests' }).click()
    await page.getByText(/Tests 25 to 48 of \d+/).waitFor()
  })

  it('the tolerance page has no layout or accessibility problems, with and without a report', async () => {
    const opened = await visit('tolerance', 'blue')
    const { page } = opened
    await page.getByRole('heading', { name: 'Open the report of a session' }).waitFor()
    expect(await flawsOf(opened)).toEqual([])
    await page.getByRole('button', { name: 'Look at an example' }).click()
    await gridOf(page).waitFor()
    expect(await flawsOnScreens(opened)).toEqual([])
    await nameOf(page, naive).click()
    await page.getByRole('heading', { name: 'First exchange that differs' }).waitFor()
    expect(await flawsOnScreens(opened)).toEqual([])
  })
})
