import type { Scenario } from '../../../entries/index.ts'
import { expect, test } from './app-test.ts'

const story: Scenario = {
  name: 'long-story',
  match: { endpoint: 'react', query: 'tell me' },
  pace: { by: 'word', size: 1, every: 25 },
  script: [{ answer: 'It was once. '.repeat(20) }, { answer: 'That is the end.' }],
}

test.use({ fakeApp: {}, fakeWorld: { speed: 1, scenarios: [story] } })

test('a test that fails in the middle of a turn', async ({ page, fake, app }) => {
  await fake.clock.freeze()
  await fake.signIn(page, 'demo')
  await page.goto(`${app.url}/?api=${fake.url}`)
  await page.locator('input').fill('tell me')
  await page.getByRole('button', { name: 'Ask' }).click()
  await expect(page.locator('#events li')).not.toHaveCount(0)
  await fake.clock.resume()
  expect(await page.locator('#events li').count()).toBe(1000)
})
