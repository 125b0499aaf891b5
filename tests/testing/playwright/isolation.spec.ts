import type { PageFake } from '../../../testing/playwright/page-fake.ts'
import { expect, test } from './app-test.ts'

const count = Number(process.env['ISOLATION_TESTS'] ?? 50)
const moment = '2026-11-21T08:00:00.000Z'

/** Expects that a world has only the records that its own test created. */
async function expectAlone(fake: PageFake, title: string): Promise<void> {
  const { items } = await fake.records.list('conversations')
  expect(items.map((record) => record['title'])).toEqual([title])
  const turns = await fake.journal.list({ endpoint: 'chat.react' })
  expect(turns).toMatchObject([{ world: fake.name, status: 200, stream: { state: 'end' } }])
  expect(await fake.clock.iso()).toBe(moment)
}

test.describe('worlds of concurrent tests', () => {
  test.use({ fakeWorld: { fixture: 'empty' } })

  // Only one test in eight opens a page, so that 400 tests take minutes and not an hour.
  for (let number = 1; number <= count; number++)
    if (number % 8 === 0)
      test(`worlds of concurrent tests are isolated in a page, number ${number}`, async ({
        page,
        fake,
        app,
      }) => {
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
      test(`worlds of concurrent tests are isolated, number ${number}`, async ({ fake }) => {
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
