import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import type { FaultStatus } from '../../contract/control/worlds.ts'
import type { ToleranceReport } from '../../contract/tolerance-report.ts'
import { flawsOf, flawsOnScreens } from './screens.ts'
import { hostileText, isHurt, lookAgain, useConsole } from './console-tools.ts'
import { foundBrowser } from '../support/find-browser.ts'
import { temporaryFolder } from '../support/start-serve.ts'
import example from '../../console/pages/tolerance/example/report.json' with { type: 'json' }
import { shellClient, toleranceOf } from '../testing/tolerance/session.ts'

const { folder } = temporaryFolder()
const naive = 'records.timestamps=naive'

/** Chooses a file in the page. */
async function choose(page: Page, name: string, content: string): Promise<void> {
  const path = join(folder.path, name)
  await writeFile(path, content)
  await page.locator('input[type=file]').setInputFiles(path)
}

const findingOf = (page: Page, id: string) => page.locator('summary').filter({ hasText: id })
const behaviourField = (page: Page) => page.getByRole('combobox', { name: 'Behaviour' })

describe.skipIf(foundBrowser === undefined)('the tolerance page', { timeout: 180_000 }, () => {
  const { visit, visitWhole, world, call } = useConsole()

  it('the tolerance page shows a report, and plays each behaviour of the report in a new world', async () => {
    const strict = `curl -s "$U/api/agents" -H "$A" | grep -q '"created_at":"[^"]*[Z0]"'`
    const made: ToleranceReport = await toleranceOf(shellClient(strict), {
      only: ['records.timestamps=*', 'fault:cut-between-events'],
      faults: true,
    })
    const { page, complaints } = await visit('tolerance', 'red')
    await choose(page, 'made.json', JSON.stringify(made))
    await page
      .getByText(/allowed behaviours that your tests reach are tolerated; 1 is not\./)
      .waitFor()
    await page
      .getByText('GET /api/agents')
      .or(page.getByText('POST /api/auth/login'))
      .first()
      .waitFor()
    await page.getByText(/^A tolerant client: /).waitFor()
    expect(await behaviourField(page).inputValue()).toBe(naive)
    await page.getByRole('button', { name: 'Play it live' }).click()
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
    await expect.poll(() => behaviourField(page).inputValue()).toBe(naive)
    await behaviourField(page).selectOption('fault:cut-between-events')
    await page.getByRole('button', { name: 'Play it live' }).click()
    await page.getByRole('button', { name: 'demo@example.com' }).click()
    await page.locator('.composer textarea').fill('Where is my order?')
    await page.keyboard.press('Enter')
    await page
      .getByText(/The fault cut-between-events-1 broke call/)
      .first()
      .waitFor()
    const { faults } = (await (
      await call('fault-cut-between-events', '/__control/faults')
    ).json()) as { faults: FaultStatus[] }
    expect(faults.map(({ id, struck }) => [id, struck])).toEqual([['cut-between-events-1', 1]])
    const line = page.getByText('This world plays fault:cut-between-events')
    await line.waitFor()
    await world('fault-cut-between-events').faults.clear()
    await lookAgain(page)
    await line.waitFor({ state: 'detached' })
    // The browser itself logs the cut as an error.
    expect(complaints.filter((one) => !one.startsWith('Failed to load resource'))).toEqual([])
  })

  it('the tolerance page refuses a file that is not a report, and the open report stays', async () => {
    const { page, complaints } = await visit('tolerance', 'blue')
    await choose(page, 'page.html', '<html></html>')
    await page.getByText('page.html: This file is not JSON.').waitFor()
    await choose(page, 'old.json', JSON.stringify({ ...example, version: 7 }))
    await page.getByText(/old\.json: This report has version 7/).waitFor()
    await page.getByRole('button', { name: 'Look at an example' }).click()
    await findingOf(page, naive).waitFor()
    await choose(page, 'run.json', JSON.stringify({ plan: 'core', results: [] }))
    await page.getByText(/run\.json: This is a report of a conformance run/).waitFor()
    await findingOf(page, naive).waitFor()
    // A reload keeps the report.
    await page.reload()
    await findingOf(page, naive).waitFor()
    expect(complaints).toEqual([])
  })

  it('the tolerance page shows hostile text of a report as text, and says why an unknown setting is refused', async () => {
    const behaviours = example.behaviours.map((one) => ({
      ...one,
      says: hostileText,
      plays: { picks: { 'no.choice': 'x' }, faults: [] },
    }))
    const { page, complaints } = await visit('tolerance', 'blue')
    await choose(page, 'hostile.json', JSON.stringify({ ...example, behaviours, findings: [] }))
    await page.getByText(/In the chat of a new world: <img src=x/).waitFor()
    await page
      .getByRole('cell')
      .getByText(/^<img src=x/)
      .first()
      .waitFor()
    expect(await isHurt(page)).toBe(false)
    expect(complaints).toEqual([])
    await page.getByRole('button', { name: 'Play it live' }).click()
    await page
      .getByText(/`?no\.choice/)
      .first()
      .waitFor()
    await page.getByText('The server refused the request').waitFor()
  })

  it('the tolerance page marks the lines of a response that differ from the baseline', async () => {
    const { page, complaints } = await visit('tolerance', 'blue')
    await page.getByRole('button', { name: 'Look at an example' }).click()
    const finding = page.locator('details').filter({ hasText: 'records.timestamps=offset' })
    await finding.first().waitFor()
    expect(await finding.locator('del').allInnerTexts()).toEqual([
      '-     "privacy_accepted_at": "2026-09-25T05:07:55.920Z",',
    ])
    expect(await finding.locator('ins').allInnerTexts()).toEqual([
      '+     "privacy_accepted_at": "2026-09-25T05:07:55.920000+00:00",',
    ])
    expect(complaints).toEqual([])
  })

  it('the keyboard alone chooses a behaviour on the tolerance page, and reads the report', async () => {
    const { page, complaints } = await visitWhole('tolerance', 'blue')
    await page.getByRole('button', { name: 'Look at an example' }).click()
    await findingOf(page, naive).waitFor()
    await behaviourField(page).focus()
    await page.keyboard.press('ArrowDown')
    const second = example.findings[1]!.behaviours[0]!
    await expect.poll(() => behaviourField(page).inputValue()).toBe(second)
    await expect.poll(() => page.url()).toContain(encodeURIComponent(second))
    await page.keyboard.press('Tab')
    await page.locator('button:focus', { hasText: 'Play it live' }).waitFor()
    await page.keyboard.press('Tab')
    await page.locator('summary:focus').first().waitFor()
    expect(complaints).toEqual([])
  })

  it('the tolerance page has no layout or accessibility problems, with and without a report', async () => {
    const opened = await visit('tolerance', 'blue')
    const { page } = opened
    await page.getByRole('heading', { name: 'Open the report of a session' }).waitFor()
    expect(await flawsOf(opened)).toEqual([])
    await page.getByRole('button', { name: 'Look at an example' }).click()
    await findingOf(page, naive).waitFor()
    expect(await flawsOnScreens(opened)).toEqual([])
  })
})
