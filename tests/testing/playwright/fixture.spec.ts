import { createClient } from '../../../client/create-client.ts'
import { shortStory } from '../../support/short-story.ts'
import { expect, test } from './app-test.ts'

/** A turn that pauses until its clock is advanced. */
const slowly = { speed: 1, scenarios: [shortStory] }

const ways = {
  'by its base URL': { fakeApp: {}, base: 'url' },
  'by its calls, led straight': { fakeApp: { calls: /\/api\// }, base: 'app' },
  'by a header, behind a proxy': { fakeApp: { calls: /\/api\//, proxied: true }, base: 'proxy' },
} as const

for (const [way, { fakeApp, base }] of Object.entries(ways))
  test.describe(`a page that reaches its world ${way}`, () => {
    test.use({ fakeApp, fakeWorld: slowly })

    test(`a page that reaches its world ${way} is signed in, and its stream arrives event by event`, async ({
      page,
      fake,
      app,
    }) => {
      const address = base === 'proxy' ? app.proxied : app.url
      await fake.clock.freeze()
      await fake.signIn(page, 'demo')
      await page.goto(base === 'url' ? `${address}/?api=${fake.url}` : address)
      await expect(page.locator('#user')).toHaveText('demo@example.com')
      await page.locator('input').fill('tell me')
      await page.getByRole('button', { name: 'Ask' }).click()
      const events = page.locator('#events li')
      await expect(events).not.toHaveCount(0)
      const early = await events.count()
      expect(await events.allTextContents()).not.toContain('end')
      const [open] = await fake.journal.list({ endpoint: 'chat.react' })
      expect(open).toMatchObject({ status: 200, stream: { state: 'open' } })
      await fake.clock.advance('1m')
      await expect(events.last()).toHaveText('end')
      expect(await events.count()).toBeGreaterThan(early)
      await expect(page.locator('#conversations li', { hasText: 'tell me' })).toHaveCount(1)
    })

    test(`a page that reaches its world ${way} ends the stream on the server when it is closed`, async ({
      page,
      fake,
      app,
    }) => {
      const address = base === 'proxy' ? app.proxied : app.url
      await fake.clock.freeze()
      await fake.signIn(page)
      await page.goto(base === 'url' ? `${address}/?api=${fake.url}` : address)
      await page.locator('input').fill('tell me')
      await page.getByRole('button', { name: 'Ask' }).click()
      await expect(page.locator('#events li')).not.toHaveCount(0)
      await page.locator('#leave').click()
      await expect(page.locator('#problem')).toContainText('AbortError')
      await expect.poll(async () => (await fake.about()).streams).toBe(0)
      const [left] = await fake.journal.list({ endpoint: 'chat.react' })
      expect(left?.stream?.state).toBe('left')
    })
  })

test.describe('an app with modules of its own below `api/`', () => {
  test.use({ fakeApp: { calls: /\/api\// } })

  test('an app with modules of its own below `api/` gets them from its server, and its calls go to the world', async ({
    page,
    fake,
    app,
  }) => {
    await fake.signIn(page)
    await page.goto(app.url)
    await expect(page.locator('#user')).toHaveText('demo@example.com')
    const module = "import('/src/api/client.ts').then(({ client }) => client)"
    expect(await page.evaluate(module)).toBe('the client of the app')
  })
})

test.describe('a fake', () => {
  test.use({ fakeWorld: { profile: 'deployed-0.8', seed: 'mine', fixture: 'empty' } })

  test('a fake starts with the options of the test', async ({ fake }) => {
    expect(await fake.about()).toMatchObject({
      seed: 'mine',
      profile: 'deployed-0.8',
      fixture: 'empty',
      speed: 'max',
    })
  })
})

test('a fault cuts a stream, and the page sees it break', async ({ page, fake, app }) => {
  await fake.faults.add({
    match: { endpoint: 'chat.react' },
    effect: { stream: { cut: { after_event: 3 } } },
  })
  await fake.signIn(page)
  await page.goto(`${app.url}/?api=${fake.url}`)
  await page.locator('input').fill('Where is my order?')
  await page.getByRole('button', { name: 'Ask' }).click()
  await expect(page.locator('#problem')).toContainText('TypeError')
  // A browser may drop unread data when the connection breaks.
  expect(await page.locator('#events li').count()).toBeLessThanOrEqual(3)
  const turns = await fake.journal.list({ endpoint: 'chat.react' })
  expect(turns).toMatchObject([{ stream: { state: 'cut', events: 3 } }])
})

test('a page that signed out stays signed out after a reload', async ({ page, fake, app }) => {
  await fake.signIn(page, 'demo')
  await page.goto(`${app.url}/?api=${fake.url}`)
  await expect(page.locator('#user')).toHaveText('demo@example.com')
  await page.evaluate("localStorage.removeItem('access_token')")
  await page.reload()
  expect(await page.evaluate("localStorage.getItem('access_token')")).toBeNull()
  await fake.signIn(page, 'other')
  await page.reload()
  await expect(page.locator('#user')).toHaveText('other@example.com')
  // Many apps clear the whole storage.
  await page.evaluate('localStorage.clear()')
  await page.reload()
  expect(await page.evaluate("localStorage.getItem('access_token')")).toBeNull()
})

test.describe('an app that does not use localStorage', () => {
  test.use({
    fakeApp: {
      storeSession: (context, { access_token }) =>
        context.addInitScript(`globalThis.session = ${JSON.stringify(access_token)}`),
    },
  })

  test('an app that does not use localStorage is signed in by `storeSession`', async ({
    page,
    fake,
    app,
  }) => {
    const { access_token } = await fake.signIn(page.context())
    await page.goto(app.url)
    expect(await page.evaluate('session')).toBe(access_token)
  })
})

test.describe('an app that stores its session in a cookie', () => {
  test.use({ fakeApp: { sessionCookies: { access_token: 'token' } } })

  test('an app that stores its session in a cookie sends it with its first request, and to all paths', async ({
    page,
    fake,
    app,
  }) => {
    await page.goto(`${app.url}/orders/42`)
    const { access_token } = await fake.signIn(page)
    for (const path of ['/orders/42', '/settings']) {
      const response = await page.goto(app.url + path)
      expect(await response?.request().headerValue('cookie')).toBe(`token=${access_token}`)
    }
  })
})

test('a typed client and a function get a session as a page does', async ({ fake }) => {
  const client = createClient({ baseUrl: fake.url })
  await fake.signIn(client, 'other')
  expect(await client.me.read()).toMatchObject({ email: 'other@example.com' })
  const given: string[] = []
  const { access_token } = await fake.signIn((session) => given.push(session.access_token))
  expect(given).toEqual([access_token])
})
