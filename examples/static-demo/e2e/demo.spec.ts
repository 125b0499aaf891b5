import { expect, test } from '@playwright/test'

test('the changes of a visitor survive a reload, until they start over', async ({ page }) => {
  await page.goto('/')
  const conversations = page.getByRole('listitem')
  await expect(conversations).not.toHaveCount(0)
  const before = await conversations.allTextContents()

  await page.getByRole('button', { name: 'Ask' }).click()
  await expect(page.getByRole('article')).toContainText('it waits at the nearest pick-up point')
  await expect(conversations).not.toHaveText(before)
  const after = await conversations.allTextContents()

  await page.reload()
  await expect(conversations).toHaveText(after)
  await page.getByRole('button', { name: 'Start over' }).click()
  await expect(conversations).toHaveText(before)
})
