import type { BrowserContextOptions } from 'playwright'
import { describe, expect, it } from 'vitest'
import { flawsOf, screens } from './screens.ts'
import { hostileText, isHurt, rowWith, useConsole } from './console-tools.ts'
import { foundBrowser } from '../support/find-browser.ts'
import { axeFindings } from './axe-findings.ts'
import { drawn } from '../support/proving.ts'

const staging = `
picks:
  errors.envelope: detail
  lists.default-size: { default: { items: 30 }, at: { 'GET /api/agents': { items: 50 } } }
`

describe.skipIf(foundBrowser === undefined)(
  'the form for a custom profile',
  { timeout: 180_000 },
  () => {
    const { visit, world } = useConsole()

    /** Opens the form in a world. */
    async function open(name: string, options?: BrowserContextOptions) {
      const opened = await visit('choices', name, options)
      await opened.page.getByText('Use your own profile').click()
      const look = () => opened.page.getByRole('button', { name: 'Preview the changes' }).click()
      const text = opened.page.getByRole('textbox', { name: 'Profile, as YAML or JSON' })
      return { ...opened, look, text }
    }

    it.each(drawn(screens, 1))(
      'the form for a custom profile has no layout or accessibility problems: $name',
      async ({ name: _, ...options }) => {
        const opened = await open('sound', options)
        await opened.text.fill(staging)
        await opened.look()
        await opened.page.getByRole('button', { name: 'Apply profile' }).waitFor()
        expect(await flawsOf(opened)).toEqual([])
      },
    )

    it('the form for a custom profile previews a profile and applies it', async () => {
      const { page, look, text } = await open('red')
      const file = { name: 'staging.profile.yaml', mimeType: '', buffer: Buffer.from(staging) }
      const input = page.getByLabel('A file with a profile')
      await input.setInputFiles(file)
      await expect.poll(() => text.inputValue()).toBe(staging)
      // An empty input, so that the same file can be chosen again after it was edited.
      expect(await input.evaluate(({ value }: { readonly value: string }) => value)).toBe('')
      await look()
      const changes = 'What staging changes'
      await rowWith(page, changes, 'errors.envelope').filter({ hasText: 'detail' }).waitFor()
      await rowWith(page, changes, 'GET /api/agents').filter({ hasText: 'items: 50' }).waitFor()
      expect((await world('red').about()).profile).toBe('documented')
      await page.getByRole('button', { name: 'Apply staging' }).click()
      await page.getByText('The world now plays staging.').waitFor()
      expect((await world('red').about()).profile).toBe('staging')
      await page
        .getByRole('strong')
        .filter({ hasText: /^staging$/ })
        .waitFor()
      await look()
      await page.getByText('The world already plays this profile.').waitFor()
    })

    it('the form for a custom profile shows the line of a mistake until the mistake is corrected', async () => {
      const { page, text, look } = await open('green')
      await text.fill('picks:\n  errors.envelop: detail')
      await look()
      const alert = page.getByRole('alert')
      await alert.filter({ hasText: 'profile.yaml:2:3: Unknown choice errors.envelop.' }).waitFor()
      expect(await axeFindings(page)).toEqual([])
      await text.fill('picks:\n  errors.envelope: detail')
      await alert.waitFor({ state: 'detached' })
      await look()
      await page.getByRole('button', { name: 'Apply profile' }).click()
      await page.getByText('The world now plays profile.').waitFor()
      expect(await alert.count()).toBe(0)
    })

    it('the form for a custom profile shows a hostile name as text', async () => {
      const opened = await open('grey')
      const { page, text, look } = opened
      const name = JSON.stringify(hostileText)
      await text.fill(`{"name": ${name}, "picks": {"errors.envelope": "detail"}}`)
      await look()
      await page.getByRole('button', { name: `Apply ${hostileText}` }).click()
      await page.getByText(`The world now plays ${hostileText}.`).waitFor()
      expect(await isHurt(page)).toBe(false)
      expect(await flawsOf(opened)).toEqual([])
    })
  },
)
