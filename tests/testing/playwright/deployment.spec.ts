import { test as base } from '@playwright/test'
import { expect, type PageProxyOptions, proxyTest } from '../../../entries/playwright.ts'
import { listen } from '../../../mocks/adapters/node.ts'
import { createTestFake } from '../../../testing/test-fake.ts'
import { serveApp } from './app-server.ts'

type Servers = { readonly good: string; readonly bad: string; readonly app: string }

/** The fixture, extended with two deployments and an app. */
const test = proxyTest(base).extend<
  { readonly played: PageProxyOptions & { readonly at: 'good' | 'bad' } },
  { readonly servers: Servers }
>({
  played: [{ at: 'good' }, { option: true }],
  servers: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const [good, bad, app] = await Promise.all([
        listen(createTestFake({ seed: 'staging' })),
        listen(createTestFake({ seed: 'staging', profile: 'deployed-0.8' })),
        serveApp(),
      ])
      await use({ good: good.url, bad: bad.url, app: app.url })
      await Promise.all([good.close(), bad.close(), app.close()])
    },
    { scope: 'worker' },
  ],
  deploymentOptions: async ({ servers, played: { at, ...options } }, use) =>
    use({ to: servers[at], ...options }),
})

test.describe('a page behind a proxy', () => {
  test.use({ played: { at: 'good', check: true, fake: true, record: true, calls: /\/api\// } })

  test('a page asks a deployment, and its turns come from a fake', async ({
    page,
    deployment,
    servers,
    request,
  }) => {
    const login = await request.post(`${deployment.url}/api/auth/login`, {
      data: { email: 'demo@example.com', password: 'demo-password' },
    })
    const { access_token } = (await login.json()) as { access_token: string }
    await page.addInitScript(`localStorage.setItem('access_token', '${access_token}')`)
    await page.goto(servers.app)
    await expect(page.locator('#user')).toHaveText('demo@example.com')
    await page.locator('input').fill('Where is my order?')
    await page.getByRole('button', { name: 'Ask' }).click()
    await expect(page.locator('#events li').last()).toHaveText('end')
    expect(deployment.journal({ endpoint: 'chat.react' })).toMatchObject([
      { explanation: 'The fake responded in place of the target.' },
    ])
    expect(await deployment.findings()).toEqual([])
  })
})

test.describe('a deployment that breaks a rule', () => {
  test.use({ played: { at: 'bad', check: true } })

  test('the check fails', async ({ deployment, request }) => {
    expect((await request.get(`${deployment.url}/api/agents`)).status()).toBe(401)
  })
})

test.describe('a deployment whose findings are only reported', () => {
  test.use({ played: { at: 'bad', check: 'report' } })

  test('the check reports', async ({ deployment, request }) => {
    expect((await request.get(`${deployment.url}/api/agents`)).status()).toBe(401)
  })
})
