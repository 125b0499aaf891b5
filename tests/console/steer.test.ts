import { describe, expect, it } from 'vitest'
import { flawsOnScreens } from './screens.ts'
import { callWith, focusedText, hostileText, isHurt, rowWith, useConsole } from './console-tools.ts'
import { foundBrowser } from '../support/find-browser.ts'
import { isProving } from '../support/proving.ts'

const faults = 'Faults of this world'
const { visit, world, call } = useConsole()

describe.skipIf(foundBrowser === undefined)('the faults page', { timeout: 180_000 }, () => {
  it('the faults page has no layout or accessibility problems, light and dark, on a desktop and on a phone', async () => {
    await world('sound').faults.add({ id: 'late', effect: { latency: '800ms' } })
    const opened = await visit('faults', 'sound')
    await rowWith(opened.page, faults, 'delayed by 800 ms').waitFor()
    expect(await flawsOnScreens(opened)).toEqual([])
  })

  it('the faults page adds a fault by a form with a JSON preview, and shows it on every page', async () => {
    const { page } = await visit('faults', 'red')
    await page.getByLabel('Operation').fill('chat.dag, chat.auto')
    await page.getByLabel('Effect').selectOption({ label: 'A stream stalls' })
    await page.getByLabel('After event').fill('7')
    await page.getByLabel('For', { exact: true }).fill('2m')
    const json = await page.getByRole('region', { name: 'the fault as JSON' }).textContent()
    const asked = {
      match: { endpoint: ['chat.dag', 'chat.auto'] },
      times: 1,
      effect: { stream: { stall: { after_event: 7, for: '2m' } } },
    }
    expect(JSON.parse(json ?? '')).toEqual(asked)
    await page.getByRole('button', { name: 'Add fault' }).click()
    await rowWith(page, faults, 'stalled after event 7 for 2 min').waitFor()
    expect(await world('red').faults.list()).toMatchObject([
      { ...asked, effect: { stream: { stall: { after_event: 7, for: 120_000 } } } },
    ])

    await page.getByRole('link', { name: 'State', exact: true }).click()
    await page.getByRole('link', { name: '1 fault stalled after event 7' }).click()
    await page.getByRole('button', { name: 'Remove fault-1' }).press('Enter')
    await page.getByText('No faults').waitFor()
    await expect.poll(() => focusedText(page)).toBe('In this world')
    expect(await world('red').faults.list()).toEqual([])
  })

  it.runIf(isProving)('the faults page accepts every effect that its form offers', async () => {
    const { page } = await visit('faults', 'blue')
    const kinds = page.getByLabel('Effect')
    await kinds.waitFor()
    const labels = await kinds.locator('option').allTextContents()
    expect(labels.length).toBeGreaterThan(20)
    for (const [index, label] of labels.entries()) {
      await kinds.selectOption({ label })
      await page.getByRole('button', { name: 'Add fault' }).click()
      await page.getByText(`Added fault-${index + 1}.`).waitFor()
    }
    expect(await world('blue').faults.list()).toHaveLength(labels.length)
  })

  it('the faults page adds a preset, and links to the calls that the preset changed', async () => {
    const { page } = await visit('faults', 'preset')
    await page.getByRole('button', { name: 'Every call fails with 500' }).click()
    const row = rowWith(page, faults, 'error internal_error')
    await row.waitFor()
    await call('preset', '/api/agents')
    await row.getByRole('link', { name: 'show' }).click()
    await page.getByRole('button', { name: 'Fault fault-1', pressed: true }).waitFor()
    await callWith(page, '/api/agents').waitFor()
    const [struck] = await world('preset').journal.list()
    expect(struck).toMatchObject({ status: 500, faults: ['fault-1'] })
  })

  it('the faults page keeps a fault that is edited as JSON while its form is shown', async () => {
    const { page } = await visit('faults', 'edited')
    const toggle = page.getByRole('button', { name: 'Edit as JSON' })
    await toggle.click()
    const json = page.getByLabel('Fault, or a list of faults')
    await json.fill('{"effect": {"latency": 7}}')
    await toggle.click()
    await toggle.click()
    expect(await json.inputValue()).toBe('{"effect": {"latency": 7}}')
  })

  it('the faults page accepts a fault as JSON, and shows its errors', async () => {
    const { page } = await visit('faults', 'green')
    await page.getByRole('button', { name: 'Edit as JSON' }).click()
    const json = page.getByLabel('Fault, or a list of faults')
    await json.fill('{"effect": {"latency": "soon"}}')
    await page.getByRole('button', { name: 'Add fault' }).click()
    await page.getByRole('alert').filter({ hasText: 'latency' }).waitFor()
    const about = `A bad day ${hostileText}`
    await json.fill(JSON.stringify([{ about, effect: { latency: 5 } }, { effect: { latency: 6 } }]))
    await page.getByRole('button', { name: 'Add fault' }).click()
    await rowWith(page, faults, 'A bad day <img').waitFor()
    expect(await isHurt(page)).toBe(false)
    await page.getByRole('button', { name: 'Remove all' }).click()
    await page.getByText('No faults').waitFor()
    expect(await world('green').faults.list()).toEqual([])
    await page.getByRole('button', { name: 'Undo' }).click()
    await rowWith(page, faults, 'A bad day <img').waitFor()
    expect(await world('green').faults.list()).toMatchObject([
      { about, effect: { latency: 5 } },
      { effect: { latency: 6 } },
    ])
  })
})

describe.skipIf(foundBrowser === undefined)('a page of the console', { timeout: 180_000 }, () => {
  it('a console page polls the status of its world only while the user is active', async () => {
    const { page } = await visit('state', 'watched', {})
    await page.addInitScript(`{
      const { fetch } = window
      window.looks = 0
      window.fetch = (url, init) => {
        if (url.endsWith('/__control/faults')) window.looks += 1
        return fetch(url, init)
      }
    }`)
    const looks = () => page.evaluate<number>('window.looks')
    // Only the clock of the browser is advanced, not that of the server.
    await page.clock.install()
    await page.reload()
    await page.getByRole('heading', { name: 'Users' }).waitFor()
    // In steps, because each poll waits for the response to the one before.
    const looksAfter = (ms: number) => page.clock.runFor(ms).then(looks)
    await expect.poll(() => looksAfter(3000)).toBeGreaterThan(5)
    await page.clock.runFor(300_000)
    const last = await looks()
    await page.clock.runFor(600_000)
    expect(await looks()).toBe(last)
    await page.mouse.move(100, 100)
    await expect.poll(() => looksAfter(4000)).toBeGreaterThan(last)
  })
})

describe.skipIf(foundBrowser === undefined)('the clock page', { timeout: 180_000 }, () => {
  it('the clock page has no layout or accessibility problems, light and dark, on a desktop and on a phone', async () => {
    await world('clock-sound').clock.freeze('2026-11-21T08:00:00Z')
    const opened = await visit('clock', 'clock-sound')
    await opened.page.getByRole('time').filter({ hasText: '08:00:00 UTC' }).waitFor()
    expect(await flawsOnScreens(opened)).toEqual([])
  })

  it('the clock page lists the next scheduled events of the world', async () => {
    await world('clock-due').clock.freeze('2026-11-21T08:00:00Z')
    const body = JSON.stringify({ email: 'demo@example.com', password: 'demo-password' })
    const headers = { 'content-type': 'application/json' }
    await call('clock-due', '/api/auth/login', { method: 'POST', headers, body })
    const { page } = await visit('clock', 'clock-due')
    const due = rowWith(page, 'What falls due next', 'session of demo@example.com')
    await due.filter({ hasText: '7 d' }).waitFor()
    await page.getByRole('button', { name: 'Advance by 1d' }).click()
    await due.filter({ hasText: '6 d' }).waitFor()
    expect(await due.count()).toBe(1)
    await due.getByRole('button', { name: 'Go there' }).click()
    await due.waitFor({ state: 'detached' })
  })

  it('the clock page freezes the clock, advances it, freezes it at a given time, and resumes it', async () => {
    const { page } = await visit('clock', 'clock-red')
    const now = async () => await world('clock-red').clock.iso()
    const line = page.getByRole('link', { name: 'clock frozen' })
    await page.getByRole('button', { name: 'Freeze', exact: true }).click()
    await line.waitFor()
    const before = Date.parse(await now())
    await page.getByRole('button', { name: 'Advance by 2h' }).click()
    await expect.poll(now).toBe(new Date(before + 7_200_000).toISOString())
    await page.getByLabel('By', { exact: true }).fill('a while')
    await page.getByRole('button', { name: 'Advance', exact: true }).click()
    await page.getByRole('alert').filter({ hasText: 'a duration is' }).waitFor()
    await page.getByRole('textbox', { name: 'Time' }).fill('2030-01-02T03:04:05Z')
    await page.getByRole('button', { name: 'Freeze there' }).click()
    await page.getByRole('time').filter({ hasText: '03:04:05 UTC' }).first().waitFor()
    expect(await now()).toBe('2030-01-02T03:04:05.000Z')
    await page.getByRole('button', { name: 'Resume' }).click()
    await line.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Time × 60' }).click()
    await page.getByRole('link', { name: 'clock × 60' }).waitFor()
    await page.getByRole('button', { name: 'Time × 1', exact: true }).click()
    await page.getByRole('link', { name: 'clock × 60' }).waitFor({ state: 'detached' })
    // A clock that runs at real speed, but not at the real time, shows on other pages, too.
    await page.getByRole('link', { name: 'State', exact: true }).click()
    await page.getByRole('link', { name: /^clock .* ahead$/ }).click()
    await page.getByRole('button', { name: 'Back to the real time' }).click()
    await page.getByRole('link', { name: /^clock .* ahead$/ }).waitFor({ state: 'detached' })
    expect(Date.parse(await now())).toBeLessThan(Date.now() + 60_000)
    await page.getByRole('button', { name: 'Time × 3600' }).click()
    await page.getByRole('link', { name: 'clock × 3600' }).waitFor()
    await page.getByRole('button', { name: 'Back to the real time' }).click()
    await page.getByRole('link', { name: 'clock × 3600' }).waitFor({ state: 'detached' })
    expect(Date.parse(await now())).toBeLessThan(Date.now() + 60_000)
  })
})
