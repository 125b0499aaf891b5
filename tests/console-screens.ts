import type { BrowserContextOptions } from 'playwright'
import type { OpenPage } from './open-browser.ts'
import { seriousFindings } from './serious-findings.ts'

/** Light and dark, on a desk and on a phone. */
export const screens = [
  { name: 'light, on a desk', colorScheme: 'light', viewport: { width: 1280, height: 800 } },
  { name: 'dark, on a desk', colorScheme: 'dark', viewport: { width: 1280, height: 800 } },
  { name: 'light, on a phone', colorScheme: 'light', viewport: { width: 360, height: 740 } },
  { name: 'dark, on a phone', colorScheme: 'dark', viewport: { width: 360, height: 740 } },
] as const satisfies readonly (BrowserContextOptions & { readonly name: string })[]

/**
 * What is wrong with a screen of the page, as it is now: its console complains, it asks another
 * server, it is wider than its window, or axe finds something serious.
 */
export async function flawsOf({ page, requests, complaints }: OpenPage): Promise<string[]> {
  const { origin } = new URL(page.url())
  const foreign = requests.filter((url) => new URL(url).origin !== origin)
  const wider = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
  return [
    ...complaints,
    ...foreign.map((url) => `asked ${url}`),
    ...(wider > 0 ? [`wider than its window by ${wider} px`] : []),
    ...(await seriousFindings(page)),
  ]
}

/** The same on all screens, one after another, each flaw with the name of its screen. */
export async function flawsOnScreens(opened: OpenPage): Promise<string[]> {
  const flaws: string[] = []
  for (const { name, viewport, colorScheme } of screens) {
    await opened.page.setViewportSize(viewport)
    await opened.page.emulateMedia({ colorScheme })
    flaws.push(...(await flawsOf(opened)).map((flaw) => `${name}: ${flaw}`))
  }
  return flaws
}
