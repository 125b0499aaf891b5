import { expect, test } from '../../../../entries/playwright.ts'

// The tests of a client that `tests/testing/tolerance/cli.test.ts` runs with Playwright.

test.describe('dates', () => {
  test('a date ends in Z', async ({ fake }) => {
    const { access_token } = await fake.signIn()
    const headers = { authorization: `Bearer ${access_token}` }
    const response = await fake.fetch('/api/agents', { headers })
    const { items } = (await response.json()) as { items: [{ created_at: string }] }
    expect(items[0].created_at).toMatch(/Z$/)
  })

  test('a call without a credential is refused', async ({ fake }) => {
    expect((await fake.fetch('/api/agents')).status).toBe(401)
  })
})
