import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { JournalLine } from '../../../contract/control/journal.ts'
import { isProving } from '../../support/proving.ts'
import { answerIn } from '../../support/stream-reader.ts'
import { controlToken, type Edge, eventually, startEdge, fetchOnce } from './workers/edge.ts'
import { newConversation } from '../../support/visitor.ts'

let edge: Edge
beforeAll(async () => {
  edge = await startEdge()
})
afterAll(() => edge[Symbol.asyncDispose]())

const keyOf = (world: { readonly keys: Readonly<Record<string, string>> }) =>
  world.keys['full'] ?? ''
const requestsOf = async (world: string) =>
  (await edge.control<{ entries: JournalLine[] }>('GET journal', undefined, world)).entries
const login = { email: 'demo@example.com', password: 'demo-password' }
const q = 'Where is my order?'

describe('a request to the Worker', () => {
  it('a request to the Worker reaches the Durable Object of its world, however the request names the world', async () => {
    const world = await edge.newWorld({ speed: 'max' })
    const { name } = world
    type Tokens = { readonly access_token: string; readonly refresh_token: string }
    const { json: tokens } = await edge
      .visit(undefined, name)
      .call<Tokens>('POST /api/auth/login', { body: login })
    const before = await requestsOf(name)
    const list = 'GET /api/agents'
    await edge.visit(keyOf(world), name).call(list)
    await edge.visit().call(list, { headers: { 'x-understudy-world': name } })
    await edge.visit(keyOf(world)).call(list)
    await edge.visit(tokens.access_token).call(list)
    await edge.visit().stream('POST /api/react', { body: { q, token: keyOf(world) } })
    await edge
      .visit()
      .call('POST /api/auth/refresh', { body: { refresh_token: tokens.refresh_token } })
    const all = await requestsOf(name)
    expect(all.slice(before.length).map(({ status }) => status)).toEqual([
      200, 401, 200, 200, 200, 200,
    ])
  })

  it('a request to the Worker with an unknown credential gets the answer of the default world', async () => {
    const before = (await requestsOf('default')).length
    expect(await edge.visit(`svc_${'A'.repeat(44)}`).refusal('GET /api/agents')).toEqual([
      401,
      'invalid_token',
    ])
    expect(await edge.visit().refusal('GET /api/agents')).toEqual([401, 'unauthorized'])
    expect(await requestsOf('default')).toHaveLength(before + 2)
  })

  it('a request to the Worker that belongs to no world gets a response without a Durable Object', async () => {
    const health = await fetchOnce(`${edge.baseUrl}/__control/health`)
    expect(await health.json()).toEqual({ status: 'ok' })
    const document = await fetchOnce(`${edge.baseUrl}/openapi.json`)
    expect(await document.json()).toHaveProperty('openapi')
    const preflight = await fetchOnce(`${edge.baseUrl}/w/never/api/agents`, {
      method: 'OPTIONS',
      headers: { origin: 'https://app.example.com' },
    })
    expect(preflight.headers.get('access-control-allow-origin')).toBe('https://app.example.com')
    expect(await edge.inspect('never', 'tables')).toEqual([])
  })

  it('the Worker serves the console page with its security headers', async () => {
    const page = await fetchOnce(`${edge.baseUrl}/`)
    const html = await page.text()
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(html).toContain('data-control="needs-token"')
    const [, source = ''] = /src="\.(\/console\/[^"]+)"/.exec(html) ?? []
    const asset = await fetchOnce(edge.baseUrl + source)
    expect(asset.headers.get('content-type')).toContain('javascript')
    expect(asset.status).toBe(200)
  })
})

describe('a stream of the Worker', () => {
  it('a stream of the Worker sends each event when it is due', async () => {
    const world = await edge.newWorld()
    await edge.control('POST clock', { freeze: true }, world.name)
    const reader = await edge.visit(keyOf(world)).read('POST /api/react', { body: { q } })
    const first = await reader.until(1)
    expect(first).toHaveLength(1)
    await edge.control('POST clock', { advance: '10m' }, world.name)
    const all = await reader.rest()
    expect(all.map(({ event }) => event)).toContain('done')
    expect(answerIn(all)).toContain('pick-up point')
  })

  it('a stream of the Worker ends when its reader disconnects, and its turn continues', async () => {
    // The speed is slow, so that the turn is far from its end when the runtime notices.
    const world = await edge.newWorld({ speed: 0.2 })
    const visitor = edge.visit(keyOf(world))
    const conversation_id = await newConversation(visitor)
    const reader = await visitor.read('POST /api/react', { body: { q, conversation_id } })
    await reader.until(1)
    await reader.leave()
    const left = await eventually(
      () => requestsOf(world.name),
      (requests) => requests.at(-1)?.stream?.state !== 'open',
    )
    expect(left.at(-1)?.stream?.state).toBe('left')
    await edge.control('POST clock', { advance: '10m' }, world.name)
    const body = { conversation_id, cursor: -1 }
    const all = await visitor.stream('POST /api/chat/resume', { body })
    expect(answerIn(all)).toContain('pick-up point')
  })
})

describe('a fault of the Worker', () => {
  it('a fault of the Worker cuts a stream after an event, and gives a 502 instead of a connection reset', async () => {
    const world = await edge.newWorld({ speed: 'max' })
    const visitor = edge.visit(keyOf(world))
    const fault = (effect: object) => edge.control('POST faults', { times: 1, effect }, world.name)
    await fault({ connection: 'reset' })
    expect((await visitor.call('GET /api/agents')).status).toBe(502)
    expect((await visitor.call('GET /api/agents')).status).toBe(200)
    await fault({ stream: { cut: { after_event: 5 } } })
    const reader = await visitor.read('POST /api/react', { body: { q } })
    const events = await reader.rest().catch(() => reader.until(5))
    expect(events).toHaveLength(5)
  })
})

describe('the control API of the Worker', () => {
  it('the control API of the Worker requires the token', async () => {
    const open = (headers = {}) => fetchOnce(`${edge.baseUrl}/__control/clock`, { headers })
    expect((await open()).status).toBe(401)
    expect((await open({ authorization: 'Bearer wrong' })).status).toBe(401)
    expect((await open({ authorization: `Bearer ${controlToken}` })).status).toBe(200)
  })

  // This test starts another runtime.
  it.runIf(isProving)('the control API of the Worker is off without a token', async () => {
    await using closed = await startEdge({})
    const response = await fetchOnce(`${closed.baseUrl}/__control/clock`)
    expect(response.status).toBe(403)
    expect(await response.text()).toContain('npx wrangler secret put CONTROL_TOKEN')
    expect(await (await fetchOnce(closed.baseUrl)).text()).toContain('data-control="off"')
  })

  it('the control API of the Worker creates, describes, forks and deletes worlds', async () => {
    const drawn = await edge.newWorld()
    expect(drawn.name).toMatch(/^[\w-]{22}$/)
    expect(drawn.base_url).toBe(`${edge.baseUrl}/w/${drawn.name}`)
    await expect(edge.newWorld({ name: drawn.name })).rejects.toThrow('409')
    await expect(edge.newWorld({ nme: 'x' })).rejects.toThrow('422')
    await newConversation(edge.visit(keyOf(drawn)), { title: 'Copied' })

    const fork = await edge.control<typeof drawn>(`POST worlds/${drawn.name}/fork`, { name: 'a b' })
    expect(fork.base_url).toBe(`${edge.baseUrl}/w/a%20b`)
    expect(keyOf(fork)).not.toBe(keyOf(drawn))
    const { text } = await edge.visit(keyOf(fork)).call('GET /api/conversations')
    expect(text).toContain('Copied')
    await expect(edge.control('POST worlds/nowhere/fork', {})).rejects.toThrow('404')
    await expect(edge.control(`POST worlds/${drawn.name}/fork`, { nam: 'x' })).rejects.toThrow(
      '422',
    )

    await edge.control('DELETE worlds/a%20b')
    await expect(edge.control('GET worlds/a%20b')).rejects.toThrow('404')
    expect(await edge.visit(keyOf(fork)).refusal('GET /api/agents')).toEqual([401, 'invalid_token'])
    expect(await edge.inspect('a b', 'tables')).toEqual([])
    expect(await edge.inspect(drawn.name, 'tables')).toHaveLength(1)
  })
})
