import { describe, expect, it } from 'vitest'
import { readProfile } from '../../../contract/profile.ts'
import { describeTransports, mountInProcess } from '../../support/transports.ts'
import { newConversation, type Paged, signIn, visit } from '../../support/visitor.ts'

const operations = {
  sets: {
    kind: 'collection',
    path: '/api/sets',
    id: 'set_id',
    record: { id: 'string', name: 'string' },
    missing: 'set_not_found',
    one: 'bare',
    seeds: [
      { id: 'a', name: 'A', owner: 'demo@example.com' },
      { id: 'b', name: 'B', owner: 'demo@example.com' },
      { id: 'c', name: 'C', owner: 'other@example.com' },
    ],
  },
  cases: {
    kind: 'collection',
    path: '/api/sets/{set_id}/cases',
    id: 'case_id',
    within: { set_id: 'sets' },
    update: 'PUT',
    record: { id: 'string', set_id: 'string', words: ['string'], size: 'integer', on: 'boolean' },
    input: { text: 'string len>=1', 'tag?': 'string', size: 'integer default 3' },
    set: "{ words: split(text, ' '), size: size, on: `true` }",
    show: "{ id: id, text: join(' ', words), set: set_id, by: user_id == $user.id, on: on }",
    shown: { id: 'string', text: 'string', set: 'string', by: 'boolean', on: 'boolean' },
    lists: '{ rows: items, count: total, last: pages }',
    list: 'page',
    deleted: '{ deleted: id }',
    toggle: { 'POST toggle': 'on', on: 'on' },
    only: ['list', 'create', 'read', 'update', 'delete', 'batch'],
    missing: null,
    seeds: [{ id: 'first', set_id: 'b', words: ['in', 'b'], size: 2, on: false }],
  },
  notes: {
    kind: 'collection',
    path: '/api/agents/{agent_id}/notes',
    within: { agent_id: 'agents' },
    record: { id: 'string', agent_id: 'string', text: 'string' },
    seeds: "records('agents')[:2].{ agent_id: id, text: name, user_id: user_id }",
    lists: 'length(@)',
  },
}
const profile = readProfile({ name: 'sets', operations })

type Case = { readonly id: string; readonly text: string; readonly on: boolean }
type Cases = { readonly rows: readonly Case[]; readonly count: number; readonly last: number }
type Made = { readonly data: Case }

describeTransports('a collection of a profile', (mount) => {
  it('one expression makes a record from the input of a client, and another makes the response from the record', async () => {
    const visitor = await signIn(await mount({ profile }))
    const made = await visitor.call<Made>('POST /api/sets/a/cases', { body: { text: 'one two' } })
    expect([made.status, made.json.data]).toEqual([
      201,
      { id: expect.any(String), text: 'one two', set: 'a', by: true, on: true },
    ])
    const path = `/api/sets/a/cases/${made.json.data.id}`
    expect((await visitor.call(`GET ${path}`)).json).toEqual(made.json)
    const changed = await visitor.call<Made>(`PUT ${path}`, { body: { text: 'three' } })
    expect(changed.json.data).toMatchObject({ id: made.json.data.id, text: 'three' })
    expect((await visitor.call(`PATCH ${path}`, { body: {} })).status).toBe(405)
    const wrong = await visitor.call('POST /api/sets/a/cases', { body: { text: '', words: [] } })
    expect([wrong.status, wrong.json]).toMatchObject([422, { detail: [{ loc: ['body', 'text'] }] }])
    const removed = await visitor.call(`DELETE ${path}`)
    expect([removed.status, removed.json]).toEqual([
      200,
      { success: true, data: { deleted: made.json.data.id } },
    ])
    const missing = await visitor.call<{ error: unknown }>(`GET ${path}`)
    expect([missing.status, missing.json.error]).toEqual([404, null])
  })

  it('a list of child records has only the records of its parent, in the form that an expression gives', async () => {
    const visitor = await signIn(await mount({ profile }))
    for (const text of ['one', 'two', 'three'])
      await visitor.call('POST /api/sets/a/cases', { body: { text } })
    const listed = await visitor.call<Cases>('GET /api/sets/a/cases?size=2')
    expect(listed.json).toMatchObject({ count: 3, last: 2, rows: [{ set: 'a' }, { set: 'a' }] })
    const seeded = await visitor.call<Cases>('GET /api/sets/b/cases')
    expect(seeded.json).toMatchObject({ count: 1, rows: [{ id: 'first', text: 'in b' }] })
    const batch = await visitor.call<{ data: Case[] }>('POST /api/sets/b/cases/batch', {
      body: [{ text: 'x' }, { text: 'y' }],
    })
    expect(batch.json.data.map(({ text }) => text)).toEqual(['x', 'y'])
    expect((await visitor.call<Cases>('GET /api/sets/b/cases')).json.count).toBe(3)
  })

  it('a parent record that is missing, or belongs to another user, gets the 404 of its own family', async () => {
    const visitor = await signIn(await mount({ profile }))
    const refused = async (operation: string, body?: unknown) => {
      const { status, json } = await visitor.call<{ error: unknown }>(
        operation,
        body ? { body } : {},
      )
      return [status, json.error]
    }
    expect(await refused('GET /api/sets/none/cases')).toEqual([404, 'set_not_found'])
    expect(await refused('POST /api/sets/c/cases', { text: 'x' })).toEqual([404, 'set_not_found'])
    expect(await refused('GET /api/sets/none/cases/first')).toEqual([404, 'set_not_found'])
    expect(await refused('GET /api/sets/a/cases/first')).toEqual([404, null])
    expect(await refused('DELETE /api/sets/a/cases/first')).toEqual([404, null])
    expect(await refused('GET /api/agents/none/notes')).toEqual([404, 'not_found'])
  })

  it('a boolean field of a record is switched with the HTTP method that the profile names', async () => {
    const visitor = await signIn(await mount({ profile }))
    const made = await visitor.call<Made>('POST /api/sets/a/cases', { body: { text: 'one' } })
    const path = `/api/sets/a/cases/${made.json.data.id}`
    const off = await visitor.call<Made>(`POST ${path}/toggle`)
    expect(off.json.data).toMatchObject({ on: false, text: 'one' })
    const on = await visitor.call<Made>(`PATCH ${path}/on`, { body: { on: true } })
    expect(on.json.data.on).toBe(true)
    expect((await visitor.call(`PATCH ${path}/toggle`)).status).toBe(405)
  })

  it('an expression for seeds makes records of a collection from other records of the world', async () => {
    const mounted = await mount({ profile })
    const [control, visitor] = [visit(mounted), await signIn(mounted)]
    type Note = { id: string; agent_id: string; text: string; user_id: string }
    const seeded = await control.call<Paged<Note>>('GET /__control/records/notes')
    expect(seeded.json.total).toBe(2)
    for (const { agent_id, text, user_id } of seeded.json.items) {
      const agent = await control.call(`GET /__control/records/agents/${agent_id}`)
      expect(agent.json).toMatchObject({ name: text, user_id })
    }
    const mine = seeded.json.items.find(({ user_id }) => user_id === seeded.json.items[0]?.user_id)
    expect((await visitor.call(`GET /api/agents/${mine?.agent_id}/notes`)).json).toBe(1)
  })

  it('the control API can change a field of a record that the platform sets only by an expression', async () => {
    const mounted = await mount({ profile })
    const [control, visitor] = [visit(mounted), await signIn(mounted)]
    const record = '/__control/records/cases/first'
    const changed = await control.call(`PATCH ${record}`, { body: { words: ['by', 'hand'] } })
    expect([changed.status, changed.json]).toMatchObject([200, { set_id: 'b', size: 2 }])
    const read = await visitor.call<Made>('GET /api/sets/b/cases/first')
    expect(read.json.data.text).toBe('by hand')
    const refused = await control.call(`PATCH ${record}`, { body: { size: 'x' } })
    expect(refused.status).toBe(422)
  })
})

const pins = {
  kind: 'collection',
  path: '/api/conversations/{conversation_id}/pins',
  within: { conversation_id: 'conversations' },
  record: { id: 'string', conversation_id: 'string', text: 'string' },
}

/** Another user with a conversation that has a record of a profile, and an administrator. */
async function pinned() {
  const mounted = mountInProcess({ profile: readProfile({ operations: { pins } }) })
  const [demo, other] = [await signIn(mounted), await signIn(mounted, 'other')]
  const id = await newConversation(other)
  await other.call(`POST /api/conversations/${id}/pins`, { body: { text: 'Read this' } })
  const { records } = mounted.fake.control()
  const user = records.read('conversations', id)['user_id']
  return { demo, other, id, user: String(user), records }
}

describe('a record of a profile that belongs to a conversation', () => {
  it('a record of a profile is deleted with its conversation, also when several conversations are deleted at once', async () => {
    const { other, id, records } = await pinned()
    expect(records.list('pins').total).toBe(1)
    await other.call('DELETE /api/conversations/batch', { body: { ids: [id] } })
    expect(records.list('pins').total).toBe(0)
  })

  it('a record of a profile is deleted with the user of its conversation', async () => {
    const { demo, user, records } = await pinned()
    await demo.call(`DELETE /api/admin/users/${user}`)
    expect(records.list('pins').total).toBe(0)
  })

  it('a record of a profile is restored together with the user of its conversation', async () => {
    const { user, records } = await pinned()
    const { items } = records.list('pins')
    const removed = records.remove('users', user)
    expect(records.list('pins').total).toBe(0)
    await records.put(removed)
    expect(records.list('pins').items).toEqual(items)
  })
})

it.each([
  ['set', { set: 'text' }, 'the expression must give an object'],
  ['show', { show: 'id' }, 'the expression must give an object'],
  ['seeds', { seeds: "records('agents')[].name" }, 'it must give a list of at most 1000 objects'],
  ['lists', { lists: 'sum(@)' }, 'operations › cases › lists'],
])('an expression of `%s` that fails gives 500 and logs its position', async (part, rest, says) => {
  const errors: unknown[] = []
  const { within: _, ...cases } = operations.cases
  const plain = { ...cases, path: '/api/cases', ...rest }
  const mounted = mountInProcess({
    profile: readProfile({ operations: { cases: plain } }),
    onCrash: (error) => errors.push(error),
  })
  const visitor = await signIn(mounted)
  const made = await visitor.call('POST /api/cases', { body: { text: 'x' } })
  const listed = await visitor.call('GET /api/cases')
  expect([made.status, listed.status]).toContain(500)
  expect(String(errors[0])).toContain(`operations › cases › ${part}`)
  expect(String(errors[0])).toContain(says)
})

it.each([
  [{ id: '{skill_id}' }, ['id'], 'without braces'],
  [{ path: '/api/x/{skill_id}', id: 'skill_id' }, ['id'], 'already in the path'],
  [{ within: { parent_id: 'agents' } }, ['within', 'parent_id'], 'no parameter `{parent_id}`'],
  [
    { path: '/api/x/{parent_id}', within: { parent_id: 'agnets' } },
    ['within', 'parent_id'],
    'Did you mean `agents`?',
  ],
  [{ update: 'GET' }, ['update'], '"PATCH"'],
  [{ update: 'PUT', only: ['replace', 'update'] }, ['update'], 'already uses the method PUT'],
  [{ input: { text: 'strin' } }, ['input', 'text'], 'strin'],
  [{ input: 'text' }, ['input'], 'a map'],
  [{ set: 7 }, ['set'], 'must be text'],
  [{ show: '' }, ['show'], 'at least 1 character'],
  [{ shown: { id: 'string' } }, ['shown'], 'without `show`'],
  [{ lists: [] }, ['lists'], 'must be text'],
  [{ deleted: true }, ['deleted'], 'must be text'],
  [{ toggle: { 'GET on': 'on' } }, ['toggle', 'GET on'], '`POST toggle`'],
  [{ record: { status: 'string' }, filters: ['stauts'] }, ['filters'], 'Did you mean `status`?'],
  [{ record: { id: 'string', on: 'boolean' }, filters: ['id'] }, ['filters'], 'Allowed: `on`'],
  [{ record: { 'name?': 'string' }, search: ['nmae'] }, ['search'], 'Did you mean `name`?'],
  [{ record: { on: 'boolean' }, toggle: { switch: 'onn' } }, ['toggle'], 'Did you mean `on`?'],
  [{ seeds: 7 }, ['seeds'], 'a list or text'],
  [{ missing: false }, ['missing'], 'must be text'],
])('an invalid collection in a profile is refused with its position: %j', (rest, path, says) => {
  const skills = { kind: 'collection', path: '/api/skills', record: { id: 'string' }, ...rest }
  const read = () => readProfile({ operations: { skills } })
  expect(read).toThrow(says)
  expect(read).toThrow(expect.objectContaining({ path: ['operations', 'skills', ...path] }))
})

it('a text that does not have the format of its field is refused', async () => {
  const record = { id: 'string', day: 'string:date', 'other?': 'string:uuid len<=36|null' }
  const days = { kind: 'collection', path: '/api/days', filters: ['day'], record }
  const visitor = await signIn(mountInProcess({ profile: readProfile({ operations: { days } }) }))
  const other = 'A0EEBC99-9c0b-0ef8-bb6d-6bb9bd380a11'
  for (const body of [
    { day: '2028-02-29', other },
    { day: '2026-11-21', other: null },
  ])
    expect((await visitor.call('POST /api/days', { body })).status).toBe(201)
  const body = { day: '2026-02-29', other: 'tomorrow' }
  const refused = await visitor.call('POST /api/days', { body })
  expect([refused.status, refused.json]).toMatchObject([
    422,
    {
      detail: [
        { loc: ['body', 'day'], type: 'date_from_datetime_parsing' },
        { loc: ['body', 'other'], type: 'uuid_parsing' },
      ],
    },
  ])
  expect((await visitor.call('GET /api/days?day=tomorrow')).status).toBe(422)
})

it('a list is filtered by the owner and the time of creation of its records', async () => {
  const record = { id: 'string', user_id: 'string', created_at: 'string:date-time' }
  const jobs = { kind: 'collection', path: '/api/jobs', filters: ['user_id', 'created_at'], record }
  const visitor = await signIn(mountInProcess({ profile: readProfile({ operations: { jobs } }) }))
  const made = await visitor.call<{ data: typeof record }>('POST /api/jobs', { body: {} })
  const total = async (query: object) =>
    (await visitor.call<Paged<object>>(`GET /api/jobs?${new URLSearchParams({ ...query })}`)).json
      .total
  const { user_id, created_at } = made.json.data
  expect(await total({ user_id, created_at })).toBe(1)
  expect(await total({ user_id: 'another' })).toBe(0)
  expect(await total({ created_at: '2001-01-01T00:00:00.000Z' })).toBe(0)
})

it('a list is filtered by fields that may be null, and a query may have decimal numbers', async () => {
  const filtered = {
    tasks: {
      kind: 'collection',
      path: '/api/tasks',
      filters: ['level', 'done', 'hours'],
      record: {
        id: 'string',
        level: 'integer|null',
        done: 'boolean|null default null',
        hours: 'number|null default null',
      },
    },
    long_tasks: {
      kind: 'action',
      method: 'GET',
      path: '/api/tasks/long',
      query: { more: 'number', 'size?': 'integer' },
      answer: '$query',
    },
  }
  const visitor = await signIn(mountInProcess({ profile: readProfile({ operations: filtered }) }))
  for (const body of [{ level: 3, done: true, hours: 0.5 }, { level: null }])
    await visitor.call('POST /api/tasks', { body })
  for (const query of ['level=3', 'done=true', 'hours=0.5'])
    expect([query, (await visitor.call(`GET /api/tasks?${query}`)).json]).toMatchObject([
      query,
      { total: 1 },
    ])
  expect((await visitor.call('GET /api/tasks?level=few')).status).toBe(422)
  const long = async (query: string) => (await visitor.call(`GET /api/tasks/long?${query}`)).json
  expect(await long('more=0.5&size=2')).toEqual({ more: 0.5, size: 2 })
  expect(await long('more=2&size=0.5')).toMatchObject({
    detail: [{ loc: ['query', 'size'], type: 'int_parsing' }],
  })
})

it('a PUT replaces the fields that clients send, also those it leaves out, and no others', async () => {
  const notes = {
    kind: 'collection',
    path: '/api/notes',
    only: ['read', 'replace'],
    one: 'bare',
    record: { id: 'string', title: 'string', 'note?': 'string', level: 'integer default 1' },
    seeds: [{ id: 'first', title: 'a', note: 'x', level: 5 }],
  }
  const input = { title: 'string', 'note?': 'string' }
  const chosen = { ...notes, path: '/api/chosen', input }
  const wrapped = { ...notes, path: '/api/wrapped', input: { data: input }, set: 'data' }
  const families = readProfile({ operations: { notes, chosen, wrapped } })
  const visitor = await signIn(mountInProcess({ profile: families }))
  const replaced = async (path: string, body: object) =>
    (await visitor.call(`PUT ${path}/first`, { body })).json
  const record = { id: 'first', title: 'b' }
  expect(await replaced('/api/notes', { title: 'b' })).toEqual({ ...record, level: 1 })
  expect(await replaced('/api/chosen', { title: 'b' })).toEqual({ ...record, level: 5 })
  expect(await replaced('/api/wrapped', { data: { title: 'b' } })).toEqual({ ...record, level: 5 })
})
