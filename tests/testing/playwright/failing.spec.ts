import { shortStory } from '../../support/short-story.ts'
import { expect, test } from './app-test.ts'

test.use({ fakeApp: {}, fakeWorld: { speed: 1, scenarios: [shortStory] } })

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
