import { expect, it } from 'vitest'
import { readProfile } from '../../../contract/profile.ts'
import { mountInProcess } from '../../support/transports.ts'
import { signIn } from '../../support/visitor.ts'

const action = (path: string, rest: object) => ({ kind: 'action', method: 'POST', path, ...rest })
const collection = { kind: 'collection', one: 'bare', list: 'array' }
const owner = 'demo@example.com'

const operations = {
  sets: {
    ...collection,
    path: '/api/sets',
    id: 'set_id',
    record: { id: 'integer', name: 'string' },
    show: "let $id = id in { id: id, cases: length(records('cases')[?set_id == $id]) }",
    shown: { id: 'integer', cases: 'integer' },
    refuses: { delete: [{ when: 'id == `1`', code: 'set_locked' }] },
    seeds: [
      { id: 1, name: 'First', owner },
      { id: 2, name: 'Second', owner },
    ],
  },
  cases: {
    ...collection,
    path: '/api/sets/{set_id}/cases',
    id: 'case_id',
    within: { set_id: 'sets' },
    record: { id: 'integer', set_id: 'integer', label: 'string' },
    input: {},
    set: "{ label: join('-', [to_string(id), type(id)]) }",
    show: "{ id: id, set: record('sets', set_id).name, score: seeded(id, `1`, `1`), label: label }",
    also: { delete: [{ in: 'log', creates: '{ was: $before.id }' }] },
    seeds: [
      { id: 3, set_id: 1, label: '', owner },
      { id: 4, set_id: 1, label: '', owner },
    ],
  },
  log: { ...collection, path: '/api/log', record: { was: 'any' } },
  copy_set: action('/api/sets/{set_id}/copy', {
    on: 'sets',
    creates: { in: 'sets', record: '{ name: name }' },
    answer: "{ from: id, id: $created.id, first: existing('sets', id).id }",
  }),
  move_cases: action('/api/move', {
    on: 'cases',
    body: { ids: ['integer'], to: 'integer' },
    each: '$body.ids',
    changes: '{ set_id: $body.to }',
    answer: '{ moved: changed[].{ id: id, set_id: set_id }, missing: missing }',
  }),
}
const visitSets = () => signIn(mountInProcess({ profile: readProfile({ operations }) }))

it('expressions count, name and look up records by ids that are numbers', async () => {
  const visitor = await visitSets()
  expect((await visitor.call('GET /api/sets/1')).json).toEqual({ id: 1, cases: 2 })
  const shown = { id: 3, set: 'First', score: 1, label: '' }
  expect((await visitor.call('GET /api/sets/1/cases/3')).json).toEqual(shown)
  const changed = await visitor.call('PATCH /api/sets/1/cases/3', { body: {} })
  expect(changed.json).toEqual({ ...shown, label: '3-number' })
})

it('an action shows ids as numbers, and takes numbers as ids', async () => {
  const visitor = await visitSets()
  const copied = await visitor.call('POST /api/sets/2/copy')
  expect(copied.json).toEqual({ from: 2, id: 3, first: 2 })
  const body = { ids: [4, 9], to: 2 }
  const moved = await visitor.call('POST /api/move', { body })
  expect(moved.json).toEqual({ moved: [{ id: 4, set_id: 2 }], missing: [9] })
  expect((await visitor.call('GET /api/sets/2/cases/4')).json).toMatchObject({ set: 'Second' })
})

it('the rules that refuse a request or change further records see ids as numbers', async () => {
  const visitor = await visitSets()
  expect(await visitor.call('DELETE /api/sets/1')).toMatchObject({
    status: 400,
    json: { error: 'set_locked' },
  })
  expect((await visitor.call('DELETE /api/sets/1/cases/3')).status).toBe(204)
  expect((await visitor.call('GET /api/log')).json).toEqual([{ id: expect.any(String), was: 3 }])
})
