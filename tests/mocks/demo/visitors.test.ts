import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import {
  type DemoVisitor,
  openDemoServer,
  type VisitorAccount,
} from '../../support/demo-visitors.ts'

const day = 24 * 3600 * 1000

/** The newest date of the conversations of a visitor. */
const newestDate = async ({ call, key }: DemoVisitor) => {
  const { json } = await call<{ items: { updated_at: string }[] }>(
    'GET /api/conversations?size=100',
    undefined,
    await key(),
  )
  return json.items
    .map(({ updated_at }) => updated_at)
    .toSorted()
    .at(-1)
}

describe('the cookie of a visitor', () => {
  it('the cookie of a visitor has 128 random bits, is hidden from scripts, and is not sent by other sites', async () => {
    await using server = await openDemoServer()
    const drawn = new Set<string>()
    for (let count = 0; count < 20; count++) drawn.add((await server.arrive()).setCookie)
    expect(drawn.size).toBe(20)
    for (const cookie of drawn)
      expect(cookie).toMatch(/^understudy-visitor=[\w-]{32}; HttpOnly; SameSite=Lax$/)
  })

  it('the cookie of a visitor is valid for the path of the page, or of the public URL', async () => {
    await using server = await openDemoServer()
    expect((await server.arrive()).setCookie).not.toContain('Path=')
    await using behind = await openDemoServer({ publicUrl: 'https://demo.example.com/agents' })
    expect((await behind.arrive()).setCookie).toContain('; Path=/agents; HttpOnly;')
  })

  it('the cookie of a visitor is `Secure` if the page was loaded over https', async () => {
    await using server = await openDemoServer()
    for (const proto of ['https', 'https, http'])
      expect((await server.arrive({ 'x-forwarded-proto': proto })).setCookie).toMatch(/; Secure$/)
    const mixed = await server.arrive({ 'x-forwarded-proto': 'http, https' })
    expect(mixed.setCookie).not.toContain('Secure')
    await using behind = await openDemoServer({ publicUrl: 'https://demo.example.com' })
    expect((await behind.arrive()).setCookie).toMatch(/; Secure$/)
    await using plain = await openDemoServer({ publicUrl: 'http://demo.example.com' })
    expect((await plain.arrive()).setCookie).not.toContain('Secure')
  })

  it('the cookie of a visitor is set only with the page, once, and is never cached', async () => {
    await using server = await openDemoServer()
    const { cookie } = await server.arrive()
    const again = await server.call('GET /', cookie)
    expect(again.headers['set-cookie']).toBeUndefined()
    expect(again.headers['cache-control']).toBe('private, no-cache')
    expect((await server.call('HEAD /')).headers['set-cookie']).toBeUndefined()
    expect((await server.call('GET /api/agents')).headers['set-cookie']).toBeUndefined()
    expect(server.worlds()).toHaveLength(1)
  })

  it('the cookie of a visitor does not appear in any response, and is not the name of the world', async () => {
    await using server = await openDemoServer()
    const visitor = await server.arrive()
    const value = visitor.cookie.cookie.split('=')[1] ?? ''
    await visitor.call('GET /api/agents', undefined, await visitor.key())
    for (const path of ['visitor', 'journal', 'journal/1', 'snapshot', 'coverage']) {
      const { status, text } = await visitor.call(`GET /__control/${path}`)
      expect(status).toBe(200)
      expect(text).not.toContain(value)
    }
  })

  it('a visitor cookie that the server did not set gives no access, and creates no world', async () => {
    await using server = await openDemoServer()
    const forged = { cookie: 'understudy-visitor=AAAAAAAAAAAAAAAAAAAAAA' }
    expect((await server.call('GET /__control/visitor', forged)).status).toBe(410)
    expect((await server.call('GET /api/agents', forged)).status).toBe(401)
    expect(server.worlds()).toEqual([])
  })
})

describe('a request to a demo without a world', () => {
  it('a request to a demo that belongs to no world gets an error with advice, and creates no world', async () => {
    await using server = await openDemoServer()
    const { status, json } = await server.call<{ message: string }>('GET /api/agents')
    expect(status).toBe(401)
    expect(json.message).toContain('This demo server needs a session')
    const control = await server.call<{ error: string }>('GET /__control/clock')
    expect([control.status, control.json.error]).toEqual([
      401,
      'This demo server needs a session: open its page in a browser first.',
    ])
    expect(server.worlds()).toEqual([])
  })

  it('a request to a demo without a session cannot find out or use the name of a world', async () => {
    await using server = await openDemoServer()
    for (const name of ['default', 'red', '%2e%2e', '__proto__'])
      expect((await server.call(`GET /w/${name}/api/agents`)).status).toBe(404)
    const named = await server.call('GET /api/agents', { 'x-understudy-world': 'default' })
    expect(named.status).toBe(400)
    expect(server.worlds()).toEqual([])
  })

  it('a demo answers health checks, the OpenAPI document and CORS preflights without a world', async () => {
    await using server = await openDemoServer()
    expect((await server.call('GET /__control/health')).status).toBe(200)
    expect((await server.call('GET /openapi.json')).status).toBe(200)
    const ahead = { origin: 'http://app.test', 'access-control-request-method': 'POST' }
    expect((await server.call('OPTIONS /api/auth/login', ahead)).status).toBe(204)
    expect(server.worlds()).toEqual([])
  })
})

describe('the world of a demo visitor', () => {
  it('the world of a demo visitor is selected by its cookie, by its base URL, and by its credentials', async () => {
    await using server = await openDemoServer()
    const visitor = await server.arrive()
    const { name, base_url, users } = await visitor.account()
    expect(base_url).toBe(`${server.url}/w/${name}`)
    const key = await visitor.key()
    const made = await visitor.call('POST /api/conversations', { title: 'Mine' }, key)
    expect(made.status).toBe(200)
    const titles = async (path: string, headers: object) =>
      (await server.call(`GET ${path}/api/conversations?size=100`, { ...headers })).text
    expect(await titles('', { ...visitor.cookie, ...key })).toContain('Mine')
    expect(await titles('', key)).toContain('Mine')
    expect(await titles(base_url, key)).toContain('Mine')
    const signedIn = await server.call(`POST ${base_url}/api/auth/login`, {}, users[0])
    expect(signedIn.status).toBe(200)
  })

  it('the world of a demo visitor has its own API keys, which other worlds refuse', async () => {
    await using server = await openDemoServer()
    const [one, other] = [await server.arrive(), await server.arrive()]
    const { keys } = await one.account()
    const others = Object.values((await other.account()).keys)
    for (const key of Object.values(keys)) expect(others).not.toContain(key)
    const crossed = await other.call('GET /api/agents', undefined, await one.key())
    expect(crossed.status).toBe(401)
    const { base_url } = await other.account()
    expect((await server.call(`GET ${base_url}/api/agents`, await one.key())).status).toBe(401)
  })

  it('a demo visitor who arrives a week after the start of the server gets data of that day', async () => {
    await using server = await openDemoServer()
    const before = await newestDate(await server.arrive())
    server.systemClock.pass(7 * day)
    const weekLater = new Date(Date.parse(String(before)) + 7 * day).toISOString()
    expect(await newestDate(await server.arrive())).toBe(weekLater)
  })

  it('a demo visitor who deletes their world gets a new world with another name', async () => {
    await using server = await openDemoServer()
    const visitor = await server.arrive()
    const { name, base_url } = await visitor.account()
    const key = await visitor.key()
    expect((await visitor.call('DELETE /__control/visitor')).status).toBe(204)
    const gone = await visitor.call('GET /__control/visitor')
    // Browsers cache a 410 unless a header forbids it.
    expect([gone.status, gone.headers['cache-control']]).toEqual([410, 'no-store'])
    expect((await server.call(`GET ${base_url}/api/agents`, key)).status).toBe(404)
    expect((await server.call('GET /api/agents', key)).status).toBe(401)
    const fresh = (await server.call('GET /', visitor.cookie)).headers['set-cookie']?.[0] ?? ''
    const cookie = { cookie: fresh.split(';')[0] ?? '' }
    const { json } = await server.call<VisitorAccount>('GET /__control/visitor', cookie)
    expect(json.name).not.toBe(name)
    expect(server.worlds().map((world) => world.name)).toEqual([json.name])
  })
})

it('a visitor of a demo who disconnects during a request leaves no world behind', async () => {
  await using server = await openDemoServer()
  const visitor = await server.arrive()
  const slow = connect(Number(new URL(server.url).port), '127.0.0.1')
  const body = '{"freeze":true}'
  const { cookie } = visitor.cookie
  const heard = once(slow, 'data')
  slow.write(
    `POST /__control/clock HTTP/1.1\r\nhost: localhost\r\ncookie: ${cookie}\r\n` +
      `content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body.slice(0, 4)}`,
  )
  await expect.poll(async () => (await visitor.account()).ends_in_ms).toBeGreaterThan(0)
  expect((await visitor.call('DELETE /__control/visitor')).status).toBe(204)
  slow.end(body.slice(4))
  await heard
  expect(server.worlds()).toEqual([])
})
