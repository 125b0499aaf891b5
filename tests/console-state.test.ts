import { describe, expect, it } from 'vitest'
import { flawsOnScreens } from './console-screens.ts'
import { hostileText, isHurt, rowWith, useConsole } from './console-tools.ts'
import { foundBrowser } from './find-browser.ts'

describe.skipIf(foundBrowser === undefined)('the state page', { timeout: 60_000 }, () => {
  const { visit, world } = useConsole()

  it('the state page has no layout or accessibility problems, light and dark, on a desktop and on a phone', async () => {
    const opened = await visit('state?kind=conversations', 'sound')
    const { page } = opened
    await rowWith(page, 'Conversations', 'Offer for 200 sensors').waitFor()
    expect(await flawsOnScreens(opened)).toEqual([])
    await page.getByRole('link', { name: 'Offer for 200 sensors' }).click()
    await page.getByRole('textbox', { name: 'Record' }).waitFor()
    expect(await flawsOnScreens(opened)).toEqual([])
  })

  it('the state page changes a record, and shows why a change is refused', async () => {
    const { page } = await visit('state', 'red')
    await page.getByRole('link', { name: 'demo@example.com' }).click()
    const dialog = page.getByRole('dialog')
    const record = dialog.getByRole('textbox', { name: 'Record' })
    await record.waitFor()
    const text = await record.inputValue()
    const save = dialog.getByRole('button', { name: 'Save' })

    await record.fill(text.replace('"is_admin": true', '"is_admin": "sometimes"'))
    await save.click()
    await dialog.getByRole('alert').filter({ hasText: 'is_admin' }).waitFor()
    await record.fill(text.replace(/.*"timezone".*\n/, ''))
    await save.click()
    await dialog.getByRole('alert').filter({ hasText: 'Restore "timezone"' }).waitFor()
    await record.fill('{\n  "id": 1\n  "email": 2\n}')
    await dialog.getByText('Line 3, column 3:').waitFor()
    await record.fill(text.replace('Dana Whitlock', 'Dana Changed'))
    await save.click()
    await dialog.getByText('Saved: display_name.').waitFor()

    const { id } = JSON.parse(text) as { id: string }
    expect(await world('red').records.read('users', id)).toHaveProperty(
      'display_name',
      'Dana Changed',
    )
    await rowWith(page, 'Users', 'Dana Changed').waitFor({ state: 'attached' })
    await dialog.getByRole('button', { name: 'Undo the change' }).click()
    await dialog.getByText('The change was undone.').waitFor()
    expect(await world('red').records.read('users', id)).toEqual(JSON.parse(text))
    await dialog.getByRole('button', { name: 'Close' }).click()
    await rowWith(page, 'Users', 'Dana Whitlock').waitFor()
  })

  it('the state page deletes a record after a confirmation', async () => {
    const { page } = await visit('state?kind=agents', 'blue')
    await page.getByRole('link', { name: 'Support Desk' }).click()
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'Yes, delete' }).click()
    await rowWith(page, 'Agents', 'Support Desk').waitFor({ state: 'detached' })
    const { items } = await world('blue').records.list('agents')
    expect(items.map((agent) => agent['name'])).not.toContain('Support Desk')
  })

  it('the state page adds a record, and finds it by its text and its owner', async () => {
    const { page } = await visit('state?kind=workflows', 'green')
    await page.getByRole('link', { name: 'Invoice approval' }).waitFor()
    await page.getByRole('button', { name: 'Add' }).click()
    const fields = page.getByRole('textbox', { name: 'Fields of the record' })
    await fields.fill((await fields.inputValue()).replace('Invoice approval', 'A second one'))
    await page.getByRole('button', { name: 'Add record' }).click()
    await page.getByRole('textbox', { name: 'Record' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByLabel('Contains').fill('a second')
    await page.getByLabel('Owner').fill('demo@example.com')
    await page.getByRole('button', { name: 'Filter' }).click()
    await page.getByText('1 record', { exact: true }).waitFor()
    expect(await rowWith(page, 'Workflows', '').count()).toBe(1)
    expect(await world('green').records.list('workflows', { q: 'A second one' })).toHaveProperty(
      'total',
      1,
    )
  })

  it('the state page shows hostile input as text', async () => {
    const { items } = await world('white').records.list('conversations', { size: 1 })
    const id = items[0]?.id ?? ''
    await world('white').records.change('conversations', id, { title: hostileText })
    const { page, complaints } = await visit('state?kind=conversations', 'white')
    await page.getByRole('link', { name: '<img src=x' }).click()
    await page.getByRole('textbox', { name: 'Record' }).waitFor()
    expect([await isHurt(page), await page.locator('img').count(), complaints]).toEqual([
      false,
      0,
      [],
    ])
  })
})
