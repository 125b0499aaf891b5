import type { RecordKinds } from '../../contract/control/worlds.ts'
import { describe, expect, it } from 'vitest'
import { flawsOnScreens } from './screens.ts'
import { hostileText, isHurt, rowWith, useConsole } from './console-tools.ts'
import { foundBrowser } from '../support/find-browser.ts'
import { drawn } from '../support/proving.ts'

describe.skipIf(foundBrowser === undefined)('the state page', { timeout: 180_000 }, () => {
  const { addressOf, call, visit, world } = useConsole()

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
    const save = dialog.getByRole('button', { name: 'Save', exact: true })

    await record.fill(text.replace('"is_admin": true', '"is_admin": "sometimes"'))
    await dialog.getByText('This must be yes or no.').waitFor()
    await save.click()
    const isAdmin = dialog.getByLabel('Is admin')
    expect(await isAdmin.evaluate((element) => element.matches(':focus'))).toBe(true)
    await record.fill(text.replace('"timezone"', '"time_zone"'))
    await dialog.getByText('Restore "timezone"').waitFor()
    await record.fill(text.replace(/"id".*,/, '$&\n  "nick": "D",'))
    await save.click()
    await dialog.getByRole('alert').filter({ hasText: 'nick' }).waitFor()
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
    // No change removes a field again.
    const notifications = {
      by_email: true,
      in_app: true,
      turn_done: true,
      approval_requested: true,
      workflow_failed: true,
      quota_nearly_used: true,
    }
    await record.fill(JSON.stringify({ ...JSON.parse(text), notifications }))
    await save.click()
    await dialog.getByText('Saved: notifications.').waitFor()
    expect(await dialog.getByRole('button', { name: 'Undo the change' }).count()).toBe(0)
    await dialog.getByRole('button', { name: 'Close' }).click()
    await rowWith(page, 'Users', 'Dana Whitlock').waitFor()
  })

  it('the state page edits a record in a form and as JSON, which always agree', async () => {
    const { page, complaints } = await visit('state?kind=agents', 'form')
    await page.getByRole('link', { name: 'Support Desk' }).click()
    const dialog = page.getByRole('dialog')
    const record = dialog.getByRole('textbox', { name: 'Record' })
    const fields = async () => JSON.parse(await record.inputValue()) as Record<string, unknown>
    const field = (name: string) => dialog.getByLabel(name, { exact: true })
    await field('Name').fill('')
    await dialog.getByText('This needs some text.').waitFor()
    await field('Name').fill('Front Desk')
    await field('Execution mode').selectOption('dag')
    await field('Is builder').check()
    await field('Published at').fill('2026-05-01T09:00:00.250')
    await field('User').selectOption({ label: 'other@example.com' })
    const bases = dialog.getByRole('group', { name: 'Knowledge bases' })
    await bases.getByRole('button', { name: 'Add to Knowledge bases' }).click()
    await bases.getByRole('combobox').last().selectOption({ index: 1 })
    await dialog.getByRole('button', { name: 'Remove Tool categories 1' }).click()
    const edited = await fields()
    const [, other] = (await world('form').records.list('users')).items
    expect(edited).toMatchObject({
      name: 'Front Desk',
      execution_mode: 'dag',
      is_builder: true,
      published_at: '2026-05-01T09:00:00.250Z',
      user_id: other?.id,
      tool_categories: ['knowledge'],
    })

    await record.fill(JSON.stringify({ ...edited, icon: 'star' }))
    expect(await field('Icon').inputValue()).toBe('star')
    await record.fill('{')
    expect(await field('Icon').isDisabled()).toBe(true)
    await record.fill(JSON.stringify({ ...edited, icon: null }))
    expect(await field('Icon').inputValue()).toBe('')
    await dialog.getByRole('button', { name: 'Edit in the JSON: Model config json' }).click()
    expect(
      await record.evaluate(
        (area: { value: string; selectionStart: number; selectionEnd: number }) =>
          area.value.slice(area.selectionStart, area.selectionEnd),
      ),
    ).toBe('"model_config_json"')
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await dialog.getByText('Saved: ').waitFor()
    const { items } = await world('form').records.list('agents', { q: 'Front Desk' })
    expect(items).toEqual([{ ...edited, icon: null }])
    expect(complaints).toEqual([])
  })

  it('the state page shows a refusal of the server at the form field that it names', async () => {
    const { page } = await visit('state?kind=knowledge_bases', 'refused')
    await page.getByRole('region', { name: 'Knowledge bases' }).getByRole('link').first().click()
    const overlap = page.getByLabel('Chunk overlap')
    await page.getByLabel('Chunk size').fill('1e2')
    await overlap.fill('90')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('at most half of "chunk_size"').waitFor()
    expect(await overlap.getAttribute('aria-invalid')).toBe('true')
    await overlap.fill('20.5')
    await page.getByText('This must be a whole number.').waitFor()
    await overlap.fill('20')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Saved: chunk_size, chunk_overlap.').waitFor()
  })

  it(
    'the state page has a form for every kind of record, which accepts the records of the demo',
    { timeout: 300_000 },
    async () => {
      const { kinds } = (await (await call('kinds', '/__control/records')).json()) as RecordKinds
      const opened = await visit('state', 'kinds')
      const flaws: string[] = []
      for (const { kind } of drawn(
        kinds.filter(({ total }) => total > 0),
        3,
      )) {
        const { items } = await world('kinds').records.list(kind, { size: 1 })
        await opened.page.goto(addressOf(`state?kind=${kind}&id=${items[0]?.id}`, 'kinds'))
        const form = opened.page.getByRole('dialog').getByRole('group', { name: 'Fields' })
        await form.locator('.field, .check').nth(1).waitFor()
        const wrong = await form.locator('[aria-invalid], .bad').allInnerTexts()
        flaws.push(
          ...[...wrong, ...(await flawsOnScreens(opened))].map((each) => `${kind}: ${each}`),
        )
      }
      expect(flaws).toEqual([])
    },
  )

  it('the state page deletes a record after a confirmation, and restores it with its dependent records', async () => {
    const { page } = await visit('state?kind=agents', 'blue')
    await page.getByRole('link', { name: 'Support Desk' }).click()
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'Yes, delete' }).click()
    await rowWith(page, 'Agents', 'Support Desk').waitFor({ state: 'detached' })
    const { items } = await world('blue').records.list('agents')
    expect(items.map((agent) => agent['name'])).not.toContain('Support Desk')
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('“Support Desk” is back.').waitFor()
    await page.getByRole('link', { name: 'Support Desk' }).waitFor()
    await page.getByRole('link', { name: 'Knowledge bases' }).click()
    await rowWith(page, 'Knowledge bases', '').first().getByRole('link').first().click()
    const before = (await world('blue').snapshot()).fixture
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'Yes, delete' }).click()
    await page.getByText(/Deleted “.*”, and deleted or changed \d+ more/).waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('is back.').waitFor()
    expect((await world('blue').snapshot()).fixture).toEqual(before)
  })

  it('the state page adds a record, and finds it by its text and its owner', async () => {
    const { page } = await visit('state?kind=workflows', 'green')
    await page.getByRole('link', { name: 'Invoice approval' }).waitFor()
    await page.getByRole('button', { name: 'Add' }).click()
    const fields = page.getByRole('textbox', { name: 'Fields of the record' })
    await fields.fill((await fields.inputValue()).replace('Invoice approval', 'A second one'))
    await page.getByRole('button', { name: 'Add record' }).click()
    await page.getByRole('textbox', { name: 'Record as JSON', exact: true }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByLabel('Contains').fill('a second')
    await page.getByLabel('Owner').fill('demo@example.com')
    await page.keyboard.press('Enter')
    await page.getByText('1 record', { exact: true }).waitFor()
    expect(await rowWith(page, 'Workflows', '').count()).toBe(1)
    expect(await world('green').records.list('workflows', { q: 'A second one' })).toHaveProperty(
      'total',
      1,
    )
  })

  it('a dialog stays open when a text selection ends outside the dialog, and closes by a click outside', async () => {
    const { page } = await visit('state?kind=agents', 'selected')
    await page.getByRole('link', { name: 'Support Desk' }).click()
    const record = page.getByRole('dialog').getByRole('textbox', { name: 'Record' })
    await record.fill('{"edited": true}')
    const outside = () => page.mouse.move(2, 2)
    for (const [from, to] of [
      [() => record.hover(), outside],
      [outside, () => record.hover()],
    ] as const) {
      await from()
      await page.mouse.down()
      await to()
      await page.mouse.up()
      expect(await record.isVisible()).toBe(true)
      expect(await record.inputValue()).toBe('{"edited": true}')
    }
    await page.mouse.click(2, 2)
    await record.waitFor({ state: 'detached' })
  })

  it('the state page goes to the last page of a list when the only record of that page is deleted', async () => {
    const agents = world('paged').records
    const { total } = await agents.list('agents', { size: 1 })
    for (let count = total; count < 26; count++) await agents.add('agents', { name: `A ${count}` })
    const { page } = await visit('state?kind=agents&page=2', 'paged')
    await page.getByText('Page 2 of 2').waitFor()
    await rowWith(page, 'Agents', '').getByRole('link').first().click()
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'Yes, delete' }).click()
    await page.getByText('25 records').waitFor()
    await rowWith(page, 'Agents', '').nth(24).waitFor()
    expect(await page.getByText('The world has no records').count()).toBe(0)
  })

  it('the state page says that no record passes the filter, not that the world has none', async () => {
    const { page } = await visit('state?kind=agents&q=nothing-like-it', 'filtered')
    await page.getByText('No record passes the filter.').waitFor()
    expect(await page.getByText('The world has no records').count()).toBe(0)
  })

  it('a link of the state page that drops the filter also empties the fields of the filter', async () => {
    const { page } = await visit('state?kind=agents&q=nothing-like-it', 'filtered')
    await page.getByText('0 records').waitFor()
    expect(await page.getByLabel('Contains').inputValue()).toBe('nothing-like-it')
    await page.getByRole('link', { name: /^Agents/ }).click()
    await rowWith(page, 'Agents', 'Support Desk').waitFor()
    expect(await page.getByLabel('Contains').inputValue()).toBe('')
  })

  it('the state page names the line of a mistake in JSON, also if the browser only quotes the text around it', async () => {
    const { page } = await visit('state?kind=agents', 'mistaken')
    await page.getByRole('link', { name: 'Support Desk' }).click()
    const dialog = page.getByRole('dialog')
    const record = dialog.getByRole('textbox', { name: 'Record' })
    for (const [text, problem] of [
      ['{\n  "name": "Another",\n  "icon": nul,\n  "is_builder": false\n}', 'Line 3, column 14'],
      ['{\n  "name": "Another",\n  "icon":,\n  "id": 1\n}', 'Line 3, column 10'],
      ['{\n"a":,\n"name": "Another"}', 'Line 2, column 5'],
      ['{\n"a":,\n"b": 1}', 'Line 2, column 5'],
    ] as const) {
      await record.fill(text)
      await dialog.getByText(`${problem}: Unexpected token ','. The line is`).waitFor()
    }
    expect(await record.getAttribute('aria-invalid')).toBe('true')
  })

  it('the state page shows hostile input as text', async () => {
    const { items } = await world('white').records.list('conversations', { size: 1 })
    const id = items[0]?.id ?? ''
    await world('white').records.change('conversations', id, { title: hostileText })
    const { page, complaints } = await visit('state?kind=conversations', 'white')
    await page.getByRole('link', { name: '<img src=x' }).click()
    await page.getByRole('textbox', { name: 'Record' }).waitFor()
    expect([await isHurt(page), await page.locator('main img').count(), complaints]).toEqual([
      false,
      0,
      [],
    ])
  })
})
