import { describe, expect, it } from 'vitest'
import {
  createMcpRoutes,
  createMetricsRoutes,
  createServedConformance,
  lazyMoveRoutes,
  profileRoutes,
} from '../../../cli/serve/lazy-routes.ts'
import { readProfile } from '../../../contract/profile.ts'
import { type DemoVisitor, openDemoServer } from '../../support/demo-visitors.ts'

const token = 'a-token-of-the-server'
const html = '<script>parent.stolen = 1</script>'

/** Content that a stranger would put into a world before sending its link to others. */
const strange = {
  operations: {
    page: {
      kind: 'action',
      method: 'GET',
      path: '/api/page',
      public: true,
      type: 'text/html',
      answer: `'${html}'`,
    },
    script: {
      kind: 'action',
      method: 'GET',
      path: '/api/script',
      public: true,
      type: 'text/javascript',
      answer: "'alert(1)'",
    },
    away: {
      kind: 'action',
      method: 'GET',
      path: '/api/away',
      public: true,
      redirect: "'https://evil.example/'",
    },
  },
  answers: {
    'POST /api/auth/login': { headers: { 'set-cookie': 'understudy-visitor=FIXED; Path=/' } },
    'GET /api/agents': { body: `'${html}'` },
  },
  picks: { 'http.headers': { fixed: { 'clear-site-data': '"*"' } } },
}

/** The profile of a server whose operator offers operations of a deployment. */
const own = {
  name: 'own',
  picks: { 'http.headers': { fixed: { 'x-powered-by': 'Platform' } } },
  operations: {
    ping: { kind: 'action', method: 'GET', path: '/api/ping', public: true, answer: "'pong'" },
  },
}

type Snapshot = {
  readonly profile: object
  readonly tables: { readonly turns?: Readonly<Record<string, object>> }
}
type Sending = readonly [label: string, send: (visitor: DemoVisitor) => Promise<{ status: number }>]

const putChoices = (body: object) => (visitor: DemoVisitor) =>
  visitor.call('PUT /__control/choices', body)
const patchChoices = (picks: object) => (visitor: DemoVisitor) =>
  visitor.call('PATCH /__control/choices', { picks })

/** Changes a snapshot of the visitor's own world, and restores it. */
const putSnapshot = (change: (snapshot: Snapshot) => object) => async (visitor: DemoVisitor) => {
  const { json } = await visitor.call<Snapshot>('GET /__control/snapshot')
  return visitor.call('PUT /__control/snapshot', { ...json, ...change(json) })
}
const withProfile = (part: object) =>
  putSnapshot(({ profile }) => ({ profile: { ...profile, ...part } }))

const { operations, answers, picks } = strange

/** Every operation that is open to visitors, with all ways by which it could accept foreign content. */
const open: Readonly<Record<string, readonly Sending[]>> = {
  'GET choices': [],
  'GET choices/profile': [],
  'PUT choices': [
    ['operations', putChoices({ operations })],
    [
      'operations under the name of a profile of the server',
      putChoices({ name: 'own', operations }),
    ],
    ['operations beside picks', putChoices({ picks: {}, operations })],
    ['answers', putChoices({ answers })],
    ['a base', putChoices({ base: 'own' })],
    ['a base with operations', putChoices({ picks: {}, base: { operations } })],
    ['headers', putChoices({ picks })],
    [
      'headers of one operation',
      putChoices({ picks: { 'http.headers': { at: { 'GET /api/agents': { fixed: {} } } } } }),
    ],
  ],
  'PATCH choices': [
    ['headers', patchChoices(picks)],
    ['headers by default', patchChoices({ 'http.headers': { default: picks['http.headers'] } })],
  ],
  'POST choices/preview': [],
  'GET clock': [],
  'GET clock/due': [],
  'POST clock': [],
  'GET coverage': [],
  'GET director': [],
  'GET director/turns/{id}': [],
  'POST director': [],
  'GET faults': [],
  'POST faults': [],
  'DELETE faults': [],
  'DELETE faults/{id}': [],
  'GET journal': [],
  'GET journal/{number}': [],
  'GET journal/{number}/frames': [],
  'DELETE journal': [],
  'GET records': [],
  'PUT records': [],
  'GET records/{kind}': [],
  'POST records/{kind}': [],
  'GET records/{kind}/{id}': [],
  'PATCH records/{kind}/{id}': [],
  'DELETE records/{kind}/{id}': [],
  'POST reset': [],
  'GET scenarios': [],
  'GET scenarios/{name}': [],
  'GET snapshot': [],
  'PUT snapshot': [
    ['operations', withProfile({ operations })],
    ['operations of another name', withProfile({ name: 'other', operations })],
    ['answers', withProfile({ answers })],
    ['a base with operations', withProfile({ base: { operations } })],
    ['headers', withProfile({ picks })],
    [
      'scripts',
      putSnapshot(() => ({
        scenarios: [{ name: 'x', match: { query: '/x/' }, script: [{ answer: 'x' }] }],
      })),
    ],
  ],
}

const openOwnServer = () =>
  openDemoServer({
    controlToken: token,
    profile: readProfile(own),
    controlRoutes: {
      ...profileRoutes,
      ...lazyMoveRoutes,
      ...createMcpRoutes({} as never),
      ...createMetricsRoutes(() => ({}) as never, {} as never),
      ...createServedConformance({ fetch: async () => new Response(), publicUrl: undefined })
        .routes,
    },
  })

describe('what a visitor of a demo can bring into a world', () => {
  it('a visitor of a demo can call exactly the operations of the control API that are open to visitors', async () => {
    await using server = await openOwnServer()
    const visitor = await server.arrive()
    const operator = { authorization: `Bearer ${token}` }
    const { json } = await server.call<{ error: string }>('GET /__control/unknown', operator)
    const all = json.error.split('Operations: ')[1]?.replace(/\.$/, '').split(', ') ?? []
    const free = ['GET health', 'GET ready']
    expect(all).toEqual(expect.arrayContaining([...Object.keys(open), 'POST worlds', 'POST mcp']))
    const refused = []
    for (const operation of all.filter((one) => !free.includes(one))) {
      const [method, path = ''] = operation.split(' ')
      const body = method === 'GET' || method === 'DELETE' ? undefined : { strange: true }
      const { status, text } = await visitor.call(
        `${method} /__control/${path.replaceAll(/\{\w+\}/g, 'x')}`,
        body,
      )
      if (status === 403 && text.includes('control token')) refused.push(operation)
    }
    expect(refused.toSorted()).toEqual(
      all.filter((one) => !free.includes(one) && !Object.hasOwn(open, one)).toSorted(),
    )
  })

  it.each(
    Object.entries(open).flatMap(([operation, ways]) =>
      ways.map(([label, send]) => ({ operation, label, send })),
    ),
  )('a visitor of a demo cannot bring $label into a world by $operation', async ({ send }) => {
    await using server = await openOwnServer()
    const visitor = await server.arrive()
    expect((await send(visitor)).status).toBe(403)
    const { base_url, users } = await visitor.account()
    for (const path of ['page', 'script', 'away'])
      expect((await server.call(`GET ${base_url}/api/${path}`)).status).toBe(404)
    const login = await server.call(`POST ${base_url}/api/auth/login`, {}, users[0])
    expect([login.status, login.headers['set-cookie'], login.headers['clear-site-data']]).toEqual([
      200,
      undefined,
      undefined,
    ])
  })

  it('a visitor of a demo changes nothing in a world by the preview of a profile', async () => {
    await using server = await openOwnServer()
    const visitor = await server.arrive()
    const shown = await visitor.call('POST /__control/choices/preview', {
      text: JSON.stringify(strange),
    })
    expect([shown.status, shown.headers['content-type']]).toEqual([200, 'application/json'])
    const { base_url } = await visitor.account()
    expect((await server.call(`GET ${base_url}/api/page`)).status).toBe(404)
  })

  it('a visitor of a demo picks options, and returns to the profile of the server by its name or a snapshot', async () => {
    await using server = await openOwnServer()
    const visitor = await server.arrive()
    const { base_url } = await visitor.account()
    const ping = async () => (await server.call(`GET ${base_url}/api/ping`)).status
    const saved = await visitor.call<object>('GET /__control/snapshot')
    expect((await patchChoices({ 'errors.envelope': 'detail' })(visitor)).status).toBe(200)
    const changed = await visitor.call<object>('GET /__control/snapshot')
    expect(await ping()).toBe(200)
    expect((await putChoices({ picks: { 'errors.envelope': 'detail' } })(visitor)).status).toBe(200)
    expect(await ping()).toBe(404)
    for (const { json } of [saved, changed]) {
      expect((await visitor.call('PUT /__control/snapshot', json)).status).toBe(200)
      expect(await ping()).toBe(200)
      server.systemClock.pass(60_000)
    }
    expect((await putChoices({ profile: 'documented' })(visitor)).status).toBe(200)
    expect((await putChoices({ profile: 'own' })(visitor)).status).toBe(200)
    const whole = await visitor.call<object>('GET /__control/choices/profile')
    expect((await putChoices(whole.json)(visitor)).status).toBe(200)
    expect(await ping()).toBe(200)
  })

  it('a visitor of a demo cannot add a script by a snapshot: restoring a snapshot ends running turns', async () => {
    await using server = await openDemoServer()
    const visitor = await server.arrive()
    await visitor.call('POST /__control/clock', { freeze: true })
    const key = await visitor.key()
    type Made = { readonly data: { readonly id: string } }
    const made = await visitor.call<Made>('POST /api/conversations', {}, key)
    const turn = { q: 'Hello', conversation_id: made.json.data.id }
    const stream = await server.open('POST /api/react', key, turn)
    stream.destroy()
    const { json } = await visitor.call<Snapshot>('GET /__control/snapshot')
    const running = Object.values(json.tables.turns ?? {})
    expect(running).toMatchObject([{ playing: { script: {} } }])
    expect((await visitor.call('PUT /__control/snapshot', json)).status).toBe(200)
    const after = await visitor.call<Snapshot>('GET /__control/snapshot')
    expect(JSON.stringify(after.json.tables.turns ?? {})).not.toContain('playing')
    expect((await visitor.call('GET /api/agents', undefined, key)).status).toBe(200)
  })
})

describe('the headers of a demo', () => {
  it('a demo drops headers of its profile that set cookies, security rules of browsers or redirects to other sites', async () => {
    const dangerous = {
      'set-cookie': 'understudy-visitor=FIXED; Path=/',
      'clear-site-data': '"*"',
      'strict-transport-security': 'max-age=9',
      'alt-svc': 'h3=":443"',
      'content-security-policy': 'default-src *',
      'x-accel-redirect': '/secret',
      refresh: '0; url=https://evil.example',
      location: 'https://evil.example/',
    }
    const profile = readProfile({
      picks: { 'http.headers': { fixed: { ...dangerous, 'X-Powered-By': 'Platform' } } },
      answers: { 'POST /api/auth/login': { headers: dangerous } },
      operations: {
        away: {
          kind: 'action',
          method: 'GET',
          path: '/api/away',
          public: true,
          redirect: "join('', ['/', $query.to])",
          query: { 'to?': 'string' },
        },
      },
    })
    await using server = await openDemoServer({ profile })
    const { base_url, users } = await (await server.arrive()).account()
    const login = await server.call(`POST ${base_url}/api/auth/login`, {}, users[0])
    expect(login.status).toBe(200)
    expect(login.headers).toMatchObject({
      'x-powered-by': 'Platform',
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
    })
    for (const name of Object.keys(dangerous).filter((one) => one !== 'content-security-policy'))
      expect(login.headers).not.toHaveProperty(name)
    const away = async (to: string) =>
      (await server.call(`GET ${base_url}/api/away?to=${encodeURIComponent(to)}`)).headers.location
    expect(await away('login?next=1')).toBe('/login?next=1')
    expect([await away('/evil.example'), await away('\\evil.example')]).toEqual([
      undefined,
      undefined,
    ])
  })

  it('a demo sandboxes all responses of its API, also refusals and streams', async () => {
    await using server = await openDemoServer()
    const visitor = await server.arrive()
    const key = await visitor.key()
    const streamed = await server.open('POST /api/react', key, { q: 'Hello' })
    streamed.resume()
    const all = [
      await server.call('GET /api/agents', key),
      await server.call('GET /api/agents'),
      await server.call('GET /w/nobody/api/agents'),
      streamed,
    ]
    for (const { headers } of all)
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'content-security-policy': "sandbox; default-src 'none'",
      })
  })
})
