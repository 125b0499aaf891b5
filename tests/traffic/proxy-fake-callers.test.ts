import { expect, it } from 'vitest'
import { createTurnFake } from '../../mocks/turn-fake.ts'
import { createTestFake } from '../../testing/test-fake.ts'
import { createFakeTurns } from '../../traffic/fake-turns/fake-turns.ts'
import { callerWith, fakedStaging } from './faked-staging.ts'
import { proxyBefore } from '../support/raw-upstream.ts'

const q = 'Where is my order?'

type Conversation = { readonly data: { readonly messages: readonly unknown[] } }

it('a fake behind a proxy refuses a credential that is sent where the deployment does not read credentials', async () => {
  const { visit } = await fakedStaging({ profile: 'deployed-0.8' })
  const visitor = await visit()
  const { status, json } = await visitor.call('POST /api/react', { q })
  expect([status, json['error_code']]).toEqual([401, 'authentication_required'])
})

it('the proxy identifies the caller before each turn, and at most once a minute for requests such as a resume', async () => {
  let now = 0
  const { deployment, visit } = await fakedStaging({ options: { now: () => now } })
  const visitor = await visit()
  const conversation_id = await visitor.newConversation()
  const play = async () => (await visitor.stream('POST /api/react', { q, conversation_id })).rest()
  const resume = async () =>
    (await visitor.stream('POST /api/chat/resume', { conversation_id, cursor: -1 })).rest()
  const asked = () => deployment.called().filter((call) => call.endsWith('/auth/me')).length
  await play()
  await play()
  expect(asked()).toBe(2)
  await resume()
  expect(asked()).toBe(2)
  now = 60_000
  await resume()
  expect(asked()).toBe(3)
})

it('a key that was disabled at the deployment plays no further turn of the fake', async () => {
  const { deployment, proxy, visit } = await fakedStaging()
  const visitor = await visit()
  const { json } = await visitor.callTarget('POST /api/me/api-keys', { name: 'A key' })
  const caller = callerWith(proxy.url, deployment.url, String(json['key']))
  await (await caller.stream('POST /api/react', { q })).rest()
  await visitor.callTarget(`PATCH /api/me/api-keys/${String(json['id'])}/active`, {
    is_active: false,
  })
  expect(await caller.call('POST /api/react', { q })).toEqual(
    await caller.callTarget('GET /api/auth/me'),
  )
})

it('the deployment refuses the resume of a turn of the fake whose conversation was deleted', async () => {
  const { visit } = await fakedStaging()
  const visitor = await visit()
  const conversation_id = await visitor.newConversation()
  await (await visitor.stream('POST /api/react', { q, conversation_id })).rest()
  await visitor.callTarget(`DELETE /api/conversations/${conversation_id}`)
  expect(await visitor.call('POST /api/chat/resume', { conversation_id, cursor: -1 })).toEqual(
    await visitor.callTarget(`GET /api/conversations/${conversation_id}`),
  )
})

it('the fake behind a proxy keeps a bounded number of conversations, and the deployment has all others', async () => {
  const { deployment, fake, visit } = await fakedStaging({ options: { maxConversations: 2 } })
  const visitor = await visit()
  const ids: string[] = []
  for (let count = 0; count < 4; count++) {
    const conversation_id = await visitor.newConversation()
    await (await visitor.stream('POST /api/react', { q, conversation_id })).rest()
    ids.push(conversation_id)
  }
  expect(fake.control().records.list('conversations').total).toBe(2)
  expect(fake.control().records.list('messages').total).toBe(4)
  const [first = '', , , last = ''] = ids
  const resume = { conversation_id: first, cursor: -1 }
  expect((await visitor.call('POST /api/chat/resume', resume)).status).toBe(404)
  expect(deployment.called()).toContain('POST /api/chat/resume')
  const { json } = await visitor.call(`GET /api/conversations/${last}`)
  expect((json as Conversation).data.messages).toHaveLength(2)
})

it('exchanges of the fake are in the journal of the proxy, but are neither judged nor recorded', async () => {
  const seen: string[] = []
  const { proxy, visit } = await fakedStaging({
    proxy: { onExchange: ({ request }) => void seen.push(request.url.pathname) },
  })
  const visitor = await visit()
  await (await visitor.stream('POST /api/react', { q })).rest()
  await expect.poll(() => proxy.openExchanges()).toBe(0)
  expect(seen).toEqual(['/api/auth/login'])
  expect(
    proxy.journal.entries().map(({ path, explanation }) => [path, explanation]),
  ).toContainEqual(['/api/react', 'The fake responded in place of the target.'])
})

it('a fault of the proxy can cut a turn of the fake', async () => {
  const { proxy, visit } = await fakedStaging({
    proxy: {
      faults: {
        match: { endpoint: 'chat.react' },
        effect: { stream: { cut: { after_event: 3 } } },
      },
    },
  })
  const visitor = await visit()
  const turn = await visitor.stream('POST /api/react', { q })
  expect(await turn.until(3)).toHaveLength(3)
  await expect(turn.rest()).rejects.toThrow('terminated')
  await expect.poll(() => proxy.openExchanges()).toBe(0)
})

it('a turn of the fake stops streaming when its client leaves', async () => {
  const { fake, proxy, visit } = await fakedStaging({ speed: 1 })
  const visitor = await visit()
  const turn = await visitor.stream('POST /api/react', { q })
  await turn.until(1)
  expect(proxy.openExchanges()).toBe(1)
  await turn.leave()
  await expect.poll(() => proxy.openExchanges()).toBe(0)
  await expect.poll(() => fake.control().journal.list().at(-1)?.stream?.state).not.toBe('open')
})

it('the proxy reads lists if the deployment has no operation to read a caller or a conversation', async () => {
  const fake = createTestFake({ fixture: 'empty', seed: 'proxy' })
  const asked: string[] = []
  const { url } = await proxyBefore(
    ({ method, url: path = '', headers }, outgoing) => {
      asked.push(`${method} ${path}`)
      const isList = path.startsWith('/api/conversations?')
      const isKnown = headers.authorization === 'Bearer known-key'
      outgoing.writeHead(isKnown ? (isList ? 200 : 404) : 401, {
        'content-type': 'application/json',
      })
      outgoing.end(isList ? '{"items":[{"id":7,"title":"Seven"}]}' : '{"detail":"no"}')
    },
    { substitute: createFakeTurns(createTurnFake(fake)) },
  )
  const known = callerWith(url, url, 'known-key')
  const turn = await known.stream('POST /api/react', { q, conversation_id: '7' })
  expect((await turn.rest()).at(-1)?.event).toBe('end')
  expect(fake.control().records.read('conversations', '7')).toMatchObject({ title: 'Seven' })
  expect(asked).toEqual([
    'GET /api/auth/me',
    'GET /api/auth/verify',
    'GET /api/conversations?page=1&size=1',
    'GET /api/conversations/7',
    'GET /api/conversations?page=1&size=100',
  ])
  const other = callerWith(url, url, 'other-key')
  expect(await other.call('POST /api/react', { q, token: 'other-key' })).toEqual({
    status: 401,
    json: { detail: 'no' },
  })
  fake.close()
})

it('a key for chat alone plays turns of the fake, because it may read its own user', async () => {
  const { deployment, fake, proxy, visit } = await fakedStaging()
  const visitor = await visit()
  const body = { name: 'A key', scopes: 'chat' }
  const { json } = await visitor.callTarget('POST /api/me/api-keys', body)
  const caller = callerWith(proxy.url, deployment.url, String(json['key']))
  expect((await caller.callTarget('GET /api/agents')).status).toBe(403)
  const turn = await caller.stream('POST /api/react', { q })
  expect((await turn.rest()).at(-1)?.event).toBe('end')
  expect(fake.control().journal.list()).toHaveLength(1)
})

it('if the deployment is down, a turn gets 502 and is not played by the fake', async () => {
  const { proxy, deployment, fake, visit } = await fakedStaging()
  const { token } = await visit()
  deployment.control.faults.add({ match: { endpoint: 'auth.me' }, effect: { connection: 'reset' } })
  const visitor = callerWith(proxy.url, deployment.url, token)
  const { status, json } = await visitor.call('POST /api/react', { q, token })
  expect([status, json['error']]).toEqual([502, 'proxy_target_unavailable'])
  expect(fake.control().journal.list()).toEqual([])
})

it('operations that the options name come from the fake, for callers whom the deployment accepts', async () => {
  const { deployment, proxy, visit } = await fakedStaging({
    options: { turns: false, unsafe: ['GET /api/agents*'] },
  })
  const visitor = await visit()
  expect((await visitor.call('GET /api/agents')).json).toMatchObject({ items: [], total: 0 })
  expect((await visitor.callTarget('GET /api/agents')).json['total']).not.toBe(0)
  const stranger = callerWith(proxy.url, deployment.url, 'x.y.z')
  expect(await stranger.call('GET /api/agents')).toEqual(
    await stranger.callTarget('GET /api/auth/me'),
  )
  await (await visitor.stream('POST /api/react', { q })).rest()
  expect(deployment.called()).toContain('POST /api/react')
})
