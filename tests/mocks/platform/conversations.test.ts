import { expect, it } from 'vitest'
import { script } from '../../support/play-scripts.ts'
import { cursorsOf } from '../../support/stream-reader.ts'
import {
  demo,
  describeTransports,
  empty,
  mountInProcess,
  shippedScenarios,
} from '../../support/transports.ts'
import {
  conversationOf,
  newConversation,
  type Paged,
  signIn,
  type Visitor,
} from '../../support/visitor.ts'

type Listed = Paged<{ readonly id: string; readonly title: string; readonly starred: boolean }>

/** The payload of an event in the format of records, which have the cursor in a separate field. */
function withoutCursor(data: object): object {
  if (Array.isArray(data)) return data
  const { cursor: _cursor, ...rest } = data as Readonly<Record<string, unknown>>
  return rest
}

describeTransports('conversations', (mount) => {
  const listed = async (visitor: Visitor, query = '') =>
    (await visitor.call<Listed>(`GET /api/conversations?size=100${query}`)).json.items

  it('conversations are created from an empty body, with the specified defaults, in a success envelope', async () => {
    const mounted = await mount()
    const visitor = await signIn(mounted)
    const { status, json } = await visitor.call('POST /api/conversations', { body: {} })
    expect(status).toBe(200)
    expect(json).toEqual({
      success: true,
      data: {
        id: expect.stringMatching(/^[\da-f-]{36}$/),
        user_id: demo.users[0]?.id,
        title: '',
        mode: 'auto',
        agent_id: null,
        model_name: null,
        kb_ids: [],
        status: 'active',
        starred: false,
        total_tokens: 0,
        created_at: expect.stringMatching(/Z$/),
        updated_at: null,
      },
    })
  })

  it('conversations keep every field of their creation', async () => {
    const visitor = await signIn(await mount())
    const body = {
      title: 'Überraschung 🌱 für 東京',
      mode: 'dag',
      agent_id: demo.agents[0]?.id,
      model_name: 'large-2',
      kb_ids: [demo.knowledge_bases[0]?.id],
    }
    const id = await newConversation(visitor, body)
    expect(await conversationOf(visitor, id)).toMatchObject({ id, ...body, messages: [] })
  })

  it.each([
    [{ title: 5 }, ['title']],
    [{ mode: 'fast' }, ['mode']],
    [{ kb_ids: 'one' }, ['kb_ids']],
    [{ kb_ids: ['one', 2] }, ['kb_ids', 1]],
  ])('conversations are not created from %j', async (body, place) => {
    const visitor = await signIn(await mount())
    const { status, json } = await visitor.call('POST /api/conversations', { body })
    expect([status, json]).toMatchObject([422, { detail: [{ loc: ['body', ...place] }] }])
  })

  it('an update of a conversation changes only the sent fields and `updated_at`', async () => {
    const mounted = await mount()
    const visitor = await signIn(mounted)
    const { clock } = mounted.fake.world()
    clock.freeze()
    const id = await newConversation(visitor, { title: 'Before', mode: 'react' })
    clock.advance(1000)
    const path = `PATCH /api/conversations/${id}`
    const starred = await visitor.call(path, { body: { starred: true, title: null } })
    expect(starred.json).toMatchObject({
      success: true,
      data: { id, title: 'Before', mode: 'react', starred: true, updated_at: clock.iso() },
    })
    const titled = await visitor.call(path, { body: { title: 'After', unknown: 1, id: 'x' } })
    expect(titled.json).toMatchObject({ data: { id, title: 'After', starred: true } })
  })

  it.each([{ title: 5 }, { starred: 'perhaps' }, { status: 'gone' }, []])(
    'conversations are not changed by %j',
    async (body) => {
      const visitor = await signIn(await mount())
      const id = await newConversation(visitor)
      const { status } = await visitor.call(`PATCH /api/conversations/${id}`, { body })
      expect(status).toBe(422)
    },
  )

  it('conversations are listed starred first, then newest first', async () => {
    const visitor = await signIn(await mount({ fixture: empty }))
    const ids: string[] = []
    for (const title of ['a', 'b', 'c', 'd']) ids.push(await newConversation(visitor, { title }))
    const titles = async () => (await listed(visitor)).map(({ title }) => title).join('')
    expect(await titles()).toBe('dcba')
    for (const id of [ids[0], ids[2]])
      await visitor.call(`PATCH /api/conversations/${id}`, { body: { starred: true } })
    expect(await titles()).toBe('cadb')
    await visitor.call(`PATCH /api/conversations/${ids[2]}`, { body: { starred: false } })
    expect(await titles()).toBe('adcb')
  })

  it('conversations disappear from the list when they are archived, and can be restored', async () => {
    const visitor = await signIn(await mount())
    const id = await newConversation(visitor)
    const has = async (query = '') =>
      (await listed(visitor, query)).some((conversation) => conversation.id === id)
    const set = (status: string) =>
      visitor.call(`PATCH /api/conversations/${id}`, { body: { status } })
    expect([await has(), await has('&status=archived')]).toEqual([true, false])
    await set('archived')
    expect([await has(), await has('&status=archived')]).toEqual([false, true])
    await set('active')
    expect([await has(), await has('&status=archived')]).toEqual([true, false])
  })

  it('conversations are deleted with their messages and turns', async () => {
    const mounted = await mount({ scenarios: shippedScenarios })
    const visitor = await signIn(mounted)
    const id = await newConversation(visitor)
    await visitor.stream('POST /api/react', { body: { q: 'Hi', conversation_id: id } })
    const { store } = mounted.fake.world()
    expect(store.messages.owned(id, 'oldest')).toHaveLength(2)
    const { status, json } = await visitor.call(`DELETE /api/conversations/${id}`)
    expect([status, json]).toEqual([200, { success: true, data: { deleted: id } }])
    expect(store.messages.owned(id, 'oldest')).toEqual([])
    expect(store.transcripts.owned(id, 'oldest')).toEqual([])
    expect(await visitor.refusal(`GET /api/conversations/${id}`)).toEqual([404, 'not_found'])
    const body = { conversation_id: id, cursor: -1 }
    expect(await visitor.refusal('POST /api/chat/resume', { body })).toEqual([
      404,
      'conversation_not_found',
    ])
  })

  it('conversations of other users get 404 on every operation', async () => {
    const mounted = await mount()
    const id = await newConversation(await signIn(mounted, 'other'), { title: 'Private plans' })
    const stranger = await signIn(mounted)
    const path = `/api/conversations/${id}`
    expect(await stranger.refusal(`GET ${path}`)).toEqual([404, 'not_found'])
    const body = { title: 'Mine now' }
    expect(await stranger.refusal(`PATCH ${path}`, { body })).toEqual([404, 'not_found'])
    expect(await stranger.refusal(`DELETE ${path}`)).toEqual([404, 'not_found'])
    expect(await listed(stranger, '&q=Private')).toEqual([])
    const owner = await signIn(mounted, 'other')
    expect((await conversationOf(owner, id)).title).toBe('Private plans')
  })

  it.each(['unknown', '%20', 'a%2Fb', '%E2%82%AC', '%zz', '..%2f..', '__proto__'])(
    'conversations with the id %s get 404',
    async (id) => {
      const visitor = await signIn(await mount())
      expect(await visitor.refusal(`GET /api/conversations/${id}`)).toEqual([404, 'not_found'])
    },
  )

  it('conversations return messages oldest first, each answer with the events of its turn', async () => {
    const visitor = await signIn(await mount({ scenarios: shippedScenarios }))
    const id = await newConversation(visitor)
    const q = 'Where is my order?'
    const live = await visitor.stream('POST /api/react', { body: { q, conversation_id: id } })
    const { messages } = await conversationOf(visitor, id)
    expect(messages.map(({ role, message_type }) => `${role} ${message_type}`)).toEqual([
      'user text',
      'assistant done',
    ])
    const [asked, answered] = messages
    expect(asked).toMatchObject({ content: q, metadata: null })
    expect(answered?.content).toBe(live.find(({ event }) => event === 'done')?.data['answer'])
    expect(answered?.metadata).toMatchObject({
      mode: 'react',
      elapsed: expect.any(Number),
      iterations: expect.any(Number),
      usage: { prompt_tokens: expect.any(Number), completion_tokens: expect.any(Number) },
    })
    expect(answered?.metadata?.['sse_events']).toEqual(
      live
        .filter(({ event }) => event !== 'end')
        .map(({ id: cursor, event, data }) => ({
          event,
          data: withoutCursor(data),
          cursor: Number(cursor),
        })),
    )
  })

  it('conversations of the fixture also return the events of their turns', async () => {
    const visitor = await signIn(await mount())
    const { conversation_id = '' } = demo.transcripts[0] ?? {}
    const owner = demo.conversations.find(({ id }) => id === conversation_id)
    expect(owner?.user_id).toBe(demo.users[0]?.id)
    const { messages } = await conversationOf(visitor, conversation_id)
    const answered = messages.filter(({ role }) => role === 'assistant')
    expect(answered.length).toBeGreaterThan(0)
    for (const { metadata } of answered)
      expect(metadata).toMatchObject({
        sse_events: expect.arrayContaining([
          { event: 'done', data: expect.any(Object), cursor: expect.any(Number) },
        ]),
      })
  })
})

it('conversations leave nothing behind when they are deleted, even while a turn of them runs', async () => {
  const lines = script([{ answer: 'One {{faker.word}}. ' }, { pause: 5000 }, { inject: 'More' }], {
    values: { 'faker.word': ['lion', 'tiger'] },
  })
  const mounted = mountInProcess({ scenarios: [lines], speed: 1 })
  const { clock, store } = mounted.fake.world()
  clock.freeze()
  const visitor = await signIn(mounted)
  const conversation_id = await newConversation(visitor)
  const body = { q: 'Hi', conversation_id }
  const first = await visitor.read('POST /api/react', { body })
  clock.advance(60_000)
  await first.rest()
  const second = await visitor.read('POST /api/react', { body })
  clock.advance(1000)
  await visitor.call(`DELETE /api/conversations/${conversation_id}`)
  clock.advance(60_000)
  const cursors = cursorsOf(await second.rest())
  expect(cursors).toEqual(cursors.toSorted((a, b) => a - b))
  expect(store.messages.owned(conversation_id, 'oldest')).toEqual([])
  expect(JSON.stringify(mounted.fake.control().snapshot())).not.toContain(conversation_id)
})
