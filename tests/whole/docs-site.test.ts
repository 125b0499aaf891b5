import { execFile } from 'node:child_process'
import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { preview } from 'vite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { foundBrowser } from '../support/find-browser.ts'
import { type OpenBrowser, openBrowser } from '../support/open-browser.ts'
import { isProving } from '../support/proving.ts'

const isInstalled = existsSync('docs/site/node_modules/vitepress')
const needed = isInstalled ? '' : ' (skipped: `npm run docs` installs the packages it needs)'
/** A published site has a base path. */
const base = '/understudy/'
const built = 'docs/site/.vitepress/dist'
const canRun = isProving && isInstalled && foundBrowser !== undefined

describe.runIf(canRun)(`the documentation as a site${needed}`, () => {
  let url = ''
  let browser: OpenBrowser
  let closeSite: (() => Promise<void>) | undefined
  beforeAll(async () => {
    // The build also fails for a dead link between pages.
    await promisify(execFile)('npm', ['run', '--prefix', 'docs/site', 'build'], {
      env: { ...process.env, DOCS_BASE: base },
    })
    const site = await preview({
      root: 'docs/site',
      base,
      configFile: false,
      appType: 'mpa',
      logLevel: 'silent',
      build: { outDir: '.vitepress/dist' },
      preview: { port: 0, host: '127.0.0.1' },
    })
    closeSite = () => site.close()
    url = site.resolvedUrls?.local[0] ?? ''
    browser = await openBrowser()
  }, 600_000)
  afterAll(async () => {
    await browser?.close()
    await closeSite?.()
  })

  it('the front page leads to the console, which plays a turn that is cut and resumed', async () => {
    const { page, requests, complaints } = await browser.open(url)
    await page.getByRole('link', { name: 'Try it in the browser' }).click()
    await page.getByRole('region', { name: 'Tour' }).getByText('Cut a stream').waitFor()
    await page.getByRole('button', { name: /^Cut/ }).click()
    await page.getByText('No event is missing.').waitFor({ timeout: 60_000 })
    expect(complaints).toEqual([])
    expect(requests.filter((request) => !request.startsWith(url))).toEqual([])
  }, 120_000)

  it('every link, script, style and picture of the site exists below its base path', () => {
    const pages = globSync('**/*.html', { cwd: built })
    const texts = new Map(pages.map((page) => [page, readFileSync(join(built, page), 'utf8')]))
    const broken: string[] = []
    let count = 0
    for (const [page, text] of texts)
      for (const [, link = ''] of text.matchAll(/ (?:href|src)="([^"#:][^":]*|#[^"]+)"/g)) {
        const [path = '', anchor] = decodeURI(link).split('#')
        count += 1
        const below =
          path === '' ? page : path.startsWith(base) ? path.slice(base.length) : undefined
        const found = [below, `${below}.html`, join(below ?? '', 'index.html')].find(
          (one) =>
            one !== undefined && statSync(join(built, one), { throwIfNoEntry: false })?.isFile(),
        )
        const target = texts.get(found ?? '')
        // An anchor such as `#/chat` is a route of the console, not an element of its page.
        const isPart = anchor !== undefined && anchor !== '' && !anchor.startsWith('/')
        if (found === undefined || (isPart && !target?.includes(` id="${anchor}"`)))
          broken.push(`${page}: ${link}`)
      }
    expect(pages.length).toBeGreaterThan(60)
    expect(count).toBeGreaterThan(1000)
    expect([...new Set(broken)]).toEqual([])
  })

  it('the search of the site finds a page by a word of its text', async () => {
    const { page } = await browser.open(`${url}start/frontend`)
    await page.getByRole('button', { name: 'Search' }).first().click()
    await page.getByRole('searchbox').fill('baseline')
    const found = page.getByRole('option', { name: /Known failures/ }).first()
    await found.waitFor()
    expect(await found.textContent()).toContain('The conformance suite')
  })
})
