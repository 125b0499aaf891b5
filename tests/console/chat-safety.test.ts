import { describe, expect, it } from 'vitest'
import { servedChat } from './chat-page.ts'
import type { Steer } from '../support/open-chat.ts'
import { flawsOf, screens } from './screens.ts'
import { foundBrowser } from '../support/find-browser.ts'
import { drawn } from '../support/proving.ts'

const chatIn = servedChat()

/** Texts that run code or call another host if a page renders them as HTML. */
const hostile =
  '<script>window.broken=1</script><img src="http://evil.test/a.png" onerror="window.broken=2">' +
  '<svg onload="window.broken=3"></svg><iframe src="http://evil.test/b"></iframe>'

const hostileAnswer = [
  hostile,
  '[run me](javascript:window.broken=4) [data](data:text/html,<script>window.broken=5</script>)',
  '![picture](http://evil.test/c.png) <a href="https://fine.test/" onclick="window.broken=6">hm</a>',
  '[fine](https://fine.test/ "a \\" onmouseover=window.broken=7")',
  '# Heading <b onpointerenter="window.broken=8">bold</b>',
  '```html"onload="window.broken=9\n<script>window.broken=10</script>\n```',
  '<style>body { background: url(http://evil.test/d.png) }</style>',
  '<form action="http://evil.test/e"><input name="password"></form>',
  '| a |\n|---|\n| <img src=x onerror=window.broken=11> |',
  '<math><mtext><table><mglyph><style><img src=x onerror=window.broken=12></style>',
].join('\n\n')

const hostileTurn = {
  name: 'hostile',
  match: { endpoint: 'react', query: ['script'] },
  script: [
    { think: hostile },
    { call: { tool: hostile, input: { [hostile]: hostile }, observation: hostile } },
    { answer: hostileAnswer },
  ],
  title: hostile,
  suggestions: [hostile],
}

type Listed = { readonly items: readonly { readonly id: string }[] }

/** Writes the hostile texts into every field that a user or an administrator can set. */
async function poison(control: Steer) {
  for (const [kind, change] of [
    ['agents', { name: hostile, description: hostile, suggested_prompts: [hostile] }],
    ['conversations', { title: hostile }],
    ['users', { display_name: hostile }],
  ] as const) {
    const { items } = (await control('GET', `records/${kind}?size=100`)) as Listed
    for (const { id } of items) await control('PATCH', `records/${kind}/${id}`, change)
  }
}

const halting = {
  name: 'halting',
  match: { endpoint: 'react', query: ['tell me'] },
  script: [
    { think: 'I look.' },
    { call: { tool: 'look', input: {}, observation: '{"seen":1}' } },
    { answer: '## Half\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```js\nconst a = 1\n```\n\n' },
    { pause: 600_000 },
    { answer: 'Done.' },
  ],
  suggestions: ['And then?'],
}

describe.skipIf(foundBrowser === undefined)('the chat', { timeout: 180_000 }, () => {
  it('the chat runs no script and loads no URL from the texts of the platform', async () => {
    const chat = await chatIn('hostile', { scenario: hostileTurn, prepare: poison })
    const { page, ask, turns, requests, complaints, url } = chat
    await page.getByRole('combobox', { name: 'Agent' }).selectOption({ index: 1 })
    await page.getByRole('combobox', { name: 'Mode' }).selectOption('react')
    await ask(`A script: ${hostile}`)
    const suggestions = turns.getByRole('group', { name: 'Suggested questions' })
    await suggestions.getByRole('button').waitFor()
    for (const fold of await turns.locator('summary').all()) await fold.click()
    const answer = turns.locator('.answer')
    expect(await answer.innerText()).toContain('<script>window.broken=1</script>')
    expect(await answer.locator('script, img, svg, iframe, style, form, input').count()).toBe(0)
    const links = await answer
      .locator('a')
      .evaluateAll((all) =>
        all.map((link) => [link.getAttribute('href'), link.getAttribute('rel')]),
      )
    const safe = 'noopener noreferrer'
    expect(links.filter(([href]) => href !== null)).toEqual([
      ['http://evil.test/c.png', safe],
      ['https://fine.test/', safe],
    ])
    // Checks the same again with the history.
    await page.reload()
    await turns.locator('.answer').waitFor()
    for (const link of await turns.locator('.answer a').all()) await link.hover()
    expect(await page.evaluate('window.broken')).toBeUndefined()
    expect(requests.filter((address) => !address.startsWith(url))).toEqual([])
    expect(complaints).toEqual([])
  })

  it.each(drawn(screens, 1))(
    'the chat shows hostile texts without layout or accessibility problems, $name',
    async ({ colorScheme, viewport }) => {
      const isPhone = viewport.width < 700
      const setting = { scenario: halting, context: { colorScheme, viewport } }
      const chat = await chatIn(`axe-${colorScheme}-${viewport.width}`, setting)
      const { page, ask, turns, events } = chat
      const pane = async (name: string) => {
        if (isPhone) await page.getByRole('button', { name, exact: true }).click()
      }
      await pane('Conversations')
      expect(await flawsOf(chat)).toEqual([])
      await pane('Chat')
      await ask('Tell me')
      await turns.getByRole('region', { name: 'Code' }).waitFor()
      expect(await flawsOf(chat)).toEqual([])
      await pane('Timeline')
      await page.getByRole('checkbox', { name: 'Resume automatically' }).uncheck()
      await page.getByRole('button', { name: 'Cut', exact: true }).click()
      await events.getByText('You cut it').waitFor()
      await events.getByText('answer start').first().click()
      expect(await flawsOf(chat)).toEqual([])
    },
  )
})
