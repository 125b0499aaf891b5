import { describe, expect, it } from 'vitest'
import { ownLimits } from '../contract/limits.ts'
import { openHouse, type VisitorAccount } from './visiting.ts'

const { visitor: bounds } = ownLimits
const minute = 60_000

describe('the cookie of a visitor', () => {
  it('has 128 random bits, which no script reads and no other site has sent', async () => {
    await using house = await openHouse()
    const drawn = new Set<string>()
    for (let count = 0; count < 20; count++) drawn.add((await house.arrive()).setCookie)
    expect(drawn.size).toBe(20)
    for (const cookie of drawn)
      expect(cookie).toMatch(/^understudy-visitor=[\w-]{22}; HttpOnly; SameSite=Lax$/)
  })

  it('counts where the page is: at the path of the page, or of the public URL', async () => {
    await using house = await openHouse()
    expect((await house.arrive()).setCookie).not.toContain('Path=')
    await using behind = await openHouse({ publicUrl: 'https://demo.example.com/agents' })
    expect((await behind.arrive()).setCookie).toContain('; Path=/agents; HttpOnly;')
  })

  it('travels under TLS alone where the page does', async () => {
    await using house = await openHouse()
    for (const proto of ['https', 'https, http'])
      expect((await house.arrive({ 'x-forwarded-proto': proto })).setCookie).toMatch(/; Secure$/)
    const mixed = await house.arrive({ 'x-forwarded-proto': 'http, https' })
    expect(mixed.setCookie).not.toContain('Secure')
    await using behind = await openHouse({ publicUrl: 'https://demo.example.com' })
    expect((await behind.arrive()).setCookie).toMatch(/; Secure$/)
    await using plain = await openHouse({ publicUrl: 'http://demo.example.com' })
    expect((await plain.arrive()).setCookie).not.toContain('Secure')
  })

  it('is set with the page alone, once, and no cache keeps it for another', async () => {
    await using house = await openHouse()
    const { cookie } = await house.arrive()
    const again = await house.call('GET /', cookie)
    expect(again.headers['set-cookie']).toBeUndefined()
    expect(again.headers['cache-control']).toBe('private, no-cache')
    expect((await house.call('HEAD /')).headers['set-cookie']).toBeUndefined()
    expect((await house.call('GET /api/agents')).headers['set-cookie']).toBeUndefined()
    expect(house.worlds()).toHaveLength(1)
  })

  it('does not stand in what the visitor may read, nor is it the name of the world', async () => {
    await using house = await openHouse()
    const visitor = await house.arrive()
    const value = visitor.cookie.cookie.split('=')[1] ?? ''
    await visitor.call('GET /api/agents', undefined, await visitor.key())
    for (const path of ['visitor', 'journal', 'journal/1', 'snapshot', 'coverage']) {
      const { status, text } = await visitor.call(`GET /__control/${path}`)
      expect(status).toBe(200)
      expect(text).not.toContain(value)
    }
  })

  it('that nobody set opens nothing, and makes no world', async () => {
    await using house = await openHouse()
    const forged = { cookie: 'understudy-visitor=AAAAAAAAAAAAAAAAAAAAAA' }
    expect((await house.call('GET /__control/visitor', forged)).status).toBe(410)
    expect((await house.call('GET /api/agents', forged)).status).toBe(401)
    expect(house.worlds()).toEqual([])
  })
})

describe('a call that leads to no world', () => {
  it('is told what to do, and makes none', async () => {
    await using house = await openHouse()
    const { status, json } = await house.call<{ message: string }>('GET /api/agents')
    expect(status).toBe(401)
    expect(json.message).toContain('open the page of the server')
    const control = await house.call<{ error: string }>('GET /__control/clock')
    expect([control.status, control.json.error]).toEqual([
      401,
      'Open the page of this server first: its cookie leads to your world.',
    ])
    expect(house.worlds()).toEqual([])
  })

  it('finds none by a name that somebody could know', async () => {
    await using house = await openHouse()
    for (const name of ['default', 'red', '%2e%2e', '__proto__'])
      expect((await house.call(`GET /w/${name}/api/agents`)).status).toBe(404)
    const named = await house.call('GET /api/agents', { 'x-understudy-world': 'default' })
    expect(named.status).toBe(400)
    expect(house.worlds()).toEqual([])
  })

  it('still gets the health, the contract, and what browsers ask ahead', async () => {
    await using house = await openHouse()
    expect((await house.call('GET /__control/health')).status).toBe(200)
    expect((await house.call('GET /openapi.json')).status).toBe(200)
    const ahead = { origin: 'http://app.test', 'access-control-request-method': 'POST' }
    expect((await house.call('OPTIONS /api/auth/login', ahead)).status).toBe(204)
    expect(house.worlds()).toEqual([])
  })
})

describe('the world of a visitor', () => {
  it('is reached by cookie, by its base URL, and by what it issued', async () => {
    await using house = await openHouse()
    const visitor = await house.arrive()
    const { base_url, users } = await visitor.account()
    const key = await visitor.key()
    const made = await visitor.call('POST /api/conversations', { title: 'Mine' }, key)
    expect(made.status).toBe(200)
    const titles = async (path: string, headers: object) =>
      (await house.call(`GET ${path}/api/conversations?size=100`, { ...headers })).text
    expect(await titles('', { ...visitor.cookie, ...key })).toContain('Mine')
    expect(await titles('', key)).toContain('Mine')
    expect(await titles(base_url, key)).toContain('Mine')
    const signedIn = await house.call(`POST ${base_url}/api/auth/login`, {}, users[0])
    expect(signedIn.status).toBe(200)
  })

  it('has keys of its own, which are none in another', async () => {
    await using house = await openHouse()
    const [one, other] = [await house.arrive(), await house.arrive()]
    const { keys } = await one.account()
    const others = Object.values((await other.account()).keys)
    for (const key of Object.values(keys)) expect(others).not.toContain(key)
    const crossed = await other.call('GET /api/agents', undefined, await one.key())
    expect(crossed.status).toBe(401)
    const { base_url } = await other.account()
    expect((await house.call(`GET ${base_url}/api/agents`, await one.key())).status).toBe(401)
  })

  it('begins afresh where it is ended, under another name', async () => {
    await using house = await openHouse()
    const visitor = await house.arrive()
    const { name, base_url } = await visitor.account()
    const key = await visitor.key()
    expect((await visitor.call('DELETE /__control/visitor')).status).toBe(204)
    const gone = await visitor.call('GET /__control/visitor')
    // Browsers keep a 410 for good, unless they are told.
    expect([gone.status, gone.headers['cache-control']]).toEqual([410, 'no-store'])
    expect((await house.call(`GET ${base_url}/api/agents`, key)).status).toBe(404)
    expect((await house.call('GET /api/agents', key)).status).toBe(401)
    const fresh = (await house.call('GET /', visitor.cookie)).headers['set-cookie']?.[0] ?? ''
    const cookie = { cookie: fresh.split(';')[0] ?? '' }
    const { json } = await house.call<VisitorAccount>('GET /__control/visitor', cookie)
    expect(json.name).not.toBe(name)
    expect(house.worlds().map((world) => world.name)).toEqual([json.name])
  })
})

describe('a world in which nothing is done', () => {
  it('ends, and the browser gets another with the page', async () => {
    await using house = await openHouse({ idle: '30m' })
    const visitor = await house.arrive()
    expect(await visitor.account()).toMatchObject({ ttl_ms: 30 * minute, ends_in_ms: 30 * minute })
    house.wall.pass(29 * minute)
    expect((await visitor.account()).ends_in_ms).toBe(minute)
    house.wall.pass(minute)
    expect((await visitor.call('GET /__control/visitor')).status).toBe(410)
    expect(house.worlds()).toEqual([])
    expect((await house.call('GET /', visitor.cookie)).headers['set-cookie']).toHaveLength(1)
  })

  it('lasts as long again after a call, a turn of the clock, or a look at the page', async () => {
    await using house = await openHouse({ idle: '30m' })
    const visitor = await house.arrive()
    const key = await visitor.key()
    for (const act of [
      () => visitor.call('GET /api/agents', undefined, key),
      () => house.call('GET /api/agents', key),
      () => visitor.call('POST /__control/clock', { advance: '1h' }),
      () => visitor.call('GET /'),
    ]) {
      house.wall.pass(20 * minute)
      expect((await act()).status).toBe(200)
      expect((await visitor.account()).ends_in_ms).toBe(30 * minute)
    }
    expect(house.wall.waiting).toBeLessThan(4)
  })

  it('is not kept by a page that only looks on, nor by the time of the world', async () => {
    await using house = await openHouse({ idle: '30m' })
    const visitor = await house.arrive()
    await visitor.call('POST /__control/clock', { freeze: true })
    for (let looked = 0; looked < 29; looked++) {
      house.wall.pass(minute)
      await visitor.call('GET /__control/clock')
    }
    house.wall.pass(minute)
    expect((await visitor.call('GET /__control/clock')).status).toBe(410)
  })

  it('does not end under the reader of a stream', async () => {
    await using house = await openHouse({ idle: '30m' })
    const visitor = await house.arrive()
    await visitor.call('POST /__control/clock', { freeze: true })
    const headers = { ...visitor.cookie, ...(await visitor.key()) }
    const stream = await house.open('POST /api/react', headers, { q: 'Hello' })
    house.wall.pass(60 * minute)
    expect((await visitor.call('GET /__control/visitor')).status).toBe(200)
    const left = new Promise((resolve) => stream.once('close', resolve))
    stream.destroy()
    await left
    await expect.poll(() => house.worlds()[0]?.streams).toBe(0)
    house.wall.pass(60 * minute)
    expect(house.worlds()).toEqual([])
  })

  it('ends soon where nothing but the page was asked for, as crawlers do', async () => {
    await using house = await openHouse({ idle: '30m' })
    await house.arrive()
    const visitor = await house.arrive()
    await visitor.account()
    house.wall.pass(bounds.silentSeconds * 1000)
    expect(house.worlds()).toHaveLength(1)
    house.wall.pass(30 * minute)
    expect([house.worlds(), house.wall.waiting]).toEqual([[], 0])
  })
})

describe('where there is no room for a newcomer', () => {
  it('a crawler gives way first, then who did nothing for longest, but nobody who is at work', async () => {
    await using house = await openHouse({ worlds: 2 })
    const first = await house.arrive()
    await first.account()
    await house.arrive()
    const third = await house.arrive()
    await third.account()
    expect((await first.call('GET /__control/visitor')).status).toBe(200)
    const refused = await house.call('GET /')
    expect([refused.status, refused.text]).toEqual([
      503,
      'All worlds that this server has room for are in use: come back in a minute.\n',
    ])
    expect(refused.headers['retry-after']).toBe('60')
    expect(refused.headers['set-cookie']).toBeUndefined()
    house.wall.pass(bounds.sparedSeconds * 1000)
    await first.call('POST /__control/clock', { advance: '1m' })
    await house.arrive()
    expect((await first.call('GET /__control/visitor')).status).toBe(200)
    expect((await third.call('GET /__control/visitor')).status).toBe(410)
  })
})
