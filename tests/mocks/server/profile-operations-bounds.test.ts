import { expect, it } from 'vitest'
import { ownLimits } from '../../../contract/limits.ts'
import { ProfileError, readProfile } from '../../../contract/profile.ts'
import { mountInProcess } from '../../support/transports.ts'
import { type Paged, signIn } from '../../support/visitor.ts'

const notes = {
  kind: 'collection',
  path: '/api/notes',
  record: { id: 'string', text: 'string', created_at: 'string:date-time' },
  only: ['list', 'create', 'read', 'delete', 'batch'],
  search: ['text'],
}
const profile = readProfile({
  operations: { notes, other_notes: { ...notes, path: '/api/others' } },
})

type Note = { readonly id: string; readonly text: string }
const batch = (count: number) => Array.from({ length: count }, (_, n) => ({ text: `note ${n}` }))

it('a collection of a profile has a maximum number of records, and refuses a whole batch that exceeds it', async () => {
  const mounted = mountInProcess({ profile })
  const visitor = await signIn(mounted)
  const { add, list } = mounted.fake.control().records
  for (let count = 0; count < ownLimits.ownRecords - 50; count++) await add('notes', { text: 'x' })
  const refused = await visitor.call<{ message: string }>('POST /api/notes/batch', {
    body: batch(51),
  })
  expect([refused.status, refused.json.message]).toEqual([400, expect.stringContaining('9950')])
  expect((await visitor.call('POST /api/notes/batch', { body: batch(50) })).status).toBe(200)
  expect((await visitor.call('POST /api/notes', { body: { text: 'one more' } })).status).toBe(400)
  await expect(add('notes', { text: 'one more' })).rejects.toThrow('10000 records')
  expect(list('notes').total).toBe(10_000)
  expect((await visitor.call<Paged<Note>>('GET /api/notes?search=note%2049')).json.total).toBe(1)
  expect((await visitor.call('POST /api/others', { body: { text: 'fits' } })).status).toBe(201)
})

it('a batch of a collection of a profile has at most 100 records', async () => {
  const visitor = await signIn(mountInProcess({ profile }))
  expect((await visitor.call('POST /api/notes/batch', { body: batch(101) })).status).toBe(422)
  expect((await visitor.call<Paged<Note>>('GET /api/notes')).json.total).toBe(0)
})

it('a profile with too many seed records is refused, and the error names the limit', () => {
  const seeds = Array.from({ length: ownLimits.ownSeeds + 1 }, () => ({ text: 'x' }))
  const read = () => readProfile({ operations: { notes: { ...notes, seeds } } })
  expect(read).toThrow(ProfileError)
  expect(read).toThrow('1000')
})

it('the records of a profile count towards the memory of their world until they are deleted', async () => {
  const mounted = mountInProcess({ profile })
  const { records } = mounted.fake.control()
  const bytesNow = () => mounted.fake.world().bytes
  const { id } = await records.add('notes', { text: 'short' })
  const before = bytesNow()
  await records.change('notes', id, { text: 'x'.repeat(50_000) })
  expect(bytesNow() - before).toBeGreaterThan(49_000)
  records.remove('notes', id)
  expect(bytesNow()).toBeLessThan(before)
})

it('a list of a collection has the newest record first, however the records were added', async () => {
  const mounted = mountInProcess({ profile })
  const visitor = await signIn(mounted)
  const { records } = mounted.fake.control()
  const texts = async () =>
    (await visitor.call<Paged<Note>>('GET /api/notes')).json.items.map(({ text }) => text)
  await records.add('notes', { text: 'second', created_at: '2020-02-01T00:00:00Z' })
  await records.add('notes', { text: 'third', created_at: '2020-03-01T00:00:00Z' })
  const { id } = await records.add('notes', { text: 'first', created_at: '2020-01-01T00:00:00Z' })
  await visitor.call('POST /api/notes', { body: { text: 'now' } })
  expect(await texts()).toEqual(['now', 'third', 'second', 'first'])
  await records.change('notes', id, { created_at: '2020-02-15T00:00:00Z' })
  expect(await texts()).toEqual(['now', 'third', 'first', 'second'])
  // Changes the table directly, as when a page loads the changes of another page.
  mounted.fake.world().applyChange(['own-records', `notes\n${id}`, null])
  expect(await texts()).toEqual(['now', 'third', 'second'])
})

it('a record of a profile has the fields of its shape with defaults, whether it is a seed or was created', async () => {
  const record = { ...notes.record, level: 'integer default 1' }
  const seeds = [{ text: 'a seed', owner: 'demo@example.com' }]
  const seeded = readProfile({ operations: { notes: { ...notes, record, seeds } } })
  const visitor = await signIn(mountInProcess({ profile: seeded }))
  await visitor.call('POST /api/notes', { body: { text: 'created' } })
  const { items } = (await visitor.call<Paged<Note & { level: number }>>('GET /api/notes')).json
  expect(items.map((item) => [item.text, Object.keys(item).join(), item.level])).toEqual([
    ['created', 'id,text,created_at,level', 1],
    ['a seed', 'id,text,created_at,level', 1],
  ])
})

it('a field for a date accepts dates in any form of ISO 8601, and nothing else', async () => {
  const record = { id: 'string', due: 'string:date-time|null' }
  const tasks = { kind: 'collection', path: '/api/tasks', record }
  const visitor = await signIn(mountInProcess({ profile: readProfile({ operations: { tasks } }) }))
  const send = async (due: unknown) =>
    (await visitor.call('POST /api/tasks', { body: { due } })).status
  const dates = ['2026-11-22', '2026-11-22T12:00:00Z', '2026-11-22 12:00:00.123456+01:00', null]
  for (const due of dates) expect([due, await send(due)]).toEqual([due, 201])
  const refused = await visitor.call('POST /api/tasks', { body: { due: 'tomorrow' } })
  expect([refused.status, refused.json]).toMatchObject([
    422,
    { detail: [{ loc: ['body', 'due'], type: 'datetime_parsing' }] },
  ])
})

/** An action with one field in its body. */
const find = (path: string, shape: unknown) => ({
  kind: 'action',
  method: 'POST',
  path,
  body: { filter: shape },
  answer: '{ ok: `true` }',
})

it('an object of a body that may be null has defaults and further fields, as any other object', async () => {
  const filter = { from: 'integer default 0', to: 'integer' }
  const operations = {
    plain: find('/api/plain', filter),
    nullable: find('/api/nullable', { nullable: filter }),
  }
  const visitor = await signIn(mountInProcess({ profile: readProfile({ operations }) }))
  const bodies = [{ to: 3 }, { to: 3, more: 1 }, { to: 'x' }]
  for (const path of ['/api/plain', '/api/nullable']) {
    const statuses = bodies.map(
      async (given) => (await visitor.call(`POST ${path}`, { body: { filter: given } })).status,
    )
    expect([path, await Promise.all(statuses)]).toEqual([path, [200, 200, 422]])
  }
  expect((await visitor.call('POST /api/nullable', { body: { filter: null } })).status).toBe(200)
})

it('fields of nested objects and of objects in lists have the defaults of their shapes', async () => {
  const part = { size: 'integer default 3', 'note?': 'string' }
  const body = { one: part, many: [part], maybe: { nullable: part } }
  const echo = { kind: 'action', method: 'POST', path: '/api/echo', body, answer: '$body' }
  const record = { id: 'string', inner: part }
  const boxes = { ...notes, path: '/api/boxes', record, search: [] }
  const visitor = await signIn(
    mountInProcess({ profile: readProfile({ operations: { echo, boxes } }) }),
  )
  const sent = { one: { note: 'a' }, many: [{}, { size: 5 }], maybe: {} }
  expect((await visitor.call('POST /api/echo', { body: sent })).json).toEqual({
    one: { size: 3, note: 'a' },
    many: [{ size: 3 }, { size: 5 }],
    maybe: { size: 3 },
  })
  const made = await visitor.call('POST /api/boxes', { body: { inner: {} } })
  expect(made.json).toMatchObject({ data: { inner: { size: 3 } } })
})
