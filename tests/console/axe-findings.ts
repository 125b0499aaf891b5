import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Page } from 'playwright'

type Finding = {
  readonly id: string
  readonly impact: string | null
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[]
}

const axe = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** The findings of axe in a page, minor ones too, with level, element and reason. */
export async function axeFindings(page: Page): Promise<string[]> {
  // In an isolated world, because the policy of the page forbids foreign scripts.
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(await axe)
  // Skips frames, because axe is not loaded in them.
  const found: readonly Finding[] = await page.evaluate(
    'axe.run(document, { resultTypes: ["violations"], iframes: false }).then(({ violations }) => violations)',
  )
  return found.flatMap(({ id, impact, nodes }) =>
    nodes.map(({ html, failureSummary = '' }) => `${id} (${impact}): ${html}\n${failureSummary}`),
  )
}
