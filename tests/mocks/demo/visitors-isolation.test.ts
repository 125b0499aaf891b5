import { describe, expect, it } from 'vitest'
import { openDemoServer } from '../../support/demo-visitors.ts'

const token = 'a-token-of-the-server'
const operator = { authorization: `Bearer ${token}` }

describe('a visitor of a demo', () => {
  it('a visitor of a demo controls their world without a token', async () => {
    await using server = await openDemoServer()
    const visitor = await server.arrive()
    const bystander = await server.arrive()
    const key = await visitor.key()
    for (const [operation, body, status] of [
      ['POST clock', { freeze: true }, 200],
      ['POST faults', { effect: { error: { code: 'internal_error' } }, times: 1 }, 201],
      ['POST director', { speed: 4 }, 200],
      ['PATCH choices', { picks: { 'errors.envelope': 'detail' } }, 200],
      ['GET records/agents', undefined, 200],
      ['GET scenarios', undefined, 200],
      ['GET coverage', undefined, 200],
      ['DELETE journal', undefined, 204],
    ] as const) {
      const [method, path] = operation.split(' ')
      expect([
        operation,
        (await visitor.call(`${method} /__control/${path}`, body)).status,
      ]).toEqual([operation, status])
    }
    expect((await visitor.call('GET /api/agents', undefined, key)).status).toBe(500)
    const others = await bystander.call('GET /api/agents', undefined, await bystander.key())
    expect(others.status).toBe(200)
    const clock = await bystander.call('GET /__control/clock')
    expect(clock.json).toMatchObject({ frozen: false })
    expect((await visitor.call('POST /__control/reset')).status).toBe(200)
    expect((await visitor.call('GET /api/agents', undefined, key)).status).toBe(200)
  })

  it('a visitor of a demo takes and restores a snapshot, but cannot add a script, which could block the server', async () => {
    await using server = await openDemoServer()
    const visitor = await server.arrive()
    const { json } = await visitor.call<object>('GET /__control/snapshot')
    expect((await visitor.call('PUT /__control/snapshot', json)).status).toBe(200)
    const script = { name: 'slow', match: { query: '/(a+)+$/' }, script: [{ answer: 'No.' }] }
    const carried = { ...json, scenarios: [script] }
    for (const place of ['snapshot', 'snapshot/'])
      expect((await visitor.call(`PUT /__control/${place}`, carried)).status).toBe(403)
    expect((await visitor.call('POST /__control/scenarios', script)).status).toBe(403)
    expect((await visitor.call('PUT /__control/snapshot', { understudy: 'no' })).status).toBe(403)
  })

  it.each([
    'GET worlds',
    'POST worlds',
    'GET worlds/default',
    'GET worlds/{own}',
    'DELETE worlds/{other}',
    'POST worlds/{other}/fork',
    'POST worlds/{own}/fork',
    'GET coverage?of=all',
    'GET coverage?of=all&of=world',
    'POST scenarios',
    'DELETE scenarios',
    'GET %77orlds',
    'GET /worlds',
    'GET runs',
    'POST visitor',
    'GET ',
  ])('a visitor of a demo cannot reach anything outside their own world: %s', async (operation) => {
    await using server = await openDemoServer()
    const [own, other] = [await server.arrive(), await server.arrive()]
    const names = { own: (await own.account()).name, other: (await other.account()).name }
    const [method, path = ''] = operation.split(' ')
    const place = path.replace('{own}', names.own).replace('{other}', names.other)
    const body = method === 'POST' ? {} : undefined
    const { status, text } = await own.call(`${method} /__control/${place}`, body)
    expect(status).toBe(403)
    expect(text).not.toContain(names.other)
    expect(server.worlds()).toHaveLength(2)
  })

  it('a visitor of a demo cannot control another world by naming it', async () => {
    await using server = await openDemoServer()
    const [own, other] = [await server.arrive(), await server.arrive()]
    const { name } = await other.account()
    const advance = { advance: '1h' }
    const byPath = await own.call(`POST /w/${name}/__control/clock`, advance)
    const byHeader = await own.call('POST /__control/clock', advance, {
      'x-understudy-world': name,
    })
    const bare = await server.call(`POST /w/${name}/__control/clock`, {}, advance)
    const called = await own.call('GET /api/agents', undefined, { 'x-understudy-world': name })
    expect([byPath, byHeader, bare, called].map(({ status }) => status)).toEqual([
      403, 403, 403, 400,
    ])
    expect((await other.call('GET /__control/clock')).text).toContain('"2026-11-21T08:00:00.000Z"')
  })

  it('a visitor of a demo does not see the name of another world in the refusal of its credential', async () => {
    await using server = await openDemoServer()
    const [own, other] = [await server.arrive(), await server.arrive()]
    const { name, base_url, users, keys } = await other.account()
    const login = await server.call<{ access_token: string }>(
      `POST ${base_url}/api/auth/login`,
      {},
      users[0],
    )
    for (const credential of [keys['chat'], keys['disabled'], login.json.access_token]) {
      const authorization = `Bearer ${credential}`
      const { status, headers, text } = await own.call('GET /api/agents', undefined, {
        authorization,
      })
      expect(status).toBe(401)
      expect(JSON.stringify(headers) + text).not.toContain(name)
    }
    const journal = await own.call<{ entries: readonly { explanation: string }[] }>(
      'GET /__control/journal',
    )
    expect(journal.json.entries.map(({ explanation }) => explanation)).toEqual([
      expect.stringMatching(/^401: key `svc_.*` does not belong to this world: use a key of /),
      expect.stringMatching(/^401: key `svc_.*` does not belong to this world: use a key of /),
      '401: this token belongs to another world: sign in to this one',
    ])
    expect(journal.text).not.toContain(name)
  })

  it('a visitor of a demo can control their world only by the cookie, not by an API key or access token', async () => {
    await using server = await openDemoServer()
    const visitor = await server.arrive()
    const key = await visitor.key()
    expect((await server.call('GET /__control/clock', key)).status).toBe(401)
    expect((await visitor.call('GET /__control/clock', undefined, key)).status).toBe(401)
  })
})

describe('a demo that other machines can reach', () => {
  it('a demo that other machines can reach lets visitors control their own worlds under any host name', async () => {
    await using server = await openDemoServer({ host: '0.0.0.0' })
    const [visitor, other] = [await server.arrive(), await server.arrive()]
    const named = { host: 'demo.example.com', origin: 'http://demo.example.com' }
    const moved = await visitor.call('POST /__control/clock', { freeze: true }, named)
    expect([moved.status, moved.json]).toMatchObject([200, { frozen: true }])
    const { json } = await other.call('GET /__control/clock')
    expect(json).toMatchObject({ frozen: false })
    expect((await server.call('GET /__control/clock')).status).toBe(401)
    expect((await server.call('GET /__control/worlds', visitor.cookie)).status).toBe(403)
  })
})

describe('the operator of a demo', () => {
  it('the operator of a demo has full access with the control token, which no visitor has', async () => {
    await using server = await openDemoServer({ controlToken: token })
    const visitor = await server.arrive()
    const { name } = await visitor.account()
    const { json } = await server.call<{ worlds: { name: string }[] }>(
      'GET /__control/worlds',
      operator,
    )
    expect(json.worlds.map((world) => world.name)).toEqual([name])
    const clock = await server.call(`GET /w/${name}/__control/clock`, operator)
    expect(clock.status).toBe(200)
    expect((await server.call('GET /__control/worlds', visitor.cookie)).status).toBe(403)
    // Behind a proxy with basic authentication, browsers send the proxy's password with every request.
    const proxied = { ...visitor.cookie, authorization: 'Basic dXNlcjpwYXNz' }
    expect((await server.call('GET /__control/clock', proxied)).status).toBe(200)
    const wrong = { ...visitor.cookie, authorization: 'Bearer guessed' }
    expect((await server.call('GET /__control/worlds', wrong)).status).toBe(401)
  })
})

describe('a page of another site', () => {
  const foreign: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
    ['of another site', { 'sec-fetch-site': 'cross-site', origin: 'http://evil.test' }],
    ['of another port or name of the site', { 'sec-fetch-site': 'same-site' }],
    ['in a browser that sends only the Origin header', { origin: 'http://evil.test' }],
    ['that hides its origin', { origin: 'null' }],
    [
      'that sends our origin in other headers',
      { origin: 'http://evil.test', 'x-forwarded-host': 'evil.test', referer: 'http://localhost/' },
    ],
  ]
  it.each(foreign)(
    'a page of another site cannot use the control API, even if the cookie is sent: a page %s',
    async (_which, headers) => {
      await using server = await openDemoServer()
      const visitor = await server.arrive()
      for (const operation of ['POST clock', 'DELETE visitor', 'GET visitor', 'POST reset']) {
        const [method, path] = operation.split(' ')
        const body = operation === 'POST clock' ? { advance: '1h' } : undefined
        const { status, headers: answered } = await visitor.call(
          `${method} /__control/${path}`,
          body,
          headers,
        )
        expect([operation, status]).toEqual([operation, 403])
        expect(answered['access-control-allow-origin']).toBeUndefined()
      }
      const signIn = { email: 'demo@example.com', password: 'demo-password' }
      expect((await visitor.call('POST /api/auth/login', signIn, headers)).status).toBe(401)
      const { json } = await visitor.call<{ now: string }>('GET /__control/clock')
      expect(json.now).toBe('2026-11-21T08:00:00.000Z')
    },
  )

  it('a page of another site gets no permission by a CORS preflight', async () => {
    await using server = await openDemoServer()
    const ahead = { origin: 'http://evil.test', 'access-control-request-method': 'POST' }
    const { status, headers } = await server.call('OPTIONS /__control/clock', ahead)
    expect([status, headers['access-control-allow-origin']]).toEqual([403, undefined])
  })

  it('a page of another site can call the platform API of a demo by base URL or key, but not by the cookie', async () => {
    await using server = await openDemoServer()
    const visitor = await server.arrive()
    const { base_url } = await visitor.account()
    const app = { origin: 'http://localhost:5173', 'sec-fetch-site': 'same-site' }
    const called = { ...app, ...(await visitor.key()) }
    const { status, headers } = await server.call(`GET ${base_url}/api/agents`, called)
    expect([status, headers['access-control-allow-origin']]).toEqual([200, 'http://localhost:5173'])
    expect((await server.call('GET /api/agents', called)).status).toBe(200)
  })

  it.each([
    ['by its host', { origin: 'https://demo.example.com', host: 'demo.example.com' }, undefined],
    ['by its public URL', { origin: 'https://demo.example.com' }, 'https://demo.example.com/a'],
    [
      'by its Sec-Fetch-Site header, if a proxy changes the host',
      { origin: 'https://demo.example.com', 'sec-fetch-site': 'same-origin' },
      undefined,
    ],
  ])(
    'a page of another site is distinguished from the page of the demo %s',
    async (_how, headers, publicUrl) => {
      await using server = await openDemoServer({ ...(publicUrl && { publicUrl }) })
      const visitor = await server.arrive()
      const { status } = await visitor.call('POST /__control/clock', { freeze: true }, headers)
      expect(status).toBe(200)
    },
  )
})
