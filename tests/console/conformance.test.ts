import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import type { ConformanceRun } from '../../contract/control/conformance.ts'
import { flawsOf, screens } from './screens.ts'
import { callWith, focusedText, useConsole } from './console-tools.ts'
import { foundBrowser } from '../support/find-browser.ts'
import { drawn, isProving } from '../support/proving.ts'

/** Starts a run in a page; returns its heading. */
async function begin(page: Page, plan: string): Promise<ConformanceRun> {
  await page.getByRole('radio', { name: new RegExp(`^${plan} `) }).check()
  const begun = page.waitForResponse((response) => response.request().method() === 'POST')
  await page.getByRole('button', { name: `Run ${plan}` }).click()
  return (await begun).json() as Promise<ConformanceRun>
}

/** Waits for the report of a run in a page; returns the section with its checks. */
async function reportOf(page: Page, { id }: ConformanceRun) {
  await page.locator(`a[href*="report-${id}"]`).waitFor({ timeout: 60_000 })
  const checks = page.getByRole('region', { name: 'Checks', exact: true })
  await checks.waitFor()
  return checks
}

describe.skipIf(foundBrowser === undefined)('the conformance page', { timeout: 180_000 }, () => {
  const { visit, visitWhole, world, call } = useConsole()
  const conformanceState = async (init?: RequestInit) =>
    (await call('red', '/__control/conformance', init)).json() as Promise<{ run: ConformanceRun }>

  it.each(drawn(screens, 1))(
    'the conformance page has no layout or accessibility problems, before and after a run: $name',
    async ({ name: _, ...options }) => {
      await world('deployed').play('deployed-0.8')
      const opened = await visit('judge', 'deployed', options)
      const { page } = opened
      await page.getByRole('radio', { name: /^destructive / }).check()
      await page.getByText('This plan can disturb a deployment.').waitFor()
      expect(await flawsOf(opened)).toEqual([])
      const checks = await reportOf(page, await begin(page, 'smoke'))
      await page.locator('details').first().click()
      await checks.locator('summary').first().click()
      expect(await flawsOf(opened)).toEqual([])
    },
  )

  it('the conformance page runs a plan and shows its report, and does not change the world of the page', async () => {
    await call('red', '/api/agents')
    const opened = await visit('judge', 'red')
    const { page, complaints } = opened
    const report = await reportOf(page, await begin(page, 'smoke'))
    expect(await focusedText(page)).toBe('Plan smoke on red')
    await page.getByText(/^Green\. /).waitFor()
    const checks = page.getByRole('progressbar', { name: 'Completed checks', exact: true })
    expect(await checks.getAttribute('value')).toBe('99')
    expect(await page.getByRole('heading', { name: /^Deviations/ }).count()).toBe(0)
    expect(await report.locator('summary').count()).toBe(20)
    await report.getByRole('button', { name: 'Show all 99 checks' }).click()
    expect(await report.locator('summary').count()).toBe(99)
    await report.getByRole('searchbox', { name: 'Contains' }).fill('lists.size')
    await report.getByText(/^\d of 99 checks$/).waitFor()
    await report.getByRole('combobox', { name: 'Verdict' }).selectOption('skipped')
    await report.getByText('0 of 99 checks').waitFor()
    expect((await world('red').journal.list()).length).toBe(1)
    await page.getByRole('link', { name: 'All its calls' }).click()
    await page.getByText(/^\d{3,} calls$/).waitFor()
    expect(await callWith(page, '').count()).toBeGreaterThan(20)
    expect(complaints).toEqual([])
  })

  it('the conformance page shows failures, the choices that cause them, and their evidence', async () => {
    await world('green').pick({ 'errors.envelope': 'detail' })
    const { page, complaints } = await visitWhole('judge', 'green')
    await reportOf(page, await begin(page, 'smoke'))
    await page.getByText(/^Not conforming\. .* All failures are intended/).waitFor()
    const { failures } = (await conformanceState()).run
    const failed = failures.find(({ verdict }) => verdict === 'fail')
    const item = page.locator('.conformance-failures li').filter({ hasText: failed?.id ?? 'none' })
    await item.locator('summary').click()
    await item.getByText(failed?.says ?? 'none').waitFor()
    await item.getByRole('button', { name: 'Copy the command' }).first().click()
    await item.getByText('Copied').first().waitFor()
    expect(await item.getByRole('group', { name: 'the command' }).first().innerText()).toMatch(
      /^curl -i /,
    )
    await item.getByRole('button', { name: `Run it again: ${failed?.id}` }).click()
    await page.getByRole('heading', { name: `${failed?.id} of plan smoke on green` }).waitFor()
    await page.getByText(/^1 of 1 checks, /).waitFor()
    await item.locator('summary').click()
    await item.getByRole('link', { name: 'errors.envelope: detail' }).click()
    await page.getByText('What does an error body look like?').waitFor()
    await page.goBack()
    await item.locator('summary').click()
    await item.locator('a[href*="#/journal"]').first().click()
    await page.getByText('live', { exact: true }).waitFor()
    await callWith(page, '').first().waitFor()
    expect(complaints).toEqual([])
  })

  it.runIf(isProving)(
    'the conformance page shows a run in progress, also in another window, and stops it',
    async () => {
      const { page } = await visit('judge', 'red')
      const run = await begin(page, 'turn')
      // The turns of the run wait while its clock is frozen.
      await world(run.world).clock.freeze()
      const streams = async () => (await world(run.world).about()).streams
      await expect.poll(streams, { timeout: 60_000 }).toBe(1)
      const { page: other } = await visit('judge', 'blue')
      await other.getByRole('heading', { name: 'Plan turn on red' }).waitFor()
      await other.getByText('Only one run at a time.').waitFor()
      expect(await other.getByRole('button', { name: 'Run smoke' }).isDisabled()).toBe(true)
      // The open stream is cancelled, although no further event arrives.
      await other.getByRole('button', { name: 'Stop' }).click()
      for (const each of [page, other]) {
        await reportOf(each, run)
        await each.getByText(/^Stopped before its end\. /).waitFor()
      }
    },
  )

  it.runIf(isProving)('a conformance run continues when its user leaves the page', async () => {
    const { page } = await visit('judge', 'red')
    await begin(page, 'core')
    await page.getByRole('button', { name: 'Stop' }).waitFor()
    await page.close()
    await expect
      .poll(async () => (await conformanceState()).run.state, { timeout: 60_000 })
      .toBe('over')
    expect((await conformanceState()).run).toMatchObject({
      plan: 'core',
      stopped: null,
      failures: [],
    })
  })

  it('the conformance page saves the report in each format', async () => {
    const { page } = await visit('judge', 'red')
    await reportOf(page, await begin(page, 'smoke'))
    for (const [name, file, start] of [
      ['HTML', 'conformance-smoke.html', '<!doctype html>'],
      ['JSON', 'conformance-smoke.json', '{'],
      ['JUnit', 'conformance-smoke.xml', '<?xml'],
      ['Markdown', 'conformance-smoke.md', '#'],
    ] as const) {
      const saved = page.waitForEvent('download')
      await page.getByRole('button', { name, exact: true }).click()
      const download = await saved
      expect(download.suggestedFilename()).toBe(file)
      expect((await readFile(await download.path(), 'utf8')).startsWith(start)).toBe(true)
    }
  })
})
