import type { PageFake } from '../../testing/playwright/page-fake.ts'
import { expect, test } from './app-test.ts'

const count = Number(process.env['ISOLATION_TESTS'] ?? 50)
const moment = '2026-11-21T08:00:00.000Z'

/** What a test knows to be its own is all that there is in its world. */
async function expectAlone(fake: PageFake, title: string): Promise<void> {
  const { items } = await fake.records.list('conversations')
  expect(items.map((record) => record['title'])).toEqual([title])
  const turns = await fake.journal.list({ endpoint: 'chat.react' })
  expect(turns).toMatchObject([{ world: fake.name, status: 200, stream: { state: 'end' } }])
  expect(await fake.clock.iso()).toBe(moment)
}

test.describe('worlds of tests that run side by side', () => {
  test.use({ fakeWorld: { fixture: 'empty' } })

  // A page in one of eight, so that four hundred tests take minutes and not an hour.
  for (let number = 1; number <= count; number++)
    if (number % 8 === 0)
      test(`are each their own, with a page, number ${number}`, async ({ page, fake, app }) => {
        const title = `mine alone, ${number}`
        await fake.clock.freeze(moment)
        await fake.signIn(page)
        await page.goto(`${app.url}/?api=${fake.url}`)
        await expect(page.locator('#user')).toHaveText('demo@example.com')
        await page.locator('input').fill(title)
        await page.getByRole('button', { name: 'Ask' }).click()
        await expect(page.locator('#conversations li')).toHaveText([title])
        await expect(page.locator('#events li').last()).toHaveText('end')
        await expectAlone(fake, title)
      })
    else
      test(`are each their own, number ${number}`, async ({ fake }) => {
        const title = `mine alone, ${number}`
        await fake.clock.freeze(moment)
        const { access_token } = await fake.signIn()
        const post = async (path: string, body: object) =>
          fake.fetch(path, {
            method: 'POST',
            headers: {
              authorization: `Bearer ${access_token}`,
              'content-type': 'application/json',
            },
            body: JSON.stringify(body),
          })
        const { data } = (await (await post('/api/conversations', { title })).json()) as {
          data: { id: string }
        }
        const turn = await post('/api/react', { q: title, conversation_id: data.id })
        expect(await turn.text()).toMatch(/event: end\n/)
        await expectAlone(fake, title)
      })
})
