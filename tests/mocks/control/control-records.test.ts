import { describe, expect, it } from 'vitest'
import type { KindedRecords } from '../../../contract/control/worlds.ts'
import { recordKinds } from '../../../contract/kinds.ts'
import { ask, script } from '../../support/play-scripts.ts'
import { demo, describeTransports, type Mounted, mountInProcess } from '../../support/transports.ts'
import {
  conversationOf,
  newConversation,
  newKey,
  type Paged,
  signIn,
  visit,
} from '../../support/visitor.ts'

type Stored = { readonly id: string } & Readonly<Record<string, unknown>>
type Refused = { readonly error: string }
const call = <Json>(mounted: Mounted, operation: string, body?: unknown) =>
  visit(mounted).call<Json>(operation, body === undefined ? {} : { body })

const records = '/__control/records'
const [owner] = demo.users
const anAgent = demo.agents[0]?.id ?? ''

const filledKinds = recordKinds.filter(
  (kind) => kind !== 'settings' && (demo[kind]?.length ?? 0) > 0,
)

describeTransports('records of the control API', (mount) => {
  it('the control API counts records by kind', async () => {
    const { json } = await call<{ kinds: { kind: string; total: number }[] }>(
      await mount(),
      `GET ${records}`,
    )
    expect(json.kinds.map(({ kind }) => kind)).toEqual(recordKinds)
    expect(json.kinds).toContainEqual({ kind: 'agents', total: demo.agents.length })
  })

  it('the control API lists records with the newest first on request', async () => {
    const mounted = await mount()
    const id = await newConversation(await signIn(mounted))
    const newest = await call<Paged<Record<string, unknown>>>(
      mounted,
      `GET ${records}/conversations?order=newest&size=3`,
    )
    const dates = newest.json.items.map((item) => String(item['created_at']))
    expect(newest.json.items[0]).toMatchObject({ id })
    expect(dates).toEqual(dates.toSorted().toReversed())
    expect((await call(mounted, `GET ${records}/conversations?order=random`)).status).toBe(422)
  })

  it('the control API lists records in pages, and filters them by owner and by text', async () => {
    const mounted = await mount()
    const visitor = await signIn(mounted)
    const id = await newConversation(visitor, { title: 'A needle in hay' })
    const list = async (query: string) =>
      (await call<Paged<Stored>>(mounted, `GET ${records}/conversations?${query}`)).json
    expect(await list('size=3&page=2')).toMatchObject({
      total: demo.conversations.length + 1,
      page: 2,
      size: 3,
    })
    expect((await list('q=NEEDLE')).items.map((one) => one.id)).toEqual([id])
    expect((await list('q=needle&owner=demo@example.com')).total).toBe(1)
    expect((await list('q=needle&owner=other@example.com')).total).toBe(0)
    const own = demo.conversations.filter(({ user_id }) => user_id === owner?.id).length
    expect((await list(`owner=${owner?.id}&size=1000`)).items.length).toBe(own + 1)
    const channels = `GET ${records}/channels?owner=${demo.channels[0]?.created_by}`
    expect((await call<Paged<Stored>>(mounted, channels)).json.total).toBeGreaterThan(0)
    const messages = `GET ${records}/messages?owner=${demo.messages[0]?.conversation_id}`
    expect((await call<Paged<Stored>>(mounted, messages)).json.total).toBeGreaterThan(0)
    for (const wrong of ['page=0', 'size=1001', 'size=few'])
      expect((await call(mounted, `GET ${records}/conversations?${wrong}`)).status).toBe(422)
  })

  it('the control API names every missing field of a record in one error', async () => {
    const mounted = await mount()
    const { status, json } = await call<Refused>(mounted, `POST ${records}/users`, { avatar: null })
    expect(status).toBe(422)
    expect(json.error).toMatch(/^These fields are missing: `email` \(text\), `password`/)
    expect(json.error).not.toContain('`avatar`')
    expect(json.error).not.toContain('`is_admin`')
  })

  it('the control API changes records without the rules of the platform API', async () => {
    const mounted = await mount()
    const visitor = await signIn(mounted)
    const id = await newConversation(visitor, { title: 'Before' })
    const path = `${records}/conversations/${id}`
    const change = { title: 'After', created_at: '2020-01-01T00:00:00.000Z' }
    const { status, json } = await call<Stored>(mounted, `PATCH ${path}`, change)
    expect([status, json]).toMatchObject([200, { id, ...change, starred: false }])
    expect((await conversationOf(visitor, id)).title).toBe('After')
    expect((await call(mounted, `GET ${path}`)).json).toEqual(json)
    await call(mounted, `PATCH ${path}`, { user_id: demo.users[1]?.id })
    expect((await visitor.refusal(`GET /api/conversations/${id}`))[0]).toBe(404)
    const other = await signIn(mounted, 'other')
    expect((await conversationOf(other, id)).title).toBe('After')
  })

  it.each([
    ['an id', { id: 'another' }, 'The id of a record cannot change'],
    ['a wrong value', { starred: 'yes' }, '`starred`'],
    ['a misspelt field', { titel: 'x' }, 'Did you mean `title`?'],
    ['a list', [], 'Send an object with fields'],
  ])('the control API does not change records by %s', async (_, body, says) => {
    const mounted = await mount()
    const path = `${records}/conversations/${demo.conversations[0]?.id}`
    const before = await call<Stored>(mounted, `GET ${path}`)
    const { status, json } = await call<Refused>(mounted, `PATCH ${path}`, body)
    expect([status, json.error]).toEqual([422, expect.stringContaining(says)])
    expect((await call<Stored>(mounted, `GET ${path}`)).json).toEqual(before.json)
  })

  it.each([{}, 'none', [{}], [{ event: 'toString', data: {}, cursor: 0, at: 'now' }]])(
    'the control API refuses %j as the events of a transcript',
    async (events) => {
      const mounted = await mount()
      const path = `${records}/transcripts/${demo.transcripts[0]?.id}`
      expect((await call(mounted, `PATCH ${path}`, { events })).status).toBe(422)
    },
  )

  it('the control API deletes a record together with the records that would refer to it', async () => {
    const mounted = await mount()
    const visitor = await signIn(mounted)
    const conversation_id = await newConversation(visitor)
    await visitor.stream('POST /api/react', { body: { q: 'Hi', conversation_id } })
    const total = async (kind: string) =>
      (await call<Paged<Stored>>(mounted, `GET ${records}/${kind}?owner=${conversation_id}`)).json
        .total
    expect([await total('messages'), await total('transcripts')]).toEqual([2, 1])
    const path = `${records}/conversations/${conversation_id}`
    const removed = await call<KindedRecords>(mounted, `DELETE ${path}`)
    expect(removed.json.records.map(({ kind }) => kind)).toEqual([
      'conversations',
      'messages',
      'messages',
      'transcripts',
    ])
    expect([await total('messages'), await total('transcripts')]).toEqual([0, 0])
    expect((await call(mounted, `DELETE ${path}`)).status).toBe(404)
  })

  it.each(filledKinds)(
    'a deleted record of the kind %s can be restored, together with its dependent records',
    async (kind) => {
      const mounted = await mount()
      const control = mounted.fake.control()
      const { fixture } = control.snapshot()
      const [first] = control.records.list(kind).items
      const removed = await call<KindedRecords>(mounted, `DELETE ${records}/${kind}/${first?.id}`)
      expect(control.snapshot().fixture).not.toEqual(fixture)
      await call(mounted, `PUT ${records}`, removed.json)
      expect(control.snapshot().fixture).toEqual(fixture)
    },
  )

  it('the control API stores records of several kinds together, or no record if one of them is invalid', async () => {
    const mounted = await mount()
    const control = mounted.fake.control()
    const before = control.snapshot().fixture
    const agent = { ...control.records.read('agents', anAgent), name: 'Renamed' }
    const put = (...list: object[]) => call<Refused>(mounted, `PUT ${records}`, { records: list })
    const good = { kind: 'agents', record: agent }
    for (const [wrong, says] of [
      [{ kind: 'agnets', record: agent }, 'Did you mean `agents`?'],
      [{ kind: 'agents', record: { ...agent, is_active: 1 } }, '`is_active`'],
      [{ kind: 'agents' }, '`records.1.record`'],
    ] as const)
      expect((await put(good, wrong)).json.error).toContain(says)
    expect(control.snapshot().fixture).toEqual(before)
    await put(good, { kind: 'agents', record: { ...agent, id: 'second' } })
    expect(control.records.read('agents', anAgent)).toEqual(agent)
    expect(control.records.read('agents', 'second')).toEqual({ ...agent, id: 'second' })
  })

  it('the control API replaces a record whole, so that a field that was added is gone again', async () => {
    const mounted = await mount()
    const [user] = mounted.fake.control().records.list('users').items
    const names = ['by_email', 'in_app', 'turn_done', 'approval_requested', 'workflow_failed']
    const notifications = Object.fromEntries(
      [...names, 'quota_nearly_used'].map((name) => [name, true]),
    )
    const path = `${records}/users/${user?.id}`
    await call(mounted, `PATCH ${path}`, { notifications })
    expect((await call<Stored>(mounted, `GET ${path}`)).json).toHaveProperty('notifications')
    await call(mounted, `PUT ${records}`, { records: [{ kind: 'users', record: user }] })
    expect((await call<Stored>(mounted, `GET ${path}`)).json).toEqual(user)
  })

  it('the control API suggests a similar kind or id if a record is not found', async () => {
    const mounted = await mount()
    const kind = await call<Refused>(mounted, `GET ${records}/agnets`)
    expect([kind.status, kind.json.error]).toEqual([
      404,
      expect.stringContaining('Did you mean `agents`?'),
    ])
    const id = `${demo.agents[0]?.id.slice(0, -1)}x`
    const one = await call<Refused>(mounted, `GET ${records}/agents/${id}`)
    expect([one.status, one.json.error]).toEqual([404, expect.stringContaining('Did you mean')])
  })

  it('the control API adds records with all fields, and gives them an id if none is sent', async () => {
    const mounted = await mount()
    const { id: _id, ...fields } = mounted.fake.control().records.read('agents', anAgent)
    const added = await call<Stored>(mounted, `POST ${records}/agents`, { ...fields, name: 'New' })
    expect([added.status, added.json['name']]).toEqual([201, 'New'])
    const visitor = await signIn(mounted)
    expect((await visitor.call(`GET /api/agents/${added.json.id}`)).status).toBe(200)
    expect((await call(mounted, `POST ${records}/agents`, added.json)).status).toBe(409)
    const { name: _name, ...unnamed } = { name: '', ...fields }
    const wrong = await call<Refused>(mounted, `POST ${records}/agents`, unnamed)
    expect([wrong.status, wrong.json.error]).toEqual([422, expect.stringContaining('`name`')])
  })

  it('the control API adds a record of an organization by its name or id', async () => {
    const mounted = await mount()
    const [group] = demo.organizations
    for (const organization of [group?.name, group?.id]) {
      const body = { name: 'Mine', organization }
      const added = await call<Stored>(mounted, `POST ${records}/agents`, body)
      expect(added.json).toMatchObject({ org_id: group?.id, visibility: 'org' })
    }
  })

  it('the control API updates the document counts of knowledge bases when it adds, moves or deletes documents', async () => {
    const mounted = await mount()
    const [one, other] = demo.knowledge_bases
    const countOf = async (base: { readonly id: string } | undefined) =>
      (await call<Stored>(mounted, `GET ${records}/knowledge_bases/${base?.id}`)).json[
        'document_count'
      ]
    const before = [Number(await countOf(one)), Number(await countOf(other))]
    const change = async (document: object, id = '') =>
      (
        await call<Stored>(
          mounted,
          `${id === '' ? 'POST' : 'PATCH'} ${records}/documents${id}`,
          document,
        )
      ).json
    const { id } = await change({ kb_id: one?.id, filename: 'new.md', content: 'Zebras return.' })
    expect([await countOf(one), await countOf(other)]).toEqual([(before[0] ?? 0) + 1, before[1]])
    await change({ kb_id: other?.id }, `/${id}`)
    expect([await countOf(one), await countOf(other)]).toEqual([before[0], (before[1] ?? 0) + 1])
    await call(mounted, `DELETE ${records}/documents/${id}`)
    expect([await countOf(one), await countOf(other)]).toEqual(before)
  })

  it('the control API refuses to give a user the email of another user', async () => {
    const mounted = await mount()
    const [first, second] = demo.users
    const taken = { email: second?.email }
    const path = `${records}/users/${first?.id}`
    const before = await call<Stored>(mounted, `GET ${path}`)
    expect((await call(mounted, `PATCH ${path}`, taken)).status).toBe(409)
    const added = { ...first, ...taken, id: 'another' }
    expect((await call(mounted, `POST ${records}/users`, added)).status).toBe(409)
    expect((await call(mounted, `PATCH ${path}`, { email: first?.email })).status).toBe(200)
    expect((await call<Stored>(mounted, `GET ${path}`)).json).toEqual(before.json)
  })

  it('the control API restores no deleted user whose email is taken, but two users can exchange their emails', async () => {
    const mounted = await mount()
    const { records: all } = mounted.fake.control()
    const [first, second] = demo.users
    const removed = all.remove('users', second?.id ?? '')
    const { id } = await all.add('users', { email: second?.email, password: 'another' })
    const restored = await call<Refused>(mounted, `PUT ${records}`, removed)
    expect([restored.status, restored.json.error]).toEqual([
      409,
      expect.stringContaining(`Another user has the email \`${second?.email}\``),
    ])
    expect(all.list('users').total).toBe(demo.users.length)
    const other = all.read('users', id)
    const put = (...emails: unknown[]) =>
      call(mounted, `PUT ${records}`, {
        records: [first, other].map((record, at) => ({
          kind: 'users',
          record: { ...record, email: emails[at] },
        })),
      })
    expect((await put('same@example.com', 'same@example.com')).status).toBe(409)
    expect((await put(other['email'], first?.email)).status).toBe(200)
    expect(all.read('users', id)['email']).toBe(first?.email)
  })

  it('the control API refuses a record if a record nested in it has an id that is already used', async () => {
    const mounted = await mount()
    const { records: all } = mounted.fake.control()
    const before = all.list('knowledge_bases').total
    for (const ids of [[demo.documents[0]?.id ?? ''], ['twice', 'twice']]) {
      const documents = ids.map((id) => ({ id, filename: 'a.txt', content: 'Hello' }))
      const body = { name: 'Returns', documents }
      expect((await call(mounted, `POST ${records}/knowledge_bases`, body)).status).toBe(409)
    }
    expect(all.list('knowledge_bases').total).toBe(before)
  })
})

it('the response to a deletion of thousands of records can be sent back to restore them', async () => {
  const mounted = mountInProcess()
  const { store } = mounted.fake.world()
  const [user] = demo.users
  const [sample] = demo.conversations
  for (let index = 0; index < 2500; index++)
    store.conversations.insert({ ...sample!, id: `c${index}`, user_id: user?.id ?? '' })
  const total = () => mounted.fake.control().records.list('conversations').total
  const before = total()
  const deleted = await call<KindedRecords>(mounted, `DELETE ${records}/users/${user?.id}`)
  expect(deleted.json.records.length).toBeGreaterThan(2500)
  const refused = await call(mounted, `PUT ${records}`, { records: [1, ...deleted.json.records] })
  expect([refused.status, total() < before - 2500]).toEqual([422, true])
  expect((await call(mounted, `PUT ${records}`, deleted.json)).status).toBe(200)
  expect(total()).toBe(before)
})

it('a conversation that is restored after its deletion continues its dialogue, and loses no message', async () => {
  const mounted = mountInProcess({
    scenarios: [
      script([{ answer: 'Which product?' }], { name: 'first' }),
      script([{ answer: 'Five years.' }], {
        name: 'second',
        match: { endpoint: 'react', after: 'first' },
      }),
    ],
  })
  const { records: all } = mounted.fake.control()
  const visitor = await signIn(mounted)
  for (const [kind, restored] of [
    ['conversations', () => visitor],
    ['users', () => signIn(mounted)],
  ] as const) {
    const id = await newConversation(visitor)
    expect(await ask(visitor, id, 'And the warranty?')).toBe('Which product?')
    const { user_id } = all.read('conversations', id)
    await all.put(all.remove(kind, kind === 'users' ? String(user_id) : id))
    const again = await restored()
    expect(await ask(again, id, 'The sensor')).toBe('Five years.')
    expect((await conversationOf(again, id)).messages.length).toBe(4)
    expect(all.list('messages', { owner: id }).total).toBe(4)
  }
})

it('the control API finds records by texts with quotes, backslashes and line breaks', async () => {
  const mounted = mountInProcess()
  const title = 'He said "hi"\nC:\\temp'
  const id = await newConversation(await signIn(mounted), { title })
  const { records: all } = mounted.fake.control()
  for (const q of ['"HI"', 'c:\\temp', '"hi"\nC', title])
    expect(all.list('conversations', { q }).items.map((one) => one.id)).toEqual([id])
})

describe('records of a fake in the same process', () => {
  it('a control client in process changes and deletes records of every kind', async () => {
    const { fake } = mountInProcess()
    const { records: all } = fake.control()
    for (const kind of recordKinds.filter((one) => one !== 'settings')) {
      const [first] = all.list(kind).items
      if (first === undefined) continue
      expect(await all.change(kind, first.id, {})).toEqual(first)
      all.remove(kind, first.id)
      expect(() => all.read(kind, first.id)).toThrow('There is no record')
    }
    expect(all.list('api_keys').total).toBeLessThan(demo.api_keys.length)
    expect(() => all.remove('settings', 'settings')).toThrow(
      'The settings of a world cannot be deleted',
    )
  })

  it('an API key that is added by the control API signs in, and a changed document is found by its text', async () => {
    const mounted = mountInProcess()
    const { records: all } = mounted.fake.control()
    const made = await newKey(await signIn(mounted))
    const { id: _id, ...fields } = all.read('api_keys', made.id)
    const { id } = await all.add('api_keys', { ...fields, name: 'By hand' })
    const value = mounted.fake.world().keyring.valueOf(id)
    expect((await visit(mounted, value).call('GET /api/agents')).status).toBe(200)

    const [document] = demo.documents
    const chunks = [{ id: 'c', content: 'The zyzzyva is a weevil.' }]
    const search = async () => {
      const path = `POST /api/knowledge-bases/${document?.kb_id}/retrieve`
      return (await visit(mounted, value).call(path, { body: { query: 'zyzzyva' } })).text
    }
    expect(await search()).not.toContain('weevil')
    await all.change('documents', document?.id ?? '', { chunks })
    expect(await search()).toContain('weevil')
  })
})
