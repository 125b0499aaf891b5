import { http } from 'msw/http'
import { setupServer } from 'msw/node'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { handlers } from '../../../mocks/adapters/msw.ts'
import { mountInProcess } from '../../support/transports.ts'

const open: (() => void)[] = []
afterEach(() => {
  for (const close of open.splice(0)) close()
})

function intercept(...given: Parameters<typeof setupServer>) {
  const server = setupServer(...given)
  server.listen({ onUnhandledFrame: 'error' })
  open.push(() => server.close())
}

describe('the MSW handlers', () => {
  it('the MSW handlers respond for any origin if no base URL is given', async () => {
    intercept(...handlers(mountInProcess().fake))
    for (const base of ['http://one.test', 'https://two.test:8443', 'http://three.test/w/red'])
      expect((await fetch(`${base}/api/agents`)).status).toBe(401)
  })

  it.each(['http://one.test', 'http://one.test/'])(
    'the MSW handlers ignore other origins if %s is given',
    async (baseUrl) => {
      const other = http.get('http://two.test/api/agents', () => new Response('mine'))
      intercept(...handlers(mountInProcess().fake, { baseUrl }), other)
      expect((await fetch('http://one.test/api/agents')).status).toBe(401)
      expect(await (await fetch('http://two.test/api/agents')).text()).toBe('mine')
    },
  )

  it('the MSW handlers ignore the modules of a development server at any path', async () => {
    const module = http.get('http://one.test/src/api/client.ts', () => new Response('mine'))
    const assets = http.get('http://one.test/assets/openapi.json', () => new Response('mine'))
    intercept(...handlers(mountInProcess().fake), module, assets)
    for (const path of ['/src/api/client.ts', '/assets/openapi.json'])
      expect(await (await fetch(`http://one.test${path}`)).text()).toBe('mine')
  })

  it('the MSW handlers respond for the whole API below a given base URL', async () => {
    intercept(...handlers(mountInProcess().fake, { baseUrl: 'http://one.test' }))
    const contract = await (await fetch('http://one.test/openapi.json')).json()
    expect(contract).toMatchObject({ openapi: '3.1.0' })
  })

  it('the MSW handlers respond below a base path, which names a world', async () => {
    const { fake } = mountInProcess()
    const other = http.get('http://one.test/api/*', () => new Response('mine'))
    intercept(...handlers(fake, { baseUrl: 'http://one.test/w/red' }), other)
    await fetch('http://one.test/w/red/api/agents')
    expect(fake.control('red').journal.list()).toHaveLength(1)
    expect(await (await fetch('http://one.test/api/agents')).text()).toBe('mine')
  })

  it.each(['http://one.test/platform', 'http://one.test/a/b/', 'http://one.test/a/w/red'])(
    'the MSW handlers respond below %s as the platform does at its root',
    async (baseUrl) => {
      const { fake } = mountInProcess()
      const base = baseUrl.replace(/\/$/, '')
      intercept(...handlers(fake, { baseUrl }))
      const body = JSON.stringify({ email: 'demo@example.com', password: 'demo-password' })
      const headers = { 'content-type': 'application/json' }
      const login = await fetch(`${base}/api/auth/login`, { method: 'POST', body, headers })
      const { access_token } = (await login.json()) as { access_token: string }
      const authorization = `Bearer ${access_token}`
      const list = await fetch(`${base}/api/agents?size=1`, { headers: { authorization } })
      expect([list.status, await list.json()]).toMatchObject([200, { size: 1 }])
      const world = base.endsWith('/w/red') ? 'red' : undefined
      expect(fake.control(world).journal.list()).toHaveLength(2)
    },
  )

  it('the MSW handlers resolve a relative base URL like the page that they run in', async () => {
    vi.stubGlobal('location', { href: 'http://one.test/chat/' })
    intercept(...handlers(mountInProcess().fake, { baseUrl: '/' }))
    vi.unstubAllGlobals()
    expect((await fetch('http://one.test/api/agents')).status).toBe(401)
    // Read to its end: fetch of Node 24 crashes if the socket of a large unread body closes.
    const contract = await (await fetch('http://one.test/openapi.json')).json()
    expect(contract).toMatchObject({ openapi: '3.1.0' })
  })

  it('the MSW handlers refuse a base URL that is not a URL', () => {
    const { fake } = mountInProcess()
    expect(() => handlers(fake, { baseUrl: '/platform' })).toThrow(
      'Failed to mount a fake at `/platform`: it is not a URL. Use one such as https://api.test.',
    )
  })

  it('the MSW handlers cancel the copy of a stream that MSW makes for its log', async () => {
    const [handler] = handlers(mountInProcess().fake)
    let left = false
    const body = new ReadableStream({ cancel: () => void (left = true) })
    const response = new Response(body, { headers: { 'transfer-encoding': 'chunked' } })
    const copy = response.clone()
    const request = new Request('http://one.test/api/react')
    const groups = vi.spyOn(console, 'groupCollapsed')
    await handler?.log({ request, response: copy })
    await response.body?.cancel()
    expect(left).toBe(true)
    expect(groups).not.toHaveBeenCalled()
  })
})
