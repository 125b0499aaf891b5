import { expect, test } from 'agent-understudy/playwright'

test.use({ fakeApp: { calls: /\/api\// } })

test('a dropped stream is resumed where it broke', async ({ page, fake }) => {
  await fake.faults.add({
    match: { endpoint: 'chat.react' },
    effect: { stream: { cut: { after_event: 5 } } },
  })
  await page.goto('/')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByLabel('Question').fill('Where is my order?')
  await page.getByRole('button', { name: 'Ask' }).click()
  await expect(page.getByRole('article')).toContainText('it waits at the nearest pick-up point')
  const calls = await fake.journal.list()
  expect(calls.flatMap(({ stream }) => stream?.state ?? [])).toEqual(['cut', 'end'])
})
