// Draws the pictures of the README: `npm run pictures`.
import { mkdir } from 'node:fs/promises'
import type { Page } from 'playwright'
import { openBrowser } from './open-browser.ts'
import { type Ready, start } from './start-serve.ts'

const folder = 'docs/pictures'
const { output, stop } = await start('--json')
const { url } = JSON.parse(output) as Ready
const browser = await openBrowser()

async function draw(name: string, path: string, prepare: (page: Page) => Promise<unknown>) {
  const { page } = await browser.open(`${url}/#/${path}`, {
    colorScheme: name === 'chat' ? 'dark' : 'light',
    viewport: { width: 1280, height: 800 },
  })
  await prepare(page)
  await page.screenshot({ path: `${folder}/${name}.png` })
}

await mkdir(folder, { recursive: true })
await draw('start', '', (page) => page.getByRole('link', { name: 'default' }).waitFor())
await draw('chat', 'chat', async (page) => {
  await page.getByRole('button', { name: 'demo@example.com' }).click()
  await page.getByRole('textbox', { name: 'Question' }).fill('Where is my order?')
  await page.keyboard.press('Enter')
  await page.getByText('iteration').first().waitFor()
  await page.getByRole('button', { name: 'Cut', exact: true }).click()
  await page.getByText('No event is missing.').waitFor()
})
await draw('journal', 'journal', (page) => page.getByText('/api/chat/resume').first().waitFor())
await draw('stage', 'stage', async (page) => {
  await page.getByRole('button', { name: 'demo@example.com' }).press('Enter')
  await page.getByText('What would you like to ask?').waitFor()
  await page.keyboard.press('2')
  await page.locator('.plan-box.is-completed').first().waitFor()
})
await browser.close()
await stop()
