import type { Page } from 'playwright'
import { type OpenPage, launchBrowser, watched } from '../support/open-browser.ts'

/** The result of pages in a real browser. */
export type Browsed = {
  /** Complete turns of each page. */
  readonly turns: readonly number[]
  readonly problems: readonly string[]
}

/** Enough time to render all pages on one small machine. */
const timeoutMs = 120_000

/** Opens pages, each in its own browser context, and signs them in; `visitDemo` runs them in parallel. */
export async function openPages(url: string, count: number) {
  const browser = await launchBrowser()
  const opened: (OpenPage & { readonly mark: string })[] = []
  for (let number = 0; number < count; number++) {
    const watchedPage = watched(await (await browser.newContext()).newPage())
    const { page } = watchedPage
    page.setDefaultTimeout(timeoutMs)
    await page.goto(`${url}/#/chat`)
    await page
      .getByRole('group', { name: 'Users of this world' })
      .getByRole('button', { name: 'demo@example.com' })
      .click()
    opened.push({ ...watchedPage, mark: `mark-page-${number}` })
  }
  return {
    /** Each page sends one question after another, then ends its world. */
    async visitDemo(isRunning: () => boolean): Promise<Browsed> {
      const problems: string[] = []
      const turns = await Promise.all(
        opened.map(async ({ page, complaints, mark }) => {
          let whole = 0
          try {
            for (; whole === 0 || isRunning(); whole++) await askQuestion(page, mark)
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
    close: () => browser.end(),
  }
}

/** Sends a question in a new conversation, and waits until the timeline shows the complete turn. */
async function askQuestion(page: Page, mark: string): Promise<void> {
  await page.getByRole('button', { name: 'New', exact: true }).click()
  const events = page.getByRole('region', { name: 'Events' })
  await events.getByText('No event is missing.').waitFor({ state: 'detached' })
  const question = page.getByRole('textbox', { name: /^Question/ })
  await question.fill(`Hello from ${mark}`)
  await question.press('Enter')
  await events.getByText('No event is missing.').waitFor()
}
