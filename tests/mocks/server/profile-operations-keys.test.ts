import { expect, it } from 'vitest'
import { readProfile } from '../../../contract/profile.ts'
import { describeTransports } from '../../support/transports.ts'
import { signIn } from '../../support/visitor.ts'

const operations = {
  racks: {
    kind: 'collection',
    path: '/api/racks',
    key: 'code',
    record: { id: 'string', code: 'string len>=1', zone: 'string default "dry"' },
    only: ['list', 'create', 'read', 'update', 'delete', 'batch'],
    list: 'array',
    one: 'bare',
    filters: ['code'],
    seeds: [{ code: 'first' }],
  },
  shelves: {
    kind: 'collection',
    path: '/api/racks/{racks_id}/shelves',
    within: { racks_id: 'racks' },
    key: 'number',
    record: { 'number?': 'integer', 'racks_id?': 'string', label: 'string' },
    list: 'array',
    one: 'bare',
  },
  plan: {
    kind: 'document',
    path: '/api/racks/{racks_id}/plan',
    within: { racks_id: 'racks' },
    record: { text: 'string' },
    value: { text: '' },
    one: 'bare',
  },
  label: {
    kind: 'action',
    method: 'GET',
    path: '/api/racks/{racks_id}/shelves/{shelves_id}/label',
    on: 'shelves',
    answer: "{ label: label, zone: record('racks', racks_id).zone }",
  },
}
const profile = readProfile({ name: 'racks', operations })

describeTransports('a collection whose records have another key than `id`', (mount) => {
  it('a record is created, read, listed, changed and deleted by the key that its client sends', async () => {
    const visitor = await signIn(await mount({ profile }))
    const made = await visitor.call('POST /api/racks', { body: { code: 'a/1' } })
    expect([made.status, made.json]).toEqual([
      201,
      { id: expect.stringMatching(/^[0-9a-f-]{36}$/), code: 'a/1', zone: 'dry' },
    ])
    const { id } = made.json as { readonly id: string }
    expect((await visitor.call('GET /api/racks/a%2F1')).json).toEqual(made.json)
    expect((await visitor.call('GET /api/racks?code=a%2F1')).json).toEqual([made.json])
    expect((await visitor.call(`GET /api/racks/${id}`)).status).toBe(404)
    const changed = await visitor.call('PATCH /api/racks/a%2F1', { body: { code: 'b' } })
    expect([changed.status, changed.json]).toMatchObject([200, { id, code: 'b' }])
    expect((await visitor.call('GET /api/racks/a%2F1')).status).toBe(404)
    expect((await visitor.call('DELETE /api/racks/b')).status).toBe(204)
    expect((await visitor.call('GET /api/racks/b')).status).toBe(404)
  })

  it('a key that another record has gets 409, in a creation, in a batch and in a change', async () => {
    const visitor = await signIn(await mount({ profile }))
    const statusOf = async (operation: string, body: unknown) =>
      (await visitor.call(operation, { body })).status
    expect(await statusOf('POST /api/racks', { code: 'first' })).toBe(409)
    expect(await statusOf('POST /api/racks/batch', [{ code: 'c' }, { code: 'c' }])).toBe(409)
    expect(await statusOf('POST /api/racks', { code: 'd' })).toBe(201)
    expect(await statusOf('PATCH /api/racks/d', { code: 'first' })).toBe(409)
    expect(await statusOf('PATCH /api/racks/d', { code: 'd', zone: 'cold' })).toBe(200)
  })

  it('records get the next number as their key, and records of another parent can have the same number', async () => {
    const visitor = await signIn(await mount({ profile }))
    await visitor.call('POST /api/racks', { body: { code: 'second', zone: 'cold' } })
    const shelf = async (rack: string, body: object) =>
      (await visitor.call(`POST /api/racks/${rack}/shelves`, { body })).json
    expect(await shelf('first', { label: 'low' })).toEqual({
      number: 1,
      racks_id: 'first',
      label: 'low',
    })
    expect(await shelf('second', { label: 'high', number: 1 })).toMatchObject({ number: 1 })
    const labelIn = async (rack: string) =>
      (await visitor.call(`GET /api/racks/${rack}/shelves/1/label`)).json
    expect(await labelIn('first')).toEqual({ label: 'low', zone: 'dry' })
    expect(await labelIn('second')).toEqual({ label: 'high', zone: 'cold' })
    expect((await visitor.call('DELETE /api/racks/second/shelves/1')).status).toBe(204)
    expect((await visitor.call('GET /api/racks/first/shelves/1')).json).toMatchObject({
      label: 'low',
    })
  })

  it('child records stay with their parent when the key of the parent changes, and are deleted with the parent', async () => {
    const visitor = await signIn(await mount({ profile }))
    const shelf = { body: { label: 'low' } }
    await visitor.call('POST /api/racks', { body: { code: 'other' } })
    await visitor.call('POST /api/racks/other/shelves', shelf)
    await visitor.call('POST /api/racks/first/shelves', shelf)
    await visitor.call('PUT /api/racks/first/plan', { body: { text: 'new' } })
    await visitor.call('PATCH /api/racks/first', { body: { code: 'renamed' } })
    const shelvesIn = async (rack: string) =>
      (await visitor.call(`GET /api/racks/${rack}/shelves`)).json
    const kept = { number: 2, racks_id: 'renamed', label: 'low' }
    expect(await shelvesIn('renamed')).toEqual([kept])
    expect((await visitor.call('GET /api/racks/renamed/plan')).json).toEqual({ text: 'new' })
    await visitor.call('DELETE /api/racks/renamed')
    await visitor.call('POST /api/racks', { body: { code: 'renamed' } })
    expect(await shelvesIn('renamed')).toEqual([])
    expect((await visitor.call('GET /api/racks/renamed/plan')).json).toEqual({ text: '' })
    expect(await shelvesIn('other')).toHaveLength(1)
  })

  it.each([
    ['slug', 'has no field `slug`'],
    ['user_id', 'is set automatically'],
  ])('a profile is refused if its key field cannot identify a record: %s', (key, says) => {
    const record = { id: 'string', user_id: 'string' }
    const things = { kind: 'collection', path: '/api/things', key, record }
    expect(() => readProfile({ name: 'wrong', operations: { things } })).toThrow(says)
  })
})

describeTransports('a batch for a collection with a key', (mount) => {
  it('a batch that names a key twice is refused, and stores none of its records', async () => {
    const visitor = await signIn(await mount({ profile }))
    const codes = async () =>
      (await visitor.call<readonly { code: string }[]>('GET /api/racks')).json.map(
        ({ code }) => code,
      )
    const batch = (...sent: readonly string[]) =>
      visitor.call('POST /api/racks/batch', { body: sent.map((code) => ({ code })) })
    expect((await batch('a', 'b', 'a')).status).toBe(409)
    expect((await batch('a', 'first')).status).toBe(409)
    expect(await codes()).toEqual(['first'])
    expect((await batch('a', 'b')).status).toBe(200)
    expect((await codes()).toSorted()).toEqual(['a', 'b', 'first'])
  })
})

describeTransports('collections three levels deep', (mount) => {
  it('nested records stay with each record above them when its key changes, and are deleted with it', async () => {
    const [path, named] = ['/api/projects', { kind: 'collection', key: 'name', list: 'array' }]
    const [within, record] = [{ project: 'projects' }, { name: 'string' }]
    const inner = { ...within, site: 'sites' }
    const nested = readProfile({
      operations: {
        projects: { ...named, path, id: 'project', record },
        sites: { ...named, path: `${path}/{project}/sites`, id: 'site', within, record },
        keys: {
          kind: 'collection',
          within: inner,
          list: 'array',
          path: `${path}/{project}/sites/{site}/keys`,
          record: { id: 'string', value: 'string' },
        },
        note: {
          kind: 'document',
          within: inner,
          path: `${path}/{project}/sites/{site}/note`,
          record: { text: 'string' },
          value: { text: '' },
          one: 'bare',
        },
      },
    })
    const visitor = await signIn(await mount({ profile: nested }))
    const send = (operation: string, body: object) => visitor.call(operation, { body })
    const create = async (project: string, site: string) => {
      await send(`POST ${path}`, { name: project })
      await send(`POST ${path}/${project}/sites`, { name: site })
    }
    const inside = async (project: string, site: string) => {
      const keys = await visitor.call<object[]>(`GET ${path}/${project}/sites/${site}/keys`)
      return [
        keys.json.length,
        (await visitor.call(`GET ${path}/${project}/sites/${site}/note`)).json,
      ]
    }
    for (const project of ['a', 'other']) {
      await create(project, 's')
      await send(`POST ${path}/${project}/sites/s/keys`, { value: '1' })
      await send(`PUT ${path}/${project}/sites/s/note`, { text: 'new' })
    }
    await send(`PATCH ${path}/a`, { name: 'b' })
    await send(`PATCH ${path}/b/sites/s`, { name: 't' })
    expect(await inside('b', 't')).toEqual([1, { text: 'new' }])
    await visitor.call(`DELETE ${path}/b`)
    await create('b', 't')
    expect(await inside('b', 't')).toEqual([0, { text: '' }])
    expect(await inside('other', 's')).toEqual([1, { text: 'new' }])
  })
})

describeTransports('a collection whose records are created by PUT', (mount) => {
  const entry = { kind: 'collection', upsert: true, only: ['list', 'read', 'replace'], one: 'bare' }
  const upserts = readProfile({
    operations: {
      notes: {
        ...entry,
        path: '/api/notes',
        key: 'slug',
        record: { 'slug?': 'string', text: 'string' },
        refuses: { replace: [{ when: "text == 'locked'", code: 'note_locked' }] },
        also: { replace: [{ in: 'log', creates: '{ was: $before.text, now: text }' }] },
      },
      log: {
        ...entry,
        path: '/api/log',
        record: { id: 'string', was: 'string|null', now: 'string' },
      },
      plain: {
        ...entry,
        path: '/api/plain',
        id: 'plain_id',
        record: { id: 'string', text: 'string' },
        only: [...entry.only, 'delete'],
      },
      parts: {
        ...entry,
        path: '/api/plain/{plain_id}/parts',
        within: { plain_id: 'plain' },
        record: { id: 'string', text: 'string' },
      },
      numbers: { ...entry, path: '/api/numbers', record: { id: 'integer', text: 'string' } },
    },
  })
  const visitUpserts = async () => signIn(await mount({ profile: upserts }))

  it('business rules apply to a PUT of a record, and a PUT that they allow can create the record', async () => {
    const visitor = await visitUpserts()
    const put = async (text: string) =>
      (await visitor.call('PUT /api/notes/a', { body: { text } })).status
    expect([await put('first'), await put('locked'), await put('last')]).toEqual([200, 200, 400])
    const { json } = await visitor.call<{ items: readonly object[] }>('GET /api/log')
    expect(json.items.toReversed()).toMatchObject([
      { was: null, now: 'first' },
      { was: 'first', now: 'locked' },
    ])
  })

  it('a PUT of a record without a key field creates one record, with the id in the path', async () => {
    const visitor = await visitUpserts()
    for (const text of ['one', 'two'])
      expect(await visitor.call('PUT /api/plain/a', { body: { text } })).toMatchObject({
        status: 200,
        json: { id: 'a', text },
      })
    expect((await visitor.call('GET /api/plain')).json).toMatchObject({ total: 1 })
    const body = { text: 'one' }
    expect((await visitor.call('PUT /api/numbers/7', { body })).json).toEqual({ id: 7, ...body })
    expect((await visitor.call('PUT /api/numbers/seven', { body })).status).toBe(422)
  })

  it('a record that is created again does not have the nested records of the deleted record', async () => {
    const visitor = await visitUpserts()
    const put = async (path: string) => visitor.call(`PUT ${path}`, { body: { text: 'x' } })
    await put('/api/plain/a')
    expect((await put('/api/plain/a/parts/b')).status).toBe(200)
    await visitor.call('DELETE /api/plain/a')
    await put('/api/plain/a')
    expect((await visitor.call('GET /api/plain/a/parts')).json).toMatchObject({ total: 0 })
  })
})
