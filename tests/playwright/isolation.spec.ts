import { expect, test } from './app-test.ts'

const count = Number(process.env['ISOLATION_TESTS'] ?? 50)
const usual = 'demo@example.com'

test.describe('worlds of tests that run side by side', () => {
  test.use({ fakeWorld: { fixture: 'empty' } })

  for (let number = 1; number <= count; number++)
    test(`are each their own, number ${number}`, async ({ page, fake, app }) => {
      const mine = `mine alone ${number} of ${fake.name}`
      await fake.clock.freeze('2026-11-21T08:00:00.000Z')
      await fake.signIn(page)
      await page.goto(`${app.url}/?api=${fake.url}`)
      await expect(page.locator('#user')).toHaveText(usual)
      await page.locator('input').fill(mine)
      await page.getByRole('button', { name: 'Ask' }).click()
      await expect(page.locator('#conversations li')).toHaveText([mine])
      await expect(page.locator('#events li').last()).toHaveText('end')
      await expect(page.locator('#problem')).toHaveText('')

      const { items, total } = await fake.records.list('conversations')
      expect(items.map(({ title }) => title)).toEqual([mine])
      expect(total).toBe(1)
      const asked = await fake.journal.list({ endpoint: 'chat.react' })
      expect(asked).toMatchObject([{ status: 200, stream: { state: 'end' } }])
      expect(await fake.clock.iso()).toBe('2026-11-21T08:00:00.000Z')
    })
})
