import { expect, it } from 'vitest'
import { ownLimits } from '../../../contract/limits.ts'
import { ProfileError, readProfile } from '../../../contract/profile.ts'
import { describeTransports, mountInProcess } from '../../support/transports.ts'
import { signIn, visit } from '../../support/visitor.ts'

const notes = {
  kind: 'collection',
  path: '/api/notes',
  record: { id: 'string:uuid', text: 'string len<=100' },
  seeds: [{ text: 'Buy milk', owner: 'demo@example.com' }],
}
const profile = {
  name: 'own',
  picks: { 'lists.default-size': { items: 3 } },
  answers: { 'GET /api/agents': { record: '{ title: name }' } },
  operations: { notes },
}

type Items = { readonly items: readonly object[]; readonly size: number }

describeTransports('a profile that the control API sets', (mount) => {
  it('a running world uses the answers and operations of a profile from the next request on', async () => {
    const mounted = await mount()
    const [visitor, control] = [await signIn(mounted), visit(mounted)]
    expect((await visitor.call('GET /api/notes')).status).toBe(404)
    const put = await control.call('PUT /__control/choices', { body: profile })
    expect([put.status, put.json]).toMatchObject([200, { profile: 'own' }])
    const agents = (await visitor.call<Items>('GET /api/agents')).json
    expect([Object.keys(agents.items[0] ?? {}), agents.size]).toEqual([['title'], 3])
    const listed = (await visitor.call<Items>('GET /api/notes')).json
    expect(listed.items).toMatchObject([{ text: 'Buy milk' }])
    // A change of one pick keeps the answers and operations.
    const picks = { 'lists.default-size': { items: 2 } }
    expect((await control.call('PATCH /__control/choices', { body: { picks } })).status).toBe(200)
    const changed = (await visitor.call<Items>('GET /api/agents')).json
    expect([Object.keys(changed.items[0] ?? {}), changed.size]).toEqual([['title'], 2])
    expect((await visitor.call('GET /api/notes')).status).toBe(200)
    await control.call('PUT /__control/choices', { body: { profile: 'documented' } })
    expect((await visitor.call('GET /api/notes')).status).toBe(404)
  })

  it.each([
    [{ answers: { 'GET /api/agents': { bdoy: '@' } } }, 'answers.GET /api/agents.bdoy'],
    [{ operations: { notes: { ...notes, path: 'notes' } } }, 'operations.notes.path'],
    [
      { operations: { notes: { ...notes, record: { id: 'strin' } } } },
      'operations.notes.record.id',
    ],
  ])('an invalid profile is refused with the position of the problem: %j', async (wrong, place) => {
    const mounted = await mount()
    const put = await visit(mounted).call('PUT /__control/choices', { body: wrong })
    expect([put.status, JSON.stringify(put.json)]).toEqual([422, expect.stringContaining(place)])
    expect((await (await signIn(mounted)).call('GET /api/agents')).status).toBe(200)
  })
})

it('a profile that a client sends may have a profile of the server as its base', async () => {
  const mounted = mountInProcess({ profiles: { own: () => profile } })
  const control = visit(mounted)
  const put = await control.call<{ readonly profile: string }>('PUT /__control/choices', {
    body: { name: 'mine', base: 'own', answers: { 'GET /api/agents': null } },
  })
  expect([put.status, put.json]).toMatchObject([200, { profile: 'mine', answers: [] }])
  const visitor = await signIn(mounted)
  const { json } = await visitor.call<Items>('GET /api/agents')
  expect([json.size, Object.keys(json.items[0] ?? {})]).toEqual([3, expect.arrayContaining(['id'])])
  expect((await visitor.call('GET /api/notes')).status).toBe(200)
  const whole = (await control.call('GET /__control/choices/profile')).json
  expect(whole).toEqual({ name: 'mine', picks: profile.picks, operations: profile.operations })
  const unknown = await control.call('PUT /__control/choices', { body: { base: 'owm' } })
  expect([unknown.status, JSON.stringify(unknown.json)]).toEqual([
    422,
    expect.stringContaining('Did you mean `own`'),
  ])
})

const times = <Value>(count: number, value: (index: number) => readonly [string, Value]) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => value(index)))

it.each([
  ['families', { operations: times(501, (n) => [`notes${n}`, { ...notes, path: `/api/n${n}` }]) }],
  [
    'seeds',
    {
      operations: {
        notes: { ...notes, seeds: Array.from({ length: 1001 }, () => ({ text: 'a' })) },
      },
    },
  ],
  [
    'fields',
    { operations: { notes: { ...notes, record: times(201, (n) => [`f${n}`, 'string']) } } },
  ],
  [
    'parts',
    {
      answers: {
        'GET /api/agents': {
          shape: { 200: { oneOf: Array(ownLimits.shapeParts).fill('string') } },
        },
      },
    },
  ],
  ['characters of an expression', { answers: { 'GET /api/agents': { body: '@'.repeat(8001) } } }],
])('the number of %s in a profile is limited', (_, document) => {
  expect(() => readProfile(document)).toThrow(ProfileError)
})

it.each([
  [{ headers: { 'bad name': 'x' } }, 'bad name'],
  [{ headers: { name: 'two\nlines' } }, 'it must match'],
  [{ errors: { 'resource-missing': { status: 204 } } }, 'use another status'],
])('an answer that cannot become a valid response is refused: %j', (entry, says) => {
  expect(() => readProfile({ answers: { 'GET /api/agents': entry } })).toThrow(says)
})

describeTransports('an answer with a status that has no body', (mount) => {
  it('an answer with status 204 has no body', async () => {
    const answers = { 'GET /api/agents': { status: 204, headers: { 'x-list': 'empty' } } }
    const visitor = await signIn(await mount({ profile: readProfile({ answers }) }))
    const { status, text, headers } = await visitor.call('GET /api/agents')
    expect([status, text, headers.get('x-list')]).toEqual([204, '', 'empty'])
  })
})
