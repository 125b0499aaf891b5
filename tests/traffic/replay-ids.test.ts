import { describe, expect, it } from 'vitest'
import { replay } from '../../traffic/replay/replay.ts'
import { type RecordedCall, recordedExchange } from '../support/recorded-exchange.ts'

const users = new Map([['*', { email: 'demo@example.com', password: 'demo-password' }]])

/** Replays calls on a target with these responses. Returns what was sent, or why it was not. */
async function replayed(responses: Readonly<Record<string, unknown>>, calls: RecordedCall[]) {
  const sent: string[] = []
  const fetch = async (request: Request) => {
    const { pathname, search } = new URL(request.url)
    const [call, body] = [`${request.method} ${pathname}${search}`, await request.text()]
    sent.push([call, body].join(' ').trim())
    return Response.json(responses[call] ?? { access_token: 'fresh' })
  }
  const exchanges = async function* () {
    for (const [index, call] of calls.entries())
      yield recordedExchange({ token: null, ...call }, index)
  }
  const options = { baseUrl: 'http://127.0.0.1:1', fetch, writes: true, users, timeout: 1000 }
  const results = await replay(exchanges(), options)
  return { sent, notSent: results.map(({ notSent }) => notSent) }
}

const page = (...items: readonly object[]) => ({ items, total: items.length, page: 1, size: 20 })
const read = (path: string, body: unknown = {}): RecordedCall => ({ call: `GET ${path}`, body })
const remove = (path: string, sent?: unknown): RecordedCall => ({ call: `DELETE ${path}`, sent })
const refusal = 'the replay created no record in /api/agents that it may delete'
const workflow = (node: string) => [{ id: 1, name: 'Report', nodes: [{ id: node }] }]
const [support, sales] = [
  { id: 1, name: 'Support' },
  { id: 2, name: 'Sales' },
]

describe('the ids of a replay', () => {
  it.each([
    ['a ULID', '01ARZ3NDEKTSV4RRFFQ69G5FAV', '01BX5ZZKBKACTAV9WEVGEMMVRZ'],
    ['a cuid', 'cjld2cjxh0000qzrmn831i7rn', 'cjld2cyuq0000t3rmniod1foy'],
    ['a random text', 'V1StGXR8_Z5jdHi6B-myT', 'Uakgb_J5m9g-0JDMbcJqL'],
    ['a short text', 'a7', 'b9'],
    ['a word', 'support', 'help'],
    ['a number', 17, 42],
  ])('an id that is %s is replaced in paths and fields', async (_, id, fresh) => {
    const { sent } = await replayed({ 'GET /api/agents': page({ ...support, id: fresh }) }, [
      read('/api/agents', page({ ...support, id })),
      read(`/api/agents/${id}`),
      { call: 'POST /api/conversations', sent: { agent_id: id } },
    ])
    expect(sent.slice(1)).toEqual([
      `GET /api/agents/${fresh}`,
      `POST /api/conversations ${JSON.stringify({ agent_id: fresh })}`,
    ])
  })

  it('a replay does not replace a page number, a size or a title that equals a recorded id', async () => {
    const list = page({ ...support, id: 101 }, { ...sales, id: 102 })
    const { sent } = await replayed({ 'GET /api/agents': list }, [
      read('/api/agents', page(support, sales)),
      read('/api/agents?page=2&size=1'),
      { call: 'POST /api/conversations', sent: { title: '2', count: 2 } },
    ])
    expect(sent.slice(1)).toEqual([
      'GET /api/agents?page=2&size=1',
      'POST /api/conversations {"title":"2","count":2}',
    ])
  })

  it('a replay maps the ids of two records of different kinds separately, also if both ids are the same number', async () => {
    const responses = {
      'GET /api/agents': page({ ...sales, id: 102 }),
      'GET /api/orgs': page({ ...sales, id: 57 }),
    }
    const { sent } = await replayed(responses, [
      read('/api/agents', page(sales)),
      read('/api/orgs', page(sales)),
      read('/api/orgs/2/members'),
      read('/api/agents/2'),
      read('/api/conversations?agent_id=2&org_id=2'),
    ])
    expect(sent.slice(2)).toEqual([
      'GET /api/orgs/57/members',
      'GET /api/agents/102',
      'GET /api/conversations?agent_id=102&org_id=57',
    ])
  })

  it('a replay keeps ids of parts of a record, such as workflow nodes, because other fields refer to these ids', async () => {
    const sent = { nodes: [{ id: 'start' }], edges: [{ from: 'start' }] }
    const checked = await replayed({ 'GET /api/workflows': workflow('begin') }, [
      read('/api/workflows', workflow('start')),
      { call: 'POST /api/workflows/validate', sent },
    ])
    expect(checked.sent[1]).toBe(`POST /api/workflows/validate ${JSON.stringify(sent)}`)
  })

  it('a replay prefers a record of the target with the recorded id to a record at the same list position', async () => {
    const { sent } = await replayed({ 'GET /api/models': [{ id: 'large' }, { id: 'small' }] }, [
      read('/api/models', [{ id: 'small' }]),
      { call: 'POST /api/conversations', sent: { model_id: 'small' } },
    ])
    expect(sent[1]).toBe('POST /api/conversations {"model_id":"small"}')
  })
})

describe('the deletions of a replay', () => {
  it('a replay deletes no record of the target that shares only its id with a recorded record', async () => {
    const finance = { name: 'Finance' }
    for (const id of [2, 'sales']) {
      const { sent, notSent } = await replayed({ 'GET /api/agents': page({ ...finance, id }) }, [
        read('/api/agents', page(support, { ...sales, id })),
        remove(`/api/agents/${id}`),
      ])
      expect(sent).toEqual(['GET /api/agents'])
      expect(notSent[1]).toBe(refusal)
    }
  })

  it.each(['2', 'sales', '01ARZ3NDEKTSV4RRFFQ69G5FAV'])(
    'a replay does not delete the record %s, which is in no response of the recording',
    async (id) => {
      const calls = [remove(`/api/agents/${id}`), { ...remove(`/api/agents/${id}`), status: 403 }]
      expect((await replayed({}, calls)).notSent).toEqual([refusal, refusal])
    },
  )

  it('a replay sends no deletion of a short id that is in no recorded response, in a batch or after a 404', async () => {
    const { sent } = await replayed({}, [
      remove('/api/conversations/batch', { ids: ['2', 17] }),
      { ...remove('/api/agents/2'), status: 404 },
      { ...remove('/api/agents/0d2e42bf-34d7-42f8-b7ed-f3fc842af4bf'), status: 404 },
    ])
    expect(sent).toEqual(['DELETE /api/agents/0d2e42bf-34d7-42f8-b7ed-f3fc842af4bf'])
  })

  it('a replay deletes the record that it created, and no record of another kind with the same number as its id', async () => {
    const { sent, notSent } = await replayed({ 'POST /api/agents': { id: 900, name: 'New' } }, [
      { call: 'POST /api/agents', sent: { name: 'New' }, body: { id: 9, name: 'New' } },
      remove('/api/conversations/9'),
      remove('/api/agents/9'),
    ])
    expect(sent).toEqual(['POST /api/agents {"name":"New"}', 'DELETE /api/agents/900'])
    expect(notSent[1]).toContain('created no record in /api/conversations')
  })

  it('a replay does not delete a record that it knows only by its list position, even after a write with its id', async () => {
    const id = '0d2e42bf-34d7-42f8-b7ed-f3fc842af4bf'
    const other = '8f14e45f-ceea-467f-8d2b-1f0d3f5a9c11'
    const responses = {
      'GET /api/agents': page({ id: other, name: 'Finance' }),
      [`PUT /api/agents/${other}`]: { id: other, name: 'Renamed' },
      'POST /api/conversations': { id: 'x', agent_id: other },
    }
    const { notSent } = await replayed(responses, [
      read('/api/agents', page({ ...sales, id })),
      { call: `PUT /api/agents/${id}`, sent: {}, body: { id, name: 'Renamed' } },
      { call: 'POST /api/conversations', sent: { agent_id: id }, body: { id: 'y', agent_id: id } },
      remove(`/api/agents/${id}`),
    ])
    expect(notSent[3]).toBe(refusal)
  })
})
