import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { ownLimits } from '../../contract/limits.ts'
import { listen } from '../../mocks/adapters/node.ts'
import type { PlainRequest } from '../../contract/plain-http.ts'
import { createFake } from '../../mocks/fake.ts'
import { toPlainRequest } from '../../mocks/fetch.ts'
import { moved, opened, serving, token, typed } from '../support/raw-caller.ts'
import { demo, mountInProcess } from '../support/transports.ts'

describe('the control API of a fake that other machines can reach', () => {
  const everywhere = '0.0.0.0'

  it('the control API of a fake that other machines can reach is off without a token, for every caller and every path, except for its health', async () => {
    await using served = await serving({ control: true }, everywhere)
    for (const headers of [{}, opened, served.platform, { host: 'localhost' }])
      for (const path of ['/__control/clock', '/w/default/__control/clock', '/w/%2e%2e/__control/'])
        expect(await served.move(headers, path)).toEqual([403, 0])
    expect((await served.call('GET /__control/clock')).status).toBe(403)
    expect((await served.call('GET /__control/health')).answer).toEqual({ status: 'ok' })
    expect((await served.call('GET /api/agents', served.platform)).status).toBe(200)
  })

  it('the control API of a fake that other machines can reach accepts only its token', async () => {
    await using served = await serving({ control: { token } }, everywhere)
    expect(await served.move(opened)).toEqual(moved)
    const wrong = ['', 'Bearer', `Basic ${token}`, `Bearer ${token}x`, `Bearer ${token.slice(1)}`]
    for (const headers of [
      {},
      served.platform,
      ...wrong.map((authorization) => ({ authorization })),
    ])
      expect(await served.move(headers)).toEqual([401, 0])
    const { headers } = await served.call('GET /__control/clock')
    expect(headers['www-authenticate']).toBe('Bearer')
    expect((await served.call('GET /__control/nope')).status).toBe(401)
  })

  it('the control API of a fake that other machines can reach has a token that is not a credential of the platform', async () => {
    await using served = await serving({ control: { token } }, everywhere)
    expect((await served.call('GET /api/agents', opened)).status).toBe(401)
  })

  it('the control API of a fake that other machines can reach is also off behind a proxy, unless it has a token', async () => {
    const publicUrl = 'https://demo.example.com'
    await using open = await serving({ control: { publicUrl } })
    expect(await open.move()).toEqual([403, 0])
    await using guarded = await serving({ control: { publicUrl, token } })
    expect(await guarded.move()).toEqual([401, 0])
    expect(await guarded.move(opened)).toEqual(moved)
  })
})

describe('a fake with predictable keys and tokens', () => {
  it.each([{}, { seed: 'mine' }, { seed: 'mine', secret: 'mine' }])(
    'a fake with predictable keys and tokens is not served if other machines can reach it: %j',
    async (options) => {
      const fake = createFake({ fixture: demo, ...options })
      await expect(listen(fake, { host: '0.0.0.0' })).rejects.toThrow(
        'Pass a random `secret` to `createFake`, or listen on 127.0.0.1.',
      )
      await (await listen(fake)).close()
    },
  )
})

describe('the control API on the same machine', () => {
  it('the control API on the same machine requires its token if it has a token', async () => {
    await using served = await serving({ control: { token } })
    expect(await served.move()).toEqual([401, 0])
    expect(await served.move(opened)).toEqual(moved)
  })

  it.each(['127.0.0.1', 'localhost:4010', 'LocalHost', '[::1]', '[::1]:80', '127.0.0.2:1'])(
    'the control API on the same machine accepts the host name %s',
    async (host) => {
      await using served = await serving()
      expect(await served.move({ host })).toEqual(moved)
    },
  )

  it.each([
    'rebound.test',
    'rebound.test:80',
    'localhost.rebound.test',
    '127.0.0.1.rebound.test',
    'localhost:80@rebound.test',
    'rebound.test/localhost',
    '0.0.0.0',
    '192.0.2.7',
  ])(
    'the control API on the same machine refuses the host name "%s", while the platform API accepts any',
    async (host) => {
      await using served = await serving()
      expect(await served.move({ host })).toEqual([403, 0])
      const { status } = await served.call('GET /api/agents', { ...served.platform, host })
      expect(status).toBe(200)
    },
  )

  it('the control API on the same machine asks for its token at the host of its public URL, and refuses other hosts', async () => {
    const publicUrl = 'https://Demo.example.com/fake'
    await using served = await serving({ control: { token, publicUrl } })
    for (const host of ['demo.example.com', 'DEMO.example.com:443', 'localhost'])
      expect(await served.move({ host })).toEqual([401, 0])
    for (const host of ['example.com', 'x.demo.example.com', 'demo.example.com.test'])
      expect(await served.move({ host })).toEqual([403, 0])
  })

  it('the control API on the same machine asks for its token at the address that it listens on', async () => {
    await using served = await serving({ control: { token } }, '::')
    expect(await served.move({ host: '[::]:80' })).toEqual([401, 0])
    expect(await served.move({ host: '[::2]:80' })).toEqual([403, 0])
  })

  it('the control API on the same machine accepts its token at any host name', async () => {
    await using served = await serving({ control: { token } })
    expect(await served.move({ ...opened, host: 'replica-a:4010' })).toEqual(moved)
    const wrong = { authorization: 'Bearer another', host: 'replica-a:4010' }
    expect(await served.move(wrong)).toEqual([403, 0])
  })
})

describe('the path of the control API', () => {
  it.each([
    '/%5f%5fcontrol/clock',
    '//__control/clock',
    '/__control%2fclock',
    '/api/../__control/clock',
    '/w/a/b/__control/clock',
    '/W/a/__control/clock',
  ])(
    'only the exact path is the control API: %s is an unknown path of the platform API',
    async (path) => {
      await using served = await serving()
      expect(await served.move({}, path)).toEqual([404, 0])
    },
  )

  it('the control API is also protected if the request has an absolute URL, as from a proxy', async () => {
    await using served = await serving()
    const whole = 'http://localhost/__control/clock'
    expect(await served.move({ origin: 'http://evil.test' }, whole)).toEqual([403, 0])
    expect(await served.move({}, whole)).toEqual([200, 3_600_000])
  })

  it.each([
    ['by header', '/__control/clock', 'a\tb'],
    ['by header', '/__control/clock', 'x'.repeat(ownLimits.worldName + 1)],
    ['by path', '/w/a%00b/__control/clock', undefined],
    ['by path', '/w/a%0d%0ax-forged:%20yes/__control/clock', undefined],
    ['by path', `/w/${'x'.repeat(ownLimits.worldName + 1)}/__control/clock`, undefined],
  ])(
    'the control API does not accept an invalid name of a world, %s: %s %j',
    async (_way, path, name) => {
      await using served = await serving()
      const named = name === undefined ? {} : { 'x-understudy-world': name }
      expect(await served.move(named, path)).toEqual([422, 0])
      const { status } = await served.call(
        `GET ${path.replace('__control/clock', 'api/agents')}`,
        named,
      )
      expect(status).toBe(400)
    },
  )

  it('the control API refuses duplicate and overlong headers', async () => {
    await using served = await serving()
    for (const [header, status] of [
      ['x-understudy-world: a\0b', 400],
      ['x-understudy-world: a\rx-forged: b', 400],
      [`x-understudy-world: ${'x'.repeat(20_000)}`, 431],
    ]) {
      const socket = connect(served.port, '127.0.0.1')
      socket.write(`GET /__control/clock HTTP/1.1\r\nhost: localhost\r\n${header}\r\n\r\n`)
      const [answer] = (await once(socket, 'data')) as [Buffer]
      expect(answer.toString()).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    }
  })

  it('the control API accepts JSON bodies', async () => {
    await using served = await serving()
    const send = (body: string) => served.call('POST /__control/clock', typed, body)
    expect(await send('{"advance": soon}')).toMatchObject({
      status: 400,
      answer: { error: 'The body is not valid JSON.' },
    })
  })
})

describe('the control API in the same process', () => {
  it.each([
    ['POST', '/__control/clock', ownLimits.controlBytes],
    ['PUT', '/__control/snapshot', ownLimits.snapshotBytes],
  ])(
    'the control API in process limits the body of %s %s to %i bytes',
    async (method, path, most) => {
      const { fake } = mountInProcess()
      const call: PlainRequest = {
        ...toPlainRequest(new Request(`http://any.test${path}`, { method, headers: typed })),
        read: async (limit) => (limit === most ? 'too-large' : new Uint8Array()),
      }
      expect(await fake.handle(call)).toMatchObject({ status: 413 })
      fake.close()
    },
  )

  it('the control API in process requires the token, but no Host header', async () => {
    const { fake } = mountInProcess({ control: { token } })
    const ask = (headers: Record<string, string>) =>
      fake.fetch(new Request('http://any.test/__control/clock', { headers }))
    expect((await ask({})).status).toBe(401)
    expect((await ask(opened)).status).toBe(200)
    fake.close()
  })

  it.each([
    { token: '' },
    { token: 'two words' },
    { token: 'schlüssel' },
    { publicUrl: 'demo.example.com' },
    { origins: ['null'] },
    { origins: ['*'] },
    { origins: ['file:///page.html'] },
  ])('createFake refuses the control option %j', (control) => {
    expect(() => createFake({ fixture: demo, control })).toThrow(
      /^(The token of the control API must|`.+` is not an http or https URL).+\.$/,
    )
  })
})
