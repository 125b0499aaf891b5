import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { useConsole } from './console-tools.ts'
import { foundBrowser } from '../support/find-browser.ts'
import { tabTo } from '../support/keyboard.ts'
import { isProving } from '../support/proving.ts'

/** Opens a page of the console by the palette. */
async function goTo(page: Page, name: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: /^Go to/ }).waitFor()
  await page.keyboard.type(name)
  await page.getByRole('option', { name: new RegExp(`^${name} `), selected: true }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name, level: 1 }).waitFor()
}

// stage.test.ts has the fifth journey: the demo of three turns.
describe.runIf(isProving && foundBrowser !== undefined)(
  'tasks with the keyboard alone',
  { timeout: 180_000 },
  () => {
    const { visitWhole, world, call } = useConsole()

    it('a user with only a keyboard finds a call, creates a fault from it, and removes the fault', async () => {
      await call('found', '/api/agents')
      const { page } = await visitWhole('', 'found')
      await page.getByRole('heading', { name: 'Start', level: 1 }).waitFor()
      await goTo(page, 'Journal')
      await tabTo(page, 'Contains')
      await page.keyboard.type('agents')
      await page.keyboard.press('Enter')
      await page.getByRole('option', { name: /GET .*\/api\/agents/ }).waitFor()
      await tabTo(page, /^Calls: /)
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await page.getByRole('region', { name: /^Call \d+$/ }).waitFor()
      await page.getByRole('link', { name: 'Make a fault of this call' }).waitFor()
      await tabTo(page, 'Make a fault of this call')
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: 'Faults', level: 1 }).waitFor()
      await tabTo(page, 'Add fault')
      await page.keyboard.press('Enter')
      await expect.poll(() => world('found').faults.list()).toHaveLength(1)
      await page.getByRole('button', { name: /^Remove/ }).waitFor()
      await tabTo(page, /^Remove/)
      await page.keyboard.press('Enter')
      await expect.poll(() => world('found').faults.list()).toHaveLength(0)
    })

    it('a user with only a keyboard changes a record, and undoes the change', async () => {
      const { page, complaints } = await visitWhole('', 'changed')
      await page.getByRole('heading', { name: 'Start', level: 1 }).waitFor()
      await goTo(page, 'State')
      await page.getByRole('link', { name: /^Agents/ }).waitFor()
      await tabTo(page, /^Agents/)
      await page.keyboard.press('Enter')
      await page.getByRole('link', { name: 'Support Desk' }).waitFor()
      await tabTo(page, 'Contains')
      await page.keyboard.type('support desk')
      await page.keyboard.press('Enter')
      await page.getByText('1 record', { exact: true }).waitFor()
      await tabTo(page, 'Support Desk')
      await page.keyboard.press('Enter')
      await page.getByRole('dialog').getByLabel('Name', { exact: true }).waitFor()
      await tabTo(page, 'Name')
      await page.keyboard.press('Control+a')
      await page.keyboard.type('Front Desk')
      await page.keyboard.press('Enter')
      await page.getByText('Saved: name.').waitFor()
      await tabTo(page, 'Undo the change')
      await page.keyboard.press('Enter')
      await page.getByText('The change was undone.').waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('link', { name: 'Support Desk' }).waitFor()
      expect(complaints).toEqual([])
    })

    it('a user with only a keyboard chooses another option, shows it, and restores the default', async () => {
      const { page } = await visitWhole('', 'chosen')
      await page.getByRole('heading', { name: 'Start', level: 1 }).waitFor()
      await goTo(page, 'Choices')
      await page.getByRole('searchbox', { name: 'Contains' }).waitFor()
      await tabTo(page, 'Contains')
      await page.keyboard.type('errors.envelope')
      await page.getByText(/^1 of \d+ choices$/).waitFor()
      await tabTo(page, /What does an error body look like\?/)
      await page.keyboard.press('Enter')
      await tabTo(page, /^\{success: false/)
      await page.keyboard.press('ArrowDown')
      await page.getByText('changed', { exact: true }).waitFor()
      const refused = await (await call('chosen', '/api/agents')).json()
      expect(refused).not.toHaveProperty('success')
      await page.getByRole('button', { name: 'Restore the default', disabled: false }).waitFor()
      await tabTo(page, 'Restore the default')
      await page.keyboard.press('Enter')
      await page.getByText('changed', { exact: true }).waitFor({ state: 'detached' })
    })

    it('a user with only a keyboard freezes the clock, moves it, and lets it run', async () => {
      const { page } = await visitWhole('', 'moved')
      await page.getByRole('heading', { name: 'Start', level: 1 }).waitFor()
      await goTo(page, 'Clock')
      const now = async () => Date.parse(await world('moved').clock.iso())
      await page.getByRole('button', { name: 'Freeze', exact: true }).waitFor()
      await tabTo(page, 'Freeze')
      await page.keyboard.press('Enter')
      await page.getByText('frozen', { exact: true }).waitFor()
      const frozen = await now()
      await tabTo(page, '1h')
      await page.keyboard.press('Enter')
      await expect.poll(async () => (await now()) - frozen).toBe(3_600_000)
      await tabTo(page, 'Resume')
      await page.keyboard.press('Enter')
      await page.getByText('running', { exact: true }).waitFor()
    })
  },
)
