import { describe, expect, it } from 'vitest'
import { createVirtualClock } from '../support/virtual-clock.ts'
import { type Paged, type Session, visit } from '../support/visitor.ts'
import { ada, api, call, data, importEntries, login, page } from './import-entries.ts'
import { fakeOf, usersOf } from './import-in-process.ts'

const conversationWithMessage = (id: string) => ({
  id,
  title: id,
  messages: [{ id: `m-${id}`, role: 'user', content: 'Hi' }],
})

/** The tokens of a session, which do not show their user. */
const session = (name: string) => ({
  access_token: `token-of-${name}-1234567890`,
  refresh_token: `refresh-of-${name}-1234567890`,
})

const documentOf = (id: string) => ({
  id,
  filename: `${id}.md`,
  chunk_count: 1,
  status: 'ready',
})

describe('the records of a recording', () => {
  it('an import finds records in pages, in plain lists, in envelopes and in single responses', async () => {
    const { fixture } = await importEntries(
      login,
      call('GET /agents', page([{ id: 'a-1', user_id: ada.id, name: 'First' }])),
      call('GET /orgs', data([{ id: 'o-1', name: 'Acme', role: 'owner' }])),
      call('GET /connectors', [{ id: 'c-1', user_id: ada.id, name: 'Orders' }]),
      call('GET /workflows', { items: [{ id: 'w-1', user_id: ada.id, name: 'Refund' }], total: 1 }),
      call('GET /knowledge-bases/k-1', data({ id: 'k-1', user_id: ada.id, name: 'Handbook' })),
    )
    const names = ['agents', 'organizations', 'connectors', 'workflows', 'knowledge_bases'].map(
      (kind) => fixture[kind]?.map(({ name }) => name),
    )
    expect(names).toEqual([['First'], ['Acme'], ['Orders'], ['Refund'], ['Handbook']])
    expect(fixture['organizations']?.[0]?.['members']).toMatchObject([
      { user_id: ada.id, role: 'owner' },
    ])
  })

  it('an imported model has `model_name` as its name, and the recorded `name` as its display name', async () => {
    const model = { id: 'm-1', name: 'Harrow Large', model_name: 'harrow-large' }
    const { fixture } = await importEntries(login, call('GET /models', page([model])))
    expect(fixture['models']).toMatchObject([
      { name: 'harrow-large', display_name: 'Harrow Large' },
    ])
    expect(fixture['models']?.[0]).not.toHaveProperty('model_name')
  })

  it('a deletion of a part of a record leaves the record in the import', async () => {
    const { fixture } = await importEntries(
      login,
      call('GET /connectors', [{ id: 'c-1', user_id: ada.id, name: 'Orders' }]),
      call('DELETE /connectors/c-1/my-credentials', data({ deleted: true })),
    )
    expect(fixture['connectors']).toMatchObject([{ id: 'c-1' }])
  })

  it('an import does not take a user without an email for the owner of an unknown key', async () => {
    const conversations = page([{ id: 'v-1', title: 'Orders' }])
    const { fixture } = await importEntries(
      login,
      call('GET /users', page([{ id: 'u-9', display_name: 'Bob' }])),
      call('GET /conversations', conversations, { headers: { 'x-api-key': 'svc_0123456789' } }),
    )
    expect(fixture['conversations']).toMatchObject([{ id: 'v-1', user_id: ada.id }])
  })

  it('an imported record has its latest state, and a summary does not remove fields of a full response', async () => {
    const { fixture } = await importEntries(
      login,
      call(
        'GET /agents',
        page([{ id: 'a-1', user_id: ada.id, name: 'Old', description: 'Helps' }]),
      ),
      call(
        'PUT /agents/a-1',
        data({ id: 'a-1', user_id: ada.id, name: 'New', description: 'Helps' }),
      ),
      call('GET /admin/agents', page([{ id: 'a-1', name: 'New', description: null }])),
    )
    expect(fixture['agents']).toMatchObject([{ id: 'a-1', name: 'New', description: 'Helps' }])
  })

  it('an imported deletion removes the record together with its child records', async () => {
    const { fixture, records } = await importEntries(
      login,
      ...['v-1', 'v-2', 'v-3'].map((id) =>
        call(`GET /conversations/${id}`, data(conversationWithMessage(id))),
      ),
      call('DELETE /conversations/v-1', data({ deleted: 'v-1' })),
      call('DELETE /conversations/batch', data({ deleted: 1 }), { sent: { ids: ['v-2'] } }),
      call('DELETE /conversations/v-3', { detail: 'No' }, { status: 403 }),
    )
    expect(fixture['conversations']).toMatchObject([{ id: 'v-3', user_id: ada.id }])
    expect(fixture['messages']).toMatchObject([{ id: 'm-v-3', conversation_id: 'v-3' }])
    expect(records.deleted).toEqual([
      'conversations v-1',
      'messages m-v-1',
      'conversations v-2',
      'messages m-v-2',
    ])
  })

  it('an import lacks the runs of a workflow whose runs were all deleted', async () => {
    const workflows = ['w-1', 'w-2'].map((id) => ({ id, name: id, user_id: ada.id }))
    const { fixture } = await importEntries(
      login,
      call('GET /workflows', page(workflows)),
      ...workflows.map(({ id }) =>
        call(`GET /workflows/${id}/runs`, page([{ id: `run-of-${id}`, status: 'completed' }])),
      ),
      call('DELETE /workflows/w-1/runs', data({ deleted: 1 })),
    )
    expect(fixture['workflow_runs']).toMatchObject([{ id: 'run-of-w-2', workflow_id: 'w-2' }])
  })

  it('an import leaves out conversations that a batch request deleted by ids that are numbers', async () => {
    const conversations = [5, 6, 7].map((id) => ({ id, title: `No. ${id}` }))
    const { fixture } = await importEntries(
      login,
      call('GET /conversations', page(conversations)),
      call('DELETE /conversations/batch', data({ deleted: 2 }), { sent: { ids: [5, 7] } }),
    )
    expect(fixture['conversations']).toMatchObject([{ id: '6' }])
  })

  it('a deleted record does not delete the reference to a record of another kind with the same number', async () => {
    const conversations = [6, 7].map((id) => ({ id, title: `No. ${id}`, agent_id: 7 }))
    const { fixture } = await importEntries(
      login,
      call('GET /conversations', page(conversations)),
      call('DELETE /conversations/7', data({ deleted: 7 })),
    )
    expect(fixture['conversations']).toMatchObject([{ id: '6', agent_id: '7' }])
    expect(fixture['agents']).toMatchObject([{ id: '7' }])
  })

  it('an import reads a change from the request if the response has no record', async () => {
    const { fixture } = await importEntries(
      login,
      call('GET /agents', page([{ id: 'a-1', user_id: ada.id, name: 'Old' }])),
      call('PUT /agents/a-1', undefined, { sent: { name: 'New' }, status: 204 }),
    )
    expect(fixture['agents']).toMatchObject([{ name: 'New' }])
  })

  it.each([
    ['PUT /agents/agent-1a2b3c4d/labels', { name: 'urgent' }],
    ['PUT /agents/agent-1a2b3c4d/connector', { id: 'agent-5e6f7a8b' }],
    ['PATCH /agents/agent-1a2b3c4d', { id: 'agent-5e6f7a8b' }],
  ])('%s with %j does not change the imported record itself', async (operation, sent) => {
    const { fixture } = await importEntries(
      login,
      call('GET /agents', page([{ id: 'agent-1a2b3c4d', user_id: ada.id, name: 'Old' }])),
      call(operation, undefined, { sent, status: 204 }),
    )
    expect(fixture['agents']).toMatchObject([{ id: 'agent-1a2b3c4d', name: 'Old' }])
  })

  it('an import applies a change whose path names a part of a record, such as the quota of a user', async () => {
    const { fixture } = await importEntries(
      login,
      call('GET /admin/users', page([ada, { id: 'u-2', email: 'bob@acme.test' }])),
      call('PATCH /admin/users/u-2/quota', undefined, { sent: { token_quota: 5 }, status: 204 }),
    )
    expect(fixture['users']).toMatchObject([{ id: ada.id }, { id: 'u-2', token_quota: 5 }])
  })

  it.each([
    '2026-11-22T13:51:57',
    '2026-11-22T13:51:57.000325',
    '2026-11-22T15:51:57.000+02:00',
    1_795_355_517,
  ])('the date %s gets the form of the contract', async (created_at) => {
    const { fixture } = await importEntries(
      login,
      call('GET /agents', page([{ id: 'a-1', user_id: ada.id, name: 'A', created_at }])),
    )
    expect(fixture['agents']).toMatchObject([{ created_at: '2026-11-22T13:51:57.000Z' }])
  })

  it('an import adds missing records that other records refer to, and the report says why', async () => {
    const conversation = { id: 'v-1', title: 'T', agent_id: 'a-9', kb_ids: ['k-9'] }
    const { complete, records } = await importEntries(
      login,
      call('GET /conversations', page([conversation])),
      call('GET /admin/analytics/by-agent', [{ agent_id: 'a-9', agent_name: 'Dispatcher' }]),
      call('GET /agents', page([{ id: 'a-1', user_id: 'u-9', name: 'A' }])),
    )
    expect(complete.agents).toMatchObject([{ id: 'a-1' }, { id: 'a-9', name: 'Dispatcher' }])
    expect(complete.knowledge_bases).toMatchObject([{ id: 'k-9', name: 'Handbook 1' }])
    expect(records.filled).toMatchObject([
      { kind: 'agents', id: 'a-9', because: 'conversations v-1.agent_id' },
      { kind: 'knowledge_bases', id: 'k-9', because: 'conversations v-1.kb_ids' },
      { kind: 'users', id: 'u-9', because: 'agents a-1.user_id' },
      { kind: 'api_keys' },
    ])
  })

  it('the added key of an import belongs to a user of the records, if no response shows a user', async () => {
    const { complete } = await importEntries(
      call('GET /agents', page([{ id: 'a-1', user_id: 'u-9', name: 'A' }]), { headers: {} }),
    )
    expect(complete.api_keys).toMatchObject([{ user_id: 'u-9' }])
  })

  it('imported conversations and keys belong to the user whose token or session listed them', async () => {
    const bela = { id: 'u-2', email: 'bela@acme.test' }
    const { fixture } = await importEntries(
      call('GET /auth/me', data(bela), {
        headers: { authorization: 'Bearer another-token-12345' },
      }),
      call('GET /conversations', page([{ id: 'v-2', title: 'Of Bela' }]), {
        headers: { authorization: 'Bearer another-token-12345' },
      }),
      login,
      call('GET /conversations', page([{ id: 'v-1', title: 'Of Ada' }]), { headers: {} }),
      call('GET /me/api-keys', page([{ id: 'key-1', name: 'Till', key_prefix: 'abc_1234' }])),
    )
    expect(fixture['conversations']).toMatchObject([
      { id: 'v-2', user_id: bela.id },
      { id: 'v-1', user_id: ada.id },
    ])
    expect(fixture['api_keys']).toMatchObject([{ name: 'Till', user_id: ada.id }])
  })

  it('records that a user reads after a refresh belong to this user, also if no token names the user', async () => {
    const { fixture } = await importEntries(
      login,
      call('GET /agents', page([])),
      call('POST /auth/login', { ...session('bob'), user: { id: 'u-2', email: 'bob@acme.test' } }),
      call('POST /auth/refresh', session('bob-again'), {
        sent: { refresh_token: session('bob').refresh_token },
      }),
      call('GET /conversations', page([{ id: 'v-1', title: 'Of Bob' }]), {
        headers: { authorization: `Bearer ${session('bob-again').access_token}` },
      }),
    )
    expect(fixture['conversations']).toMatchObject([{ id: 'v-1', user_id: 'u-2' }])
  })

  it('imported documents get the recorded chunks, or the text of their upload', async () => {
    const { complete } = await importEntries(
      login,
      call('GET /knowledge-bases', page([{ id: 'k-1', user_id: ada.id, name: 'Handbook' }])),
      call('GET /knowledge-bases/k-1/documents', page([documentOf('d-1'), documentOf('d-3')])),
      call(
        'GET /knowledge-bases/k-1/documents/d-1/chunks',
        page([{ id: 'c-1', text: 'Deposits' }]),
      ),
      call('POST /knowledge-bases/k-1/documents/create', data(documentOf('d-2')), {
        sent: { filename: 'd-2.md', content: 'Lost and found' },
      }),
    )
    const texts = complete.documents.map(({ id, chunks }) => [
      id,
      chunks.map(({ content }) => content),
    ])
    expect(texts).toMatchObject([
      ['d-1', ['Deposits']],
      ['d-3', [expect.stringContaining('Part 1 of d-3.md')]],
      ['d-2', ['Lost and found']],
    ])
    expect(complete.knowledge_bases).toMatchObject([{ document_count: 3, total_chunks: 3 }])
  })

  it('an import stores fields that the contract lacks together with their record', async () => {
    const { fixture } = await importEntries(
      login,
      call('GET /orgs', data([{ id: 'o-1', name: 'Acme', slug: 'acme', role: 'owner' }])),
    )
    expect(fixture['kept_fields']).toEqual({ 'o-1': { slug: 'acme' } })
  })

  it('records of several kinds with the same number share the fields that the contract lacks, and the report says so', async () => {
    const { fixture, records } = await importEntries(
      login,
      call('GET /orgs', data([{ id: 1, name: 'Acme', slug: 'acme', role: 'owner' }])),
      call('GET /agents', page([{ id: 1, user_id: ada.id, name: 'First', rank: 5 }])),
    )
    expect(fixture['kept_fields']).toEqual({ 1: { slug: 'acme', rank: 5 } })
    expect(records.notes).toContainEqual(
      expect.stringMatching(/^1 id belongs to records of several kinds, .*: 1$/),
    )
  })
})

it('records with numbers as ids keep their own values in an import', async () => {
  const agents = [5, 6].map((rank) => ({
    id: rank - 4,
    user_id: ada.id,
    name: `No. ${rank}`,
    rank,
  }))
  const imported = await importEntries(
    login,
    call('GET /agents', page(agents)),
    ...agents.map((agent) => call(`GET /agents/${agent.id}`, data(agent))),
  )
  const fake = fakeOf(imported, createVirtualClock())
  const mounted = { fake, baseUrl: api.replace('/api', ''), fetch: fake.fetch }
  const body = usersOf(imported).get(ada.email)
  const { json: begun } = await visit(mounted).call<Session>('POST /api/auth/login', { body })
  const visitor = visit(mounted, begun.access_token)
  const { json: list } = await visitor.call<Paged<{ id: number; rank: number }>>('GET /api/agents')
  expect(Object.fromEntries(list.items.map(({ id, rank }) => [id, rank]))).toEqual({ 1: 5, 2: 6 })
  expect((await visitor.call('GET /api/agents/1')).json).toMatchObject({ data: { id: 1, rank: 5 } })
})
