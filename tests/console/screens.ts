import type { BrowserContextOptions, Page } from 'playwright'
import type { OpenPage } from '../support/open-browser.ts'
import { axeFindings } from './axe-findings.ts'
import { drawn } from '../support/proving.ts'

/** Light and dark, on a desktop and on a phone. */
export const screens = [
  { name: 'light, on a desktop', colorScheme: 'light', viewport: { width: 1280, height: 800 } },
  { name: 'dark, on a desktop', colorScheme: 'dark', viewport: { width: 1280, height: 800 } },
  { name: 'light, on a phone', colorScheme: 'light', viewport: { width: 360, height: 740 } },
  { name: 'dark, on a phone', colorScheme: 'dark', viewport: { width: 360, height: 740 } },
] as const satisfies readonly (BrowserContextOptions & { readonly name: string })[]

/**
 * The problems of a page in its current state: errors in the browser's console, requests to another
 * server, content wider than the window, and findings of axe, of any level (on a page that is drawn).
 */
export async function flawsOf({ page, requests, complaints }: OpenPage): Promise<string[]> {
  const { origin } = new URL(page.url())
  const foreign = requests.filter((url) => new URL(url).origin !== origin)
  const wider = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
  return [
    ...complaints,
    ...foreign.map((url) => `asked ${url}`),
    ...(wider > 0 ? [`wider than its window by ${wider} px`] : []),
    ...(await headingGaps(page)),
    ...(drawsAxe(page) ? await axeFindings(page) : []),
  ]
}

/** The visible headings that are more than one level below the heading before them. */
const headingGaps = (page: Page) =>
  page.evaluate<string[]>(`(() => {
    const levelOf = (heading) => Number(heading.ariaLevel ?? heading.localName.slice(1))
    return [...document.querySelectorAll('h1, h2, h3, h4, h5, h6, [role=heading]')]
      .filter((heading) => heading.checkVisibility())
      .flatMap((heading, at, all) => {
        const previous = all[at - 1]
        const dialog = heading.closest('dialog')
        const isFirst = previous === undefined || previous.closest('dialog') !== dialog
        // A dialog begins with level 2, wherever it is in the page.
        const before = isFirst ? (dialog === null && at === 0 ? 0 : 1) : levelOf(previous)
        return levelOf(heading) > before + 1
          ? ['heading of level ' + levelOf(heading) + ' after ' + before + ': ' + heading.textContent]
          : []
      })
  })()`)

/** Axe takes three seconds of CPU for a page, so each day a third of the pages is drawn for it. */
const drawsAxe = (page: Page) =>
  drawn([true, false, false], 1, new URL(page.url()).hash).includes(true)

/** The problems on a drawn screen, or on all (`npm run prove`), each with the name of its screen. */
export async function flawsOnScreens(opened: OpenPage): Promise<string[]> {
  const flaws: string[] = []
  for (const { name, viewport, colorScheme } of drawn(screens, 1)) {
    await opened.page.setViewportSize(viewport)
    await opened.page.emulateMedia({ colorScheme })
    flaws.push(...(await flawsOf(opened)).map((flaw) => `${name}: ${flaw}`))
  }
  return flaws
}
