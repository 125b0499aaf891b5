import { expect, it } from 'vitest'
import { ProfileError, readProfile } from '../../../contract/profile.ts'
import { describeTransports, mountInProcess } from '../../support/transports.ts'
import { signIn } from '../../support/visitor.ts'

/** A family of skills, an action on one skill, and settings of each user. */
export const skills = {
  skills: {
    kind: 'collection',
    path: '/api/skills',
    scope: 'agents',
    record: {
      id: 'string:uuid',
      user_id: 'string:uuid',
      name: 'string len>=1 len<=40',
      level: 'integer >=1 <=5 default 1',
      is_active: 'boolean default true',
      'note?': 'string|null',
      created_at: 'string:date-time',
      updated_at: 'string:date-time|null',
    },
    toggle: { active: 'is_active' },
    search: ['name'],
    filters: ['level'],
    seeds: [
      { name: 'Summarize', level: 2, is_active: true, owner: 'demo@example.com' },
      { name: 'Translate', level: 3, is_active: true, owner: 'other@example.com' },
    ],
  },
  run_skill: {
    kind: 'action',
    method: 'POST',
    path: '/api/skills/{skill_id}/run',
    on: 'skills',
    body: { text: 'string len<=100' },
    changes: '{ level: level + `1` }',
    answer: "{ skill: name, level: level, by: $user.email, said: join(': ', ['ran', $body.text]) }",
  },
  preferences: {
    kind: 'document',
    path: '/api/me/preferences',
    record: { theme: 'string{light|dark}' },
    value: { theme: 'light' },
    one: 'bare',
  },
}
const profile = readProfile({ name: 'own', operations: skills })

type Listed = {
  readonly items: { readonly id: string; readonly name: string }[]
  readonly total: number
}

describeTransports('a family of operations of a profile', (mount) => {
  it('a record of a family can be created, listed, read, changed, toggled and deleted', async () => {
    const visitor = await signIn(await mount({ profile }))
    const listed = async (query = '') =>
      (await visitor.call<Listed>(`GET /api/skills${query}`)).json
    expect((await listed()).items.map(({ name }) => name)).toEqual(['Summarize'])
    const made = await visitor.call<{ data: { id: string } }>('POST /api/skills', {
      body: { name: 'Explain' },
    })
    expect([made.status, made.json]).toMatchObject([201, { data: { level: 1, is_active: true } }])
    const { id } = made.json.data
    expect((await listed('?search=expl')).items.map((one) => one.id)).toEqual([id])
    expect((await listed('?level=2&size=1')).total).toBe(1)
    const changed = await visitor.call(`PATCH /api/skills/${id}`, { body: { level: 4 } })
    expect(changed.json).toMatchObject({ data: { level: 4, name: 'Explain' } })
    const switched = await visitor.call(`PATCH /api/skills/${id}/active`)
    expect(switched.json).toMatchObject({ data: { is_active: false } })
    const run = await visitor.call(`POST /api/skills/${id}/run`, { body: { text: 'now' } })
    expect(run.json).toEqual({
      skill: 'Explain',
      level: 5,
      by: 'demo@example.com',
      said: 'ran: now',
    })
    expect((await visitor.call(`GET /api/skills/${id}`)).json).toMatchObject({ data: { level: 5 } })
    expect((await visitor.call(`DELETE /api/skills/${id}`)).status).toBe(204)
    expect((await visitor.call(`GET /api/skills/${id}`)).status).toBe(404)
  })

  it('a record of a family gets 404 for other users, and invalid input gets 422', async () => {
    const mounted = await mount({ profile })
    const [visitor, other] = [await signIn(mounted), await signIn(mounted, 'other')]
    const [item] = (await other.call<Listed>('GET /api/skills')).json.items
    expect(item?.name).toBe('Translate')
    expect((await visitor.call(`GET /api/skills/${item?.id}`)).status).toBe(404)
    const wrong = await visitor.call('POST /api/skills', { body: { name: '', level: 9 } })
    expect([wrong.status, wrong.json]).toMatchObject([
      422,
      { detail: [{ loc: ['body', 'name'] }, { loc: ['body', 'level'] }] },
    ])
    expect((await visitor.call('PUT /api/skills')).status).toBe(405)
    expect((await visitor.as('nonsense').call('GET /api/skills')).status).toBe(401)
  })

  it('the profile of a family sets the form of its list and the status of a creation', async () => {
    const operations = { skills: { ...skills.skills, list: 'items', one: 'bare', created: 202 } }
    const visitor = await signIn(await mount({ profile: readProfile({ operations }) }))
    const listed = await visitor.call<object>('GET /api/skills?size=1')
    expect(listed.json).toEqual({ items: [expect.objectContaining({ name: 'Summarize' })] })
    const made = await visitor.call('POST /api/skills', { body: { name: 'Explain' } })
    expect([made.status, made.json]).toMatchObject([202, { name: 'Explain' }])
  })

  it('each user reads and replaces their own value of a document in a family', async () => {
    const mounted = await mount({ profile })
    const [visitor, other] = [await signIn(mounted), await signIn(mounted, 'other')]
    const put = await visitor.call('PUT /api/me/preferences', { body: { theme: 'dark' } })
    expect([put.status, put.json]).toEqual([200, { theme: 'dark' }])
    expect((await visitor.call('GET /api/me/preferences')).json).toEqual({ theme: 'dark' })
    expect((await other.call('GET /api/me/preferences')).json).toEqual({ theme: 'light' })
  })
})

it('a record of a family is sent with only the fields that its profile names', async () => {
  const record = { id: 'string:uuid', name: 'string' }
  const notes = { kind: 'collection', path: '/api/notes', record, seeds: [{ name: 'One' }] }
  const visitor = await signIn(mountInProcess({ profile: readProfile({ operations: { notes } }) }))
  const made = await visitor.call<{ data: object }>('POST /api/notes', { body: { name: 'Two' } })
  const { items } = (await visitor.call<{ items: object[] }>('GET /api/notes')).json
  expect([made.json.data, ...items].map((one) => Object.keys(one).toSorted())).toEqual([
    ['id', 'name'],
    ['id', 'name'],
    ['id', 'name'],
  ])
})

it('the records of a family are in a snapshot, with the profile and its expressions', async () => {
  const here = mountInProcess({ profile })
  const visitor = await signIn(here)
  await visitor.call('POST /api/skills', { body: { name: 'Explain' } })
  const [summarize] = (await visitor.call<Listed>('GET /api/skills?search=summ')).json.items
  await visitor.call(`DELETE /api/skills/${summarize?.id}`)
  const there = mountInProcess()
  await there.fake.control().restore(structuredClone(here.fake.control().snapshot()))
  const listed = await (await signIn(there)).call<Listed>('GET /api/skills')
  expect(listed.json.items.map(({ name }) => name)).toEqual(['Explain'])
})

it.each([
  [{ Skills: {} }, 'small letters'],
  [{ skills: { kind: 'collection', path: 'api/skills', record: {} } }, 'path'],
  [{ skills: { kind: 'collection', path: '/api/skills', record: { id: 'strin' } } }, 'strin'],
  [{ run: { ...skills.run_skill, on: 'skill' } }, 'collection'],
])('an invalid family in a profile is refused with its position: %j', (operations, says) => {
  const read = () => readProfile({ operations })
  expect(read).toThrow(ProfileError)
  expect(read).toThrow(says)
})
