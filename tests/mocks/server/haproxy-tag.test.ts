import { request as sendRequest } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { requestTag } from '../../../mocks/server/request-tag.ts'
import { signJwt } from '../../../mocks/world/sessions.ts'
import { worldTag } from '../../../mocks/world/api-keys.ts'
import { type Balancer, haproxy, shippedConfig, startBalancer } from '../../support/haproxy.ts'

/** The shipped configuration, changed to respond with the tag instead of passing the request on. */
const tagConfig = shippedConfig.replace(
  'default_backend replicas',
  'http-request return status 200 content-type text/plain lf-string "%[var(txn.tag)]"\n    default_backend replicas',
)

type Call = {
  readonly method?: string
  readonly path?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

const jwt = (world: unknown) => signJwt({ world } as never, new Uint8Array(32))
const key = (world: string, prefix = 'svc_') => `${prefix}${'k'.repeat(34)}${worldTag(world)}`
const bearer = (credential: string) => ({ authorization: `Bearer ${credential}` })
const post = (path: string, body: unknown, headers = {}): Call => ({
  method: 'POST',
  path,
  headers: { 'content-type': 'application/json', ...headers },
  body: typeof body === 'string' ? body : JSON.stringify(body),
})

const cookieOf = (world: string) => `a=b; understudy-visitor=${'r'.repeat(22)}${worldTag(world)}`
const filler = (length: number) => 'x'.repeat(length)

const names = [
  'red',
  'default',
  'größe',
  'a b',
  'a+b',
  'a,b',
  'a%2Fb',
  '"q\\',
  '😀',
  '%',
  '<&;>',
  '~',
]

/** Every way in which a request can name a world. */
const waysToName: Readonly<Record<string, (world: string) => Call>> = {
  path: (world) => ({ path: `/w/${encodeURIComponent(world)}/api/agents` }),
  'path of the control API': (world) => ({
    path: `/w/${encodeURIComponent(world)}/__control/clock`,
  }),
  'world of the control API': (world) => ({
    path: `/__control/worlds/${encodeURIComponent(world)}`,
  }),
  'fork in the control API': (world) =>
    post(`/__control/worlds/${encodeURIComponent(world)}/fork`, { name: 'other' }),
  'move in the control API': (world) => ({
    method: 'PUT',
    path: `/w/other/__control/moves/${encodeURIComponent(world)}`,
  }),
  'creation in the control API': (world) => post('/__control/worlds', { name: world, ttl: '1m' }),
  JWT: (world) => ({ path: '/api/agents', headers: bearer(jwt(world)) }),
  key: (world) => ({ path: '/api/agents', headers: bearer(key(world)) }),
  'key with another prefix': (world) => ({
    path: '/api/agents',
    headers: { authorization: `Token ${key(world, 'ak-')}` },
  }),
  'key in the body of react': (world) => post('/api/react', { q: 'Hi', token: key(world) }),
  'key in the body of dag': (world) => post('/api/dag', { token: key(world), q: 'Hi' }),
  'token in the body of auto': (world) => post('/api/auto', { q: 'Hi', token: jwt(world) }),
  'token in the body of resume': (world) =>
    post('/api/chat/resume/', { conversation_id: 'x', cursor: -1, token: jwt(world) }),
  'refresh token': (world) => post('/api/auth/refresh', { refresh_token: jwt(world) }),
}

/** Requests that name no world, or name it in a way that has no effect. */
const others: Readonly<Record<string, Call>> = {
  nothing: { path: '/api/agents' },
  page: { path: '/' },
  'an empty header hides the path': {
    path: '/w/red/api/agents',
    headers: { 'x-understudy-world': '' },
  },
  'the header wins over path and credential': {
    path: '/w/red/api/agents',
    headers: { 'x-understudy-world': 'blue', ...bearer(key('green')) },
  },
  'the path wins over the credential': { path: '/w/red/api/agents', headers: bearer(key('green')) },
  'the subject wins over the header': {
    path: '/w/red/__control/worlds/blue',
    headers: { 'x-understudy-world': 'green' },
  },
  'the header credential wins over the body': post(
    '/api/react',
    { q: 'Hi', token: key('red') },
    bearer(key('blue')),
  ),
  'a refused header credential still wins': post('/api/react', { token: key('red') }, bearer('no')),
  'the token of the control API is no credential': {
    path: '/__control/clock',
    headers: bearer(key('red')),
  },
  'a body that is no credential': post('/api/conversations', { token: key('red') }),
  'a refresh token in another place': post('/api/auth/refresh', { token: key('red') }),
  'a body that is not JSON': post('/api/react', 'token=abc'),
  'a creation without a name': post('/__control/worlds', {}),
  'a short credential': { path: '/api/agents', headers: bearer('abc') },
  'a credential with spaces': { path: '/api/agents', headers: bearer('a b') },
  'a JWT without a world': { path: '/api/agents', headers: bearer(jwt(undefined)) },
  'a damaged JWT': { path: '/api/agents', headers: bearer('aaaaaaaaaa.bbbbbbbbbb.cccccccccc') },
  'a path that only looks like a world': { path: '/w/red' },
  'a world with a name for the control API': { path: '/w/__control/api/agents' },
  'a query': { path: '/api/agents?x=/w/red/api' },
}

const tagByFake = ({ method = 'GET', path = '/', headers = {}, body }: Call) =>
  requestTag(
    {
      method,
      path: path.replace(/\?.*$/, ''),
      header: (name) => headers[name],
    },
    { body, readsCookie: headers['cookie'] !== undefined },
  ) ?? worldTag('default')

/** Sends exactly these headers and this path; `fetch` would change some. */
async function sendTo(to: Balancer, { method = 'GET', path = '/', headers = {}, body }: Call) {
  const { promise, resolve, reject } = Promise.withResolvers<[number, string]>()
  const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
  const { port } = new URL(to.url)
  const options = { port, method, path, headers: { ...headers, ...length } }
  sendRequest(options, (response) => {
    text(response).then((responseText) => resolve([response.statusCode ?? 0, responseText]), reject)
  })
    .on('error', reject)
    .end(body)
  return promise
}

describe.skipIf(haproxy === undefined)('the tag of a request in HAProxy', () => {
  let balancer: Balancer
  let demo: Balancer
  const send = (call: Call) => sendTo(balancer, call)
  beforeAll(async () => {
    balancer = await startBalancer({ config: tagConfig })
    demo = await startBalancer({ config: tagConfig, env: { DEMO: '1' } })
  })
  afterAll(async () => {
    await balancer.stop()
    await demo.stop()
  })

  it.each(Object.entries(waysToName))(
    '%s: HAProxy computes the tag of the world that a request names in this way',
    async (_, call) => {
      for (const name of names) {
        expect([name, await send(call(name))]).toEqual([name, [200, worldTag(name)]])
        expect(tagByFake(call(name))).toBe(worldTag(name))
      }
    },
  )

  it('HAProxy computes the tag of the world for every ASCII name in the header', async () => {
    for (const name of ['red', 'default', 'a b', 'a,b', 'a%20b', '"q\\'])
      expect(await send({ headers: { 'x-understudy-world': name } })).toEqual([200, worldTag(name)])
  })

  it('HAProxy computes the same tag as the fake for unusual requests', async () => {
    for (const [name, call] of Object.entries(others))
      expect([name, await send(call)]).toEqual([name, [200, tagByFake(call)]])
  })

  it('HAProxy reads the tag of a world from a visitor cookie only in its configuration for a demo', async () => {
    for (const world of ['one', 'two']) {
      const call = { path: '/api/agents', headers: { cookie: cookieOf(world) } }
      expect(await sendTo(demo, call)).toEqual([200, worldTag(world)])
      expect(tagByFake(call)).toBe(worldTag(world))
      expect(await send(call)).toEqual([200, worldTag('default')])
      const control = { path: '/__control/visitor', headers: { cookie: cookieOf(world) } }
      expect(await sendTo(demo, control)).toEqual([200, worldTag(world)])
      const guarded = { ...control, headers: { ...control.headers, ...bearer('token') } }
      expect(await sendTo(demo, guarded)).toEqual([200, worldTag('default')])
    }
  })

  it('HAProxy refuses a name with bytes outside of ASCII, and says what to send', async () => {
    const paths = ['/w/%FF/api/agents', '/w/%zz/api/agents', '/w/%C0%80/api/agents']
    for (const path of paths)
      expect(await send({ path })).toEqual([400, expect.stringContaining('percent-encoded UTF-8')])
    const headers = { 'x-understudy-world': 'gr\xf6\xdfe' }
    expect(await send({ headers })).toEqual([400, expect.stringContaining('in ASCII')])
    const twice = { 'x-understudy-world': ['red', 'blue'] } as never
    expect(await send({ headers: twice })).toEqual([400, expect.stringContaining('once')])
  })

  it('HAProxy finds a credential within the first 30 KiB of a body, and refuses a later one', async () => {
    const found = post('/api/react', { q: filler(30 * 1024), token: key('red') })
    expect(await send(found)).toEqual([200, worldTag('red')])
    const late = post('/api/react', { q: filler(200 * 1024), token: key('red') })
    expect(await send(late)).toEqual([413, expect.stringContaining('as a header')])
    const early = post('/api/react', { token: key('red'), q: filler(200 * 1024) })
    expect(await send(early)).toEqual([200, worldTag('red')])
  })
})
