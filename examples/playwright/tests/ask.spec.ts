import { expect, test } from 'agent-understudy/playwright'

// Requests of the page to `/api` are redirected to the world of the test.
test.use({ fakeApp: { calls: /\/api\// } })

test('a visitor is asked to sign in', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('paragraph')).toHaveText('Please sign in.')
})

test('a page shows the records of its own world', async ({ page, fake }) => {
  const { user } = await fake.signIn(page, 'demo')
  const { items } = await fake.records.list('conversations', { owner: user.email })
  await fake.records.change('conversations', String(items[0]?.['id']), { title: 'Only here' })
  await page.goto('/')
  await expect(page.getByRole('listitem').filter({ hasText: 'Only here' })).toHaveCount(1)
})

test('a session expires after two hours', async ({ page, fake }) => {
  await fake.signIn(page)
  await page.goto('/')
  await expect(page.getByRole('listitem')).not.toHaveCount(0)
  await fake.clock.advance('3h')
  await page.reload()
  await expect(page.getByRole('paragraph')).toHaveText('Please sign in.')
})

test.describe('at the speed of a real agent', () => {
  test.use({ fakeWorld: { speed: 1 } })

  test('a stream is shown event by event', async ({ page, fake }) => {
    await fake.signIn(page)
    await page.goto('/')
    await expect(page.getByRole('listitem')).not.toHaveCount(0)
    await fake.clock.freeze()
    await page.getByRole('button', { name: 'Ask' }).click()
    await expect.poll(async () => (await fake.about()).streams).toBe(1)
    await fake.clock.advance('1s')
    await expect(page.getByRole('paragraph')).toHaveText(/^\d+ events$/)
    await fake.clock.advance('10m')
    await expect(page.getByRole('paragraph')).toHaveText(/all of them/)
  })
})
