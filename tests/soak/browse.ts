import type { Page } from 'playwright'
import { type OpenPage, openBrowser, watched } from '../open-browser.ts'

/** What pages in a real browser came to. */
export type Browsed = {
  /** Turns of each page that arrived whole. */
  readonly turns: readonly number[]
  readonly problems: readonly string[]
}

/** Long enough for all pages to be drawn on one small machine. */
const patienceMs = 120_000

/** Opens pages, each as a browser of its own, and signs them in; `stay` is what they do side by side. */
export async function openPages(url: string, count: number) {
  const browser = await openBrowser()
  const opened: (OpenPage & { readonly mark: string })[] = []
  for (let number = 0; number < count; number++) {
    const watchedPage = watched(await (await browser.newContext()).newPage())
    const { page } = watchedPage
    page.setDefaultTimeout(patienceMs)
    await page.goto(`${url}/#/chat`)
    await page
      .getByRole('group', { name: 'Users of this world' })
      .getByRole('button', { name: 'demo@example.com' })
      .click()
    opened.push({ ...watchedPage, mark: `mark-page-${number}` })
  }
  return {
    /** Lets each page ask one turn after another, and end its world. */
    async stay(goesOn: () => boolean): Promise<Browsed> {
      const problems: string[] = []
      const turns = await Promise.all(
        opened.map(async ({ page, complaints, mark }) => {
          let whole = 0
          try {
            for (; whole === 0 || goesOn(); whole++) await askOne(page, mark)
            const seen = (await page.locator('body').innerText()).match(/mark-page-\d+/g) ?? []
            if (seen.length === 0 || seen.some((one) => one !== mark))
              problems.push(`The page of ${mark} shows ${seen.join(', ')}.`)
            await page.evaluate(`fetch('./__control/visitor', { method: 'DELETE' })`)
          } catch (error) {
            problems.push(`The page of ${mark}: ${String(error)}`)
          }
          problems.push(...complaints)
          await page.close()
          return whole
        }),
      )
      return { turns, problems }
    },
    close: () => browser.close(),
  }
}

/** Asks in a new conversation, and waits until the timeline accounts for the whole turn. */
async function askOne(page: Page, mark: string): Promise<void> {
  await page.getByRole('button', { name: 'New', exact: true }).click()
  const events = page.getByRole('region', { name: 'Events' })
  await events.getByText('None is missing.').waitFor({ state: 'detached' })
  const question = page.getByRole('textbox', { name: /^Question/ })
  await question.fill(`Hello from ${mark}`)
  await question.press('Enter')
  await events.getByText('None is missing.').waitFor()
}
