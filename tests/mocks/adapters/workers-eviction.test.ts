import { afterAll, beforeAll, expect, it } from 'vitest'
import { createClient } from '../../../client/create-client.ts'
import { answerIn, cursorsOf } from '../../support/stream-reader.ts'
import { conversationOf, newConversation, type Visitor } from '../../support/visitor.ts'
import { type Edge, eventually, fetchOnce, startEdge } from './workers/edge.ts'

let edge: Edge
beforeAll(async () => {
  edge = await startEdge()
})
afterAll(() => edge[Symbol.asyncDispose]())

const q = 'Where is my order?'
const resume = (visitor: Visitor, conversation_id: string, cursor: number) =>
  visitor.stream('POST /api/chat/resume', { body: { conversation_id, cursor } })

/** A world of its own, and its user with an empty conversation. */
async function begin(options: object = {}) {
  const { name, keys } = await edge.newWorld(options)
  const visitor = edge.visit(keys['full'])
  return { name, visitor, conversation_id: await newConversation(visitor, { title: 'Kept' }) }
}

it('the eviction of a Durable Object loses no acknowledged change', async () => {
  const { name, visitor, conversation_id } = await begin()
  await edge.evict(name)
  expect((await conversationOf(visitor, conversation_id)).title).toBe('Kept')
})

it('a request whose Durable Object fails gets 503 with the reason, and the next request gets its response', async () => {
  const { name, visitor } = await begin()
  for (const path of ['api', '__control/clock']) {
    const failed = await fetchOnce(`${edge.baseUrl}/w/${name}/${path}?test=evict`)
    expect(failed.status).toBe(503)
    expect(failed.headers.get('retry-after')).toBe('5')
    expect(await failed.text()).toContain('evicted by a test')
    expect((await visitor.call('GET /api/agents')).status).toBe(200)
  }
})

it('the eviction of a Durable Object breaks the stream of a running turn, and a resume completes the turn', async () => {
  const { name, visitor, conversation_id } = await begin()
  await edge.control('POST clock', { freeze: true }, name)
  const reader = await visitor.read('POST /api/react', { body: { q, conversation_id } })
  await edge.control('POST clock', { advance: '400ms' }, name)
  const seen = await reader.until(3)
  await edge.evict(name)
  const cut = await reader.rest().catch(() => [])
  expect(cut.map(({ event }) => event)).not.toContain('done')

  await edge.control('POST clock', { advance: '10m' }, name)
  const cursor = Math.max(...cursorsOf(seen))
  const rest = await resume(visitor, conversation_id, cursor)
  expect(cursorsOf(rest)[0]).toBe(cursor + 1)
  expect(rest.map(({ event }) => event)).toContain('done')
  const all = [...seen, ...rest]
  expect(answerIn(all)).toContain('pick-up point')
  const { messages } = await conversationOf(visitor, conversation_id)
  expect(messages.at(-1)?.content).toBe(answerIn(all))
})

it('a client receives every event once although its Durable Object is evicted three times during the turn', async () => {
  const { name, keys } = await edge.newWorld()
  const client = createClient({
    baseUrl: edge.baseUrl,
    fetch: (url, init) => edge.fetch(new Request(url, init)),
    apiKey: keys['full'],
  })
  const cursors: unknown[] = []
  let text = ''
  for await (const { event, data, cursor } of client.react({ q })) {
    if (cursor !== undefined) cursors.push(cursor)
    if (event === 'answer' && data.type === 'delta') text += data.text
    if ([3, 10, 20].includes(cursors.length)) await edge.evict(name)
  }
  expect(cursors).toEqual(cursors.map((_, index) => index))
  expect(cursors.length).toBeGreaterThan(30)
  expect(text).toContain('pick-up point')
})

it('an alarm of the Durable Object finishes a turn that nobody reads, also after an eviction', async () => {
  const { name, visitor, conversation_id } = await begin()
  const reader = await visitor.read('POST /api/react', { body: { q, conversation_id } })
  await reader.until(1)
  await reader.leave()
  await eventually(
    () => edge.inspect(name, 'alarm'),
    (alarm) => alarm !== null,
  )
  await edge.evict(name)
  await eventually(
    () => edge.inspect(name, 'answers'),
    (answers) => answers === 1,
  )
  await eventually(
    () => edge.inspect(name, 'alarm'),
    (alarm) => alarm === null,
  )
  const { messages } = await conversationOf(visitor, conversation_id)
  expect(messages.at(-1)?.content).toContain('pick-up point')
})

it('an alarm of the Durable Object that fires twice, or too early, changes nothing', async () => {
  const { name, visitor, conversation_id } = await begin({ speed: 0.2 })
  const reader = await visitor.read('POST /api/react', { body: { q, conversation_id } })
  await edge.inspect(name, 'ring')
  await edge.inspect(name, 'ring')
  await edge.control('POST clock', { advance: '10m' }, name)
  const all = await reader.rest()
  const cursors = cursorsOf(all.filter(({ id }) => id !== undefined))
  expect(cursors).toEqual(cursors.map((_, index) => index))
  const { messages } = await conversationOf(visitor, conversation_id)
  expect(messages.filter(({ role }) => role === 'assistant')).toHaveLength(1)
})

it('an alarm of the Durable Object deletes a world whose time to live has ended, with its storage', async () => {
  // The test sends no request before: on a busy machine, the time could end before the request arrives.
  const { name } = await edge.newWorld({ ttl: '1s' })
  await edge.evict(name)
  await eventually(
    () => edge.inspect(name, 'tables'),
    (tables) => (tables as unknown[]).length === 0,
  )
  await expect(edge.control(`GET worlds/${name}`)).rejects.toThrow('404')
})

it('a Durable Object whose storage is full responds with 503, and loses no acknowledged change', async () => {
  const { name, visitor, conversation_id } = await begin()
  await edge.inspect(name, 'full')
  const refused = await visitor.call<{ message: string }>('POST /api/conversations', {
    body: { title: 'Lost' },
  })
  expect(refused.status).toBe(503)
  expect(refused.json.message).toContain('SQLITE_FULL')
  expect((await conversationOf(visitor, conversation_id)).title).toBe('Kept')
  await expect(edge.control('POST reset', undefined, name)).rejects.toThrow('503')
  await edge.inspect(name, 'free')
  const { text } = await visitor.call('GET /api/conversations')
  expect(text).toContain('Kept')
  expect(text).not.toContain('Lost')
  expect((await visitor.call('POST /api/conversations', { body: {} })).status).toBe(200)
})

it('requests to a damaged world of a Durable Object get 503, and the world can be deleted', async () => {
  const { name, visitor } = await begin()
  await edge.inspect(name, 'damage')
  await edge.evict(name)
  for (const from of [visitor, edge.visit(undefined, name)]) {
    const { status, json } = await from.call<{ message: string }>('GET /api/agents')
    expect(status).toBe(503)
    expect(json.message).toContain(name)
  }
  await edge.control(`DELETE worlds/${name}`)
  expect(await edge.inspect(name, 'tables')).toEqual([])
  expect(await visitor.refusal('GET /api/agents')).toEqual([401, 'invalid_token'])
})
