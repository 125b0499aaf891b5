import { expect, it } from 'vitest'
import { readProfile } from '../../../contract/profile.ts'
import { ownOperations } from '../../../mocks/platform/custom/own-operations.ts'
import { ownOperationPaths } from '../../../mocks/platform/own-records/own-record-family.ts'
import { demo, describeTransports, mountInProcess } from '../../support/transports.ts'
import { newKey, type Paged, signIn, visit, type Visitor } from '../../support/visitor.ts'

const profile = readProfile({
  name: 'with tools',
  operations: {
    tools: {
      kind: 'collection',
      path: '/api/tools',
      scope: 'connectors',
      others: 'forbidden',
      record: {
        id: 'string',
        user_id: 'string',
        name: 'string len<=20',
        level: 'integer default 1',
        created_at: 'string:date-time',
      },
      seeds: [
        { id: 'hammer', name: 'Hammer', level: 2, owner: 'demo@example.com' },
        { id: 'saw', name: 'Saw', level: 3, owner: 'other@example.com' },
      ],
    },
    agents: {
      kind: 'collection',
      path: '/api/more/agents',
      record: { id: 'string', name: 'string' },
      others: 'missing',
      seeds: [{ id: 'bond', name: 'Bond', owner: 'other@example.com' }],
    },
    notes: {
      kind: 'collection',
      path: '/api/notes',
      record: { id: 'integer', text: 'string' },
      seeds: [{ id: '1', text: 'First', owner: 'demo@example.com' }],
    },
    lines: {
      kind: 'collection',
      path: '/api/notes/{note_id}/lines',
      within: { note_id: 'notes' },
      record: { id: 'integer', note_id: 'integer', text: 'string' },
    },
    admin_note: { kind: 'document', path: '/api/note', admin: true, record: 'any', value: {} },
    uploads: { kind: 'files', path: '/api/uploads' },
  },
})

type Stored = { readonly id: string } & Readonly<Record<string, unknown>>
type Refused = { readonly error: string }
const records = '/__control/records'
const says = (text: string): unknown => expect.stringContaining(text)

/** Calls an operation, and returns the status with the explanation of the fake. */
async function why(caller: Visitor, operation: string) {
  const { status, headers } = await caller.call(operation)
  return [status, decodeURIComponent(headers.get('x-understudy-explain') ?? '')]
}

describeTransports('the control API of a world with operations of a profile', (mount) => {
  it('records of a family are listed, added, changed and deleted by the control API', async () => {
    const mounted = await mount({ profile })
    const [control, visitor] = [visit(mounted), await signIn(mounted)]
    type Kinds = { readonly kinds: { readonly kind: string; readonly total: number }[] }
    const { kinds } = (await control.call<Kinds>(`GET ${records}`)).json
    expect(kinds.slice(-5)).toEqual([
      { kind: 'tools', total: 2 },
      { kind: 'own_agents', total: 1 },
      { kind: 'notes', total: 1 },
      { kind: 'lines', total: 0 },
      { kind: 'uploads', total: 0 },
    ])
    const listed = await control.call<Paged<Stored>>(`GET ${records}/tools?owner=demo@example.com`)
    expect(listed.json.items.map(({ id }) => id)).toEqual(['hammer'])
    const made = await control.call<Stored>(`POST ${records}/tools`, {
      body: { id: 'axe', name: 'Axe', user_id: demo.users[0]?.id },
    })
    expect([made.status, made.json]).toMatchObject([201, { id: 'axe', level: 1 }])
    expect((await visitor.call('GET /api/tools/axe')).json).toMatchObject({ data: { name: 'Axe' } })
    await control.call(`PATCH ${records}/tools/axe`, { body: { level: 7 } })
    expect((await visitor.call('GET /api/tools/axe')).json).toMatchObject({ data: { level: 7 } })
    expect((await control.call(`DELETE ${records}/tools/axe`)).status).toBe(200)
    expect((await visitor.call('GET /api/tools/axe')).status).toBe(404)
  })

  it('records of a family are refused by the control API if they are invalid', async () => {
    const control = visit(await mount({ profile }))
    const refusal = async (operation: string, body?: unknown) => {
      const { status, json } = await control.call<Refused>(operation, body ? { body } : {})
      return [status, json.error] as const
    }
    expect(await refusal(`POST ${records}/tools`, { name: 7 })).toEqual([422, says('`name`')])
    expect(await refusal(`POST ${records}/tools`, { name: 'Axe', size: 7 })).toEqual([
      422,
      says('`size`'),
    ])
    expect(await refusal(`POST ${records}/tools`, { level: 2 })).toEqual([
      422,
      says('`name`: is missing'),
    ])
    expect(await refusal(`PATCH ${records}/tools/saw`, { level: 'x' })).toEqual([
      422,
      says('`level`'),
    ])
    expect(await refusal(`POST ${records}/tools`, { id: 'saw', name: 'Saw' })).toEqual([
      409,
      says('already has'),
    ])
    expect(await refusal(`POST ${records}/uploads`, { filename: 'a' })).toEqual([
      409,
      says('POST /api/uploads'),
    ])
    expect(await refusal(`GET ${records}/tool`)).toEqual([404, says('Did you mean `tools`?')])
  })

  it('the control API adds, changes, deletes and restores records whose ids are numbers', async () => {
    const mounted = await mount({ profile })
    const [control, visitor] = [visit(mounted), await signIn(mounted)]
    const send = async (operation: string, body?: unknown) =>
      (await control.call<Stored>(operation, body ? { body } : {})).status
    const read = async (path: string) =>
      (await visitor.call<{ readonly data: object }>(`GET /api/notes/${path}`)).json.data
    const user_id = demo.users[0]?.id
    expect(await send(`POST ${records}/notes`, { id: 7, text: 'Seventh', user_id })).toBe(201)
    expect(await send(`POST ${records}/notes`, { id: '7', text: 'Again' })).toBe(409)
    expect(await send(`POST ${records}/notes`, { id: true, text: 'Wrong' })).toBe(422)
    expect(await read('7')).toMatchObject({ id: 7, text: 'Seventh' })
    const line = { id: 3, note_id: 7, text: 'Line' }
    expect(await send(`POST ${records}/lines`, { ...line, user_id })).toBe(201)
    expect(await send(`PATCH ${records}/lines/3`, { text: 'Changed' })).toBe(200)
    expect(await read('7/lines/3')).toMatchObject({ ...line, text: 'Changed' })
    const deleted = await control.call(`DELETE ${records}/lines/3`)
    expect(await send(`PUT ${records}`, deleted.json)).toBe(200)
    expect(await read('7/lines/3')).toMatchObject({ ...line, text: 'Changed' })
    expect(await send(`DELETE ${records}/notes/7`)).toBe(200)
  })

  it('the number of a deleted record is not given to another record', async () => {
    const visitor = await signIn(await mount({ profile }))
    const create = async () =>
      (await visitor.call<{ readonly data: Stored }>('POST /api/notes', { body: { text: 'New' } }))
        .json.data.id
    expect(await create()).toBe(2)
    expect((await visitor.call('DELETE /api/notes/2')).status).toBe(204)
    expect([await create(), await create()]).toEqual([3, 4])
  })

  it('a record whose seed has a number as its id is read at its path', async () => {
    const record = { id: 'integer', name: 'string' }
    const seeds = [{ id: 5, name: 'Five', owner: 'demo@example.com' }]
    const numbers = { kind: 'collection', path: '/api/numbers', record, seeds } as const
    const visitor = await signIn(await mount({ profile: readProfile({ operations: { numbers } }) }))
    expect((await visitor.call('GET /api/numbers/5')).json).toMatchObject({ data: { id: 5 } })
    expect((await visitor.call('DELETE /api/numbers/5')).status).toBe(204)
    expect((await visitor.call<Paged<object>>('GET /api/numbers')).json.total).toBe(0)
  })

  it('a nested record whose seed names its parent by a number is listed, read and deleted with the parent', async () => {
    const owner = 'demo@example.com'
    const sets = {
      kind: 'collection',
      path: '/api/sets',
      id: 'set_id',
      record: { id: 'integer' },
      seeds: [{ id: 1, owner }],
    }
    const cases = {
      kind: 'collection',
      path: '/api/sets/{set_id}/cases',
      within: { set_id: 'sets' },
      record: { id: 'integer', set_id: 'integer' },
      seeds: [{ id: 2, set_id: 1, owner }],
    }
    const mounted = await mount({ profile: readProfile({ operations: { sets, cases } }) })
    const visitor = await signIn(mounted)
    const first = { id: 2, set_id: 1 }
    expect((await visitor.call('GET /api/sets/1/cases')).json).toMatchObject({ items: [first] })
    expect((await visitor.call('GET /api/sets/1/cases/2')).json).toMatchObject({ data: first })
    expect((await visitor.call('DELETE /api/sets/1')).status).toBe(204)
    const left = await visit(mounted).call<Paged<object>>(`GET ${records}/cases`)
    expect(left.json.total).toBe(0)
  })

  it('a body cannot move a nested record below another parent, and need not repeat the parent', async () => {
    const visitor = await signIn(await mount({ profile }))
    const made = await visitor.call<{ readonly data: Stored }>('POST /api/notes/1/lines', {
      body: { text: 'New' },
    })
    expect(made.json.data).toMatchObject({ note_id: 1, text: 'New' })
    const path = `/api/notes/1/lines/${made.json.data.id}`
    const moved = await visitor.call(`PATCH ${path}`, { body: { note_id: 7, text: 'Other' } })
    expect(moved.json).toMatchObject({ data: { note_id: 1, text: 'Other' } })
    expect((await visitor.call(`GET ${path}`)).status).toBe(200)
  })

  it('a PUT of several records to the control API changes nothing if one record is invalid', async () => {
    const mounted = await mount({ profile })
    const control = visit(mounted)
    const [agent] = demo.agents
    const { json } = await control.call<Stored>(`GET ${records}/agents/${agent?.id}`)
    const put = [
      { kind: 'agents', record: { ...json, name: 'Changed' } },
      { kind: 'notes', record: { id: '1', text: 7 } },
    ]
    expect((await control.call(`PUT ${records}`, { body: { records: put } })).status).toBe(422)
    expect((await control.call(`GET ${records}/agents/${agent?.id}`)).json).toEqual(json)
  })

  it('a refusal by an operation of a profile has an explanation', async () => {
    const mounted = await mount({ profile })
    const visitor = await signIn(mounted)
    await visitor.call('DELETE /api/tools/hammer')
    expect(await why(visitor, 'GET /api/tools/hammer')).toEqual([
      404,
      says('DELETE /api/tools/hammer (call'),
    ])
    expect(await why(visitor, 'GET /api/tools/none')).toEqual([404, says('No call deleted one')])
    expect(await why(visitor, 'GET /api/tools/saw')).toEqual([
      403,
      says('belongs to other@example.com'),
    ])
    expect(await why(visitor, 'GET /api/more/agents/bond')).toEqual([
      404,
      says('exists and belongs to other'),
    ])
    expect(await why(visitor, 'PUT /api/tools')).toEqual([405, says('supports GET, POST, not PUT')])
    expect(await why(visitor, 'GET /api/toolz')).toEqual([404, says('has `/api/tools`')])
    const { key } = await newKey(visitor, { scopes: 'agents' })
    expect(await why(visitor.as(key), 'GET /api/tools')).toEqual([403, says('`connectors`')])
    expect(await why(await signIn(mounted, 'other'), 'GET /api/note')).toEqual([
      403,
      says('administrator'),
    ])
  })

  it('faults and journal filters can name the path of an operation of a profile', async () => {
    const mounted = await mount({ profile })
    const [control, visitor] = [visit(mounted), await signIn(mounted)]
    const fault = (endpoint: string) =>
      control.call<Refused>('POST /__control/faults', {
        body: { match: { endpoint }, effect: { error: { code: 'internal_error' } } },
      })
    const unknown = await fault('GET /api/toolz')
    expect([unknown.status, unknown.json.error]).toEqual([
      422,
      expect.stringContaining('did you mean `GET /api/tools`?'),
    ])
    expect((await fault('GET /api/tools/{id}')).status).toBe(201)
    expect((await visitor.call('GET /api/tools')).status).toBe(200)
    expect((await visitor.call('GET /api/tools/hammer')).status).toBe(500)
    const filter = `endpoint=${encodeURIComponent('GET /api/tools')}`
    type Lines = { readonly entries: { readonly path: string; readonly status: number }[] }
    const { json } = await control.call<Lines>(`GET /__control/journal?${filter}`)
    expect(json.entries.map(({ path, status }) => [path, status])).toEqual([['/api/tools', 200]])
  })
})

it('the coverage does not list an operation of the profile as missing from the fake', async () => {
  const { fake, ...mounted } = mountInProcess({ profile })
  const visitor = await signIn({ fake, ...mounted })
  await visitor.call('GET /api/tools')
  await visitor.call('GET /api/tools/none')
  await visitor.call('GET /api/nothing')
  expect(
    fake
      .control()
      .coverage()
      .not_played.map(({ name }) => name),
  ).toEqual(['GET /api/nothing'])
})

it('a fork of a world copies the records of a family, and a reset restores the seeds', async () => {
  const mounted = mountInProcess({ profile })
  const visitor = await signIn(mounted)
  const control = mounted.fake.control()
  await visitor.call('DELETE /api/tools/hammer')
  const names = (world: string) =>
    mounted.fake
      .control(world)
      .records.list('tools')
      .items.map(({ id }) => id)
  await visit(mounted).call('POST /__control/worlds/default/fork', { body: { name: 'copy' } })
  expect([names('default'), names('copy')]).toEqual([['saw'], ['saw']])
  control.records.remove('tools', 'saw')
  expect([names('default'), names('copy')]).toEqual([[], ['saw']])
  control.reset()
  expect(names('default')).toEqual(['hammer', 'saw'])
})

it('faults can name the paths of all operations of a profile', () => {
  const record = { id: 'string', on: 'boolean' }
  const only = ['list', 'create', 'read', 'update', 'replace', 'delete', 'batch']
  const { operations = {} } = readProfile({
    operations: {
      tools: { kind: 'collection', path: '/api/tools', record, only, toggle: { switch: 'on' } },
      uploads: { kind: 'files', path: '/api/uploads', only: ['list', 'read', 'download'] },
      note: { kind: 'document', path: '/api/note', record: 'any', value: 1 },
      run: { kind: 'action', method: 'POST', path: '/api/tools/{id}/run', on: 'tools' },
      log: { kind: 'stream', path: '/api/log', script: [{ pause: '1s' }] },
    },
  })
  const paths = ownOperations(operations, () => true).map(({ row }) => row.path as string)
  expect(new Set(paths)).toEqual(new Set(ownOperationPaths(operations)))
})

it('the coverage lists the operations of a profile, and marks operations that answer from a template', async () => {
  const known = { kind: 'action', method: 'GET', path: '/api/known', answer: "'yes'" }
  const guessed = { ...known, path: '/api/guessed/{guess_id}', template: true }
  const mounted = mountInProcess({ profile: readProfile({ operations: { known, guessed } }) })
  const visitor = await signIn(mounted)
  for (const path of ['known', 'guessed/1', 'guessed/2']) await visitor.call(`GET /api/${path}`)
  const { own } = mounted.fake.control().coverage()
  expect(own).toEqual([
    { name: 'GET /api/guessed/{guess_id}', calls: 2, from_template: true },
    { name: 'GET /api/known', calls: 1, from_template: false },
  ])
  const response = await mounted.fake.fetch(
    new Request('http://fake.test/__control/coverage?format=markdown'),
  )
  expect(await response.text()).toContain(
    '| `GET /api/guessed/{guess_id}` | 2 | answers from its template |',
  )
})

it('every operation on files refuses users without rights with the error code that its family sets', async () => {
  const reports = { kind: 'files', path: '/api/reports', admin: true, admin_code: 'admins_only' }
  const mounted = mountInProcess({ profile: readProfile({ operations: { reports } }) })
  const other = await signIn(mounted, 'other')
  for (const operation of ['GET /api/reports', 'POST /api/reports', 'DELETE /api/reports/1'])
    expect(await other.call(operation)).toMatchObject({
      status: 403,
      json: { error: 'admins_only' },
    })
})
