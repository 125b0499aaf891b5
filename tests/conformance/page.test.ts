import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { toHtml } from '../../conformance/reporters/documents.ts'
import { foundBrowser } from '../support/find-browser.ts'
import { hostileReport } from '../support/hostile-report.ts'
import { virtualFake } from '../support/virtual-fake.ts'
import { type OpenBrowser, openBrowser, type OpenPage } from '../support/open-browser.ts'

type Looks = { readonly width: number; readonly scheme: 'light' | 'dark' }

const wide: Looks = { width: 1280, scheme: 'light' }
const looks: readonly Looks[] = [
  wide,
  { width: 1280, scheme: 'dark' },
  { width: 360, scheme: 'light' },
  { width: 360, scheme: 'dark' },
]

/** The texts on the page with too little contrast. */
const faintTexts = `(() => {
  const channels = (color) => color.match(/[\\d.]+/g).slice(0, 4).map(Number)
  const luminance = (color) => channels(color).slice(0, 3)
    .map((part) => part / 255)
    .map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
    .reduce((sum, part, index) => sum + part * [0.2126, 0.7152, 0.0722][index], 0)
  const behind = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const color = getComputedStyle(at).backgroundColor
      if (channels(color)[3] !== 0) return color
    }
    return 'rgb(255, 255, 255)'
  }
  const texts = [...document.querySelectorAll('body *')].filter((element) =>
    element.checkVisibility() && [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim()))
  const contrast = (element) => {
    const [dim, bright] = [getComputedStyle(element).color, behind(element)].map(luminance).sort((a, b) => a - b)
    return (bright + 0.05) / (dim + 0.05)
  }
  if (texts.length < 100) throw new Error('The page has fewer than 100 texts.')
  return texts.filter((element) => contrast(element) < 4.5).map(({ outerHTML }) => outerHTML.slice(0, 80))
})()`

describe.skipIf(foundBrowser === undefined)('the HTML report in a browser', () => {
  let folder: string
  let browser: OpenBrowser
  let show: (name: 'report' | 'hostile', look: Looks, place?: string) => Promise<OpenPage>

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'understudy-'))
    const picks = { 'errors.validation-status': 400, 'lists.default-size': { items: 3 } }
    const reports = {
      report: await virtualFake(picks).runSuite('core'),
      hostile: await hostileReport(),
    }
    for (const [name, report] of Object.entries(reports))
      await writeFile(join(folder, `${name}.html`), toHtml(report))
    browser = await openBrowser()
    show = (name, { width, scheme }, place = '') =>
      browser.open(`${pathToFileURL(join(folder, `${name}.html`))}${place}`, {
        viewport: { width, height: 900 },
        colorScheme: scheme,
      })
  })
  afterEach(() => browser.close())
  afterAll(() => rm(folder, { recursive: true, force: true }))

  test.each(looks)(
    'the HTML report is readable at $width pixels in the $scheme scheme',
    async (look) => {
      const { page, complaints, requests } = await show('report', look)
      const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth')
      expect(overflow).toBeLessThanOrEqual(0)
      expect(await page.evaluate(faintTexts)).toEqual([])
      const background = await page.evaluate<string>(
        'getComputedStyle(document.body).backgroundColor',
      )
      expect(background).toBe(look.scheme === 'dark' ? 'rgb(15, 16, 19)' : 'rgb(251, 251, 252)')
      expect(complaints).toEqual([])
      expect(requests.filter((address) => !address.startsWith('file:'))).toEqual([])
    },
  )

  test('the HTML report filters checks by verdict, level, section and text, and shows how many checks remain', async () => {
    const { page } = await show('report', wide)
    const filter = (fields: object) =>
      page.evaluate<{ shown: string[]; status: string }>(`(() => {
        document.querySelector('[type=reset]').click()
        for (const [name, value] of Object.entries(${JSON.stringify(fields)}))
          document.forms[0].elements[name].value = value
        document.forms[0].dispatchEvent(new Event('input', { bubbles: true }))
        const shown = [...document.querySelectorAll('details')].filter((one) => one.checkVisibility())
        return { shown: shown.map(({ id }) => id), status: document.querySelector('[role=status]').textContent }
      })()`)
    const all = await filter({})
    const keys = await filter({ section: 'keys', verdict: 'fail' })
    expect(all.status).toBe(`${all.shown.length} of ${all.shown.length} checks`)
    expect(keys.shown).toContain('keys.name-is-required')
    expect(keys.shown.filter((id) => !id.startsWith('keys.'))).toEqual([])
    expect(keys.status).toBe(`${keys.shown.length} of ${all.shown.length} checks`)
    const found = await filter({ text: 'SIZE default', level: 'must' })
    expect(found.shown).toContain('lists.size-is-20-by-default')
    expect(found.shown.length).toBeLessThan(20)
    expect((await filter({ text: 'nowhere-to-be-found' })).status).toMatch(/^0 of/)
  })

  test('the HTML report opens the check that the URL names', async () => {
    const { page } = await show('report', wide, '#lists.size-is-20-by-default')
    const open = await page.evaluate(
      '[...document.querySelectorAll("details[open]")].map(({ id }) => id)',
    )
    expect(open).toEqual(['lists.size-is-20-by-default'])
  })

  test('the HTML report works with the keyboard only, and every focusable element has an accessible name', async () => {
    const { page } = await show('report', wide)
    const focused = () =>
      page.evaluate<string>(
        '(document.activeElement.ariaLabel ?? "") + document.activeElement.textContent.trim()',
      )
    await page.keyboard.press('Tab')
    expect(await focused()).toBe('To the checks')
    await page.keyboard.press('Enter')
    expect(await page.evaluate('location.hash')).toBe('#checks')
    await page.keyboard.press('Tab')
    expect(await page.evaluate('document.activeElement.localName')).toBe('summary')
    await page.keyboard.press('Enter')
    expect(await page.evaluate('document.activeElement.parentElement.open')).toBe(true)
    const nameless =
      await page.evaluate(`[...document.querySelectorAll('a, button, input, select, summary, [tabindex]')]
      .filter((one) => !(one.textContent.trim() || one.ariaLabel || one.labels?.length))
      .map(({ outerHTML }) => outerHTML)`)
    expect(nameless).toEqual([])
  })

  test('the HTML report shows hostile text of a target as plain text', async () => {
    const { page, complaints, requests } = await show('hostile', wide)
    await page.evaluate(
      'document.querySelectorAll("details").forEach((one) => { one.open = true })',
    )
    expect(await page.evaluate('document.title')).toBe('Conformance of http://target.test')
    expect(await page.evaluate('document.querySelectorAll("img, b:not([class])").length')).toBe(0)
    expect(await page.evaluate('document.body.innerText')).toContain('</script><img src=x onerror=')
    expect(requests).toHaveLength(1)
    expect(complaints).toEqual([])
  })
})
