// Draws the pictures of the README: `npm run pictures`.
import { mkdir } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from 'playwright'
import sharp from 'sharp'
import { launchBrowser } from '../../support/open-browser.ts'
import { type Ready, start } from '../../support/start-serve.ts'

const folder = 'docs/pictures'
const { output, stop } = await start('--json', '--speed', '0.5')
const { url } = JSON.parse(output) as Ready
const browser = await launchBrowser()

async function openPage(path: string, colorScheme: 'light' | 'dark', height = 800): Promise<Page> {
  const viewport = { width: 1280, height }
  return (await browser.open(`${url}/#/${path}`, { colorScheme, viewport })).page
}

const schemes = ['light', 'dark'] as const

/** Draws a page in both schemes. */
async function draw(name: string, path: string, prepare: (page: Page) => Promise<unknown>) {
  for (const scheme of schemes) {
    const page = await openPage(path, scheme)
    await prepare(page)
    const picture = sharp(await page.screenshot())
    await picture.webp({ quality: 85 }).toFile(`${folder}/${name}-${scheme}.webp`)
  }
}

/**
 * Writes an animation of a page, from the call of `roll()` to the call of the function that it returns.
 * Equal consecutive pictures become one.
 */
async function film(
  name: string,
  path: string,
  scheme: 'light' | 'dark',
  act: (page: Page, roll: () => () => Promise<unknown>) => Promise<unknown>,
) {
  const page = await openPage(path, scheme, 720)
  const shots: { readonly picture: Buffer; readonly at: number }[] = []
  await act(page, () => {
    const end = new AbortController()
    const rolling = (async () => {
      while (!end.signal.aborted) {
        const picture = await page.screenshot()
        if (shots.at(-1)?.picture.equals(picture) !== true) shots.push({ picture, at: Date.now() })
        await pause(60)
      }
    })()
    return () => {
      end.abort()
      return rolling
    }
  })
  const delay = shots.map(({ at }, index) => (shots[index + 1]?.at ?? at + 4000) - at)
  const frames = shots.map(({ picture }) => sharp(picture).resize(960).toBuffer())
  await sharp(await Promise.all(frames), { join: { animated: true } })
    .webp({ delay, loop: 0, quality: 70, effort: 6 })
    .toFile(`${folder}/${name}-${scheme}.webp`)
}

await mkdir(folder, { recursive: true })
await draw('start', '', (page) => page.locator('[data-state=complete]').waitFor())
for (const scheme of schemes)
  await film('chat', 'chat', scheme, async (page, roll) => {
    await page.getByRole('button', { name: 'demo@example.com' }).click()
    await page.getByRole('checkbox', { name: 'Resume automatically' }).uncheck()
    const question = page.getByRole('textbox', { name: 'Question' })
    await question.waitFor()
    const end = roll()
    await question.pressSequentially('Where is my order?', { delay: 40 })
    await page.keyboard.press('Enter')
    await page.getByRole('cell', { name: 'Carrier' }).waitFor()
    await page.getByRole('button', { name: 'Cut', exact: true }).click()
    await pause(2000)
    await page
      .getByRole('button', { name: /^Resume/ })
      .first()
      .click()
    await page.getByText('No event is missing.').first().waitFor()
    await end()
  })
await browser.end()
await stop()
