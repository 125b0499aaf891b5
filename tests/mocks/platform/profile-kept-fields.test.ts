import { expect, it } from 'vitest'
import { readProfile } from '../../../contract/profile.ts'
import { readFixture } from '../../../mocks/read-fixture.ts'
import { mountInProcess } from '../../support/transports.ts'
import { signIn, type Visitor } from '../../support/visitor.ts'

/** The response of an operation for which the profile has this entry. */
async function ask(operation: string, entry: object) {
  const profile = readProfile({ answers: { [operation.replace(/\?.*/, '')]: entry } })
  return (await signIn(mountInProcess({ profile }))).call(operation)
}

/** The response to a GET of this path, as JSON text. */
const shown = async (visitor: Visitor, path: string) =>
  JSON.stringify((await visitor.call(`GET ${path}`)).json)

it('fields that only the profile has are validated, stored beside the record and returned with it', async () => {
  const body = { slug: 'string len<=10', 'color?': 'string{red|blue}|null' }
  const record = 'merge({ slug: `null`, color: `null` }, @)'
  const keeping = { record, keeps: ['slug', 'color'], accepts: { extra: { body } } }
  const profile = readProfile({
    answers: {
      'POST /api/orgs': keeping,
      'PUT /api/orgs/{org_id}': {
        ...keeping,
        accepts: { extra: { body: { 'color?': 'string' } } },
      },
      'GET /api/orgs/{org_id}': { record },
      'GET /api/orgs': { body: 'items[*].[name, slug, color]' },
      'GET /api/agents': { body: "{ slugs: records('organizations')[*].slug }" },
    },
  })
  const visitor = await signIn(mountInProcess({ profile }))
  const create = (sent: object) =>
    visitor.call<{ data: Record<string, unknown> }>('POST /api/orgs', { body: sent })
  const wrong = await create({ name: 'Sea', slug: 'much too long' })
  expect([wrong.status, wrong.json]).toMatchObject([422, { detail: [{ loc: ['body', 'slug'] }] }])
  expect(await create({ name: 'Sea' })).toMatchObject({ status: 422 })
  const made = await create({ name: 'Sea', slug: 'sea', color: 'red' })
  expect(made.json.data).toMatchObject({ name: 'Sea', slug: 'sea', color: 'red' })
  const path = `/api/orgs/${String(made.json.data['id'])}`
  await visitor.call(`PUT ${path}`, { body: { name: 'Ocean', color: 'blue' } })
  const expected = { name: 'Ocean', slug: 'sea', color: 'blue' }
  expect((await visitor.call(`GET ${path}`)).json).toMatchObject({ data: expected })
  expect((await visitor.call('GET /api/orgs')).json).toContainEqual(['Ocean', 'sea', 'blue'])
  expect((await visitor.call('GET /api/agents')).json).toMatchObject({
    slugs: expect.arrayContaining(['sea']),
  })
})

it('a fixture may have additional fields of its records; changes override these fields and snapshots keep them', async () => {
  const body = { 'color?': 'string' }
  const record = '{ id: id, slug: slug, color: color }'
  const profile = readProfile({
    answers: {
      'GET /api/orgs/{org_id}': { record },
      'PUT /api/orgs/{org_id}': { record, keeps: ['color'], accepts: { extra: { body } } },
    },
  })
  const fixture = readFixture({
    users: [{ email: 'demo@example.com', password: 'demo-password' }],
    organizations: [{ id: 'sea', name: 'Sea', members: [{ email: 'demo@example.com' }] }],
    kept_fields: { sea: { slug: 'the-sea', color: 'red' } },
  })
  const mounted = mountInProcess({ fixture, profile })
  const visitor = await signIn(mounted)
  const path = '/api/orgs/sea'
  const seen = async () => (await visitor.call(`GET ${path}`)).json
  expect(await seen()).toMatchObject({ data: { id: 'sea', slug: 'the-sea', color: 'red' } })
  await visitor.call(`PUT ${path}`, { body: { name: 'Sea', color: 'blue' } })
  const changed = { data: { slug: 'the-sea', color: 'blue' } }
  expect(await seen()).toMatchObject(changed)
  const control = mounted.fake.control()
  await control.restore(JSON.parse(JSON.stringify(await control.snapshot())))
  expect(await seen()).toMatchObject(changed)
})

it('additional fields of user settings are stored per user, and additional fields of platform settings once', async () => {
  const theme = { keeps: '{ theme: $body.theme || `"none"` }' }
  const accepts = { extra: { body: { 'theme?': 'string' } } }
  const profile = readProfile({
    answers: {
      'PUT /api/me/notifications': { ...theme, accepts },
      'GET /api/me/notifications': { record: '@' },
      'PATCH /api/admin/settings': { ...theme, accepts },
      'GET /api/admin/settings': { record: '@' },
    },
  })
  const mounted = mountInProcess({ profile })
  const [demo, other] = [await signIn(mounted), await signIn(mounted, 'other')]
  await demo.call('PUT /api/me/notifications', { body: { theme: 'dark' } })
  await demo.call('PATCH /api/admin/settings', { body: {} })
  expect(await shown(demo, '/api/me/notifications')).toContain('"theme":"dark"')
  expect(await shown(other, '/api/me/notifications')).not.toContain('theme')
  expect(await shown(demo, '/api/admin/settings')).toContain('"theme":"none"')
  const snapshot = mounted.fake.control().snapshot()
  expect(JSON.stringify(snapshot)).toContain('"theme":"dark"')
})

it('query parameters that the contract lacks are validated, and expressions read them', async () => {
  const extra = { query: { 'period?': 'string{7d|30d}', 'top?': 'integer >=1 <=5' } }
  const entry = { accepts: { extra }, body: '[$query.period, $query.top, $query.size]' }
  const { json } = await ask('GET /api/agents?period=7d&top=2&size=3', entry)
  expect(json).toEqual(['7d', 2, 3])
  const wrong = await ask('GET /api/agents?period=8d&top=9', entry)
  expect([wrong.status, wrong.json]).toMatchObject([
    422,
    { detail: [{ loc: ['query', 'period'] }, { loc: ['query', 'top'] }] },
  ])
})

it('a query parameter that may be null is read as a number or a flag, and may be absent', async () => {
  const extra = { query: { year: 'integer|null', 'all?': 'boolean|null' } }
  const entry = { accepts: { extra }, body: '[$query.year, $query.all]' }
  expect((await ask('GET /api/orgs?year=2026&all=true', entry)).json).toEqual([2026, true])
  expect((await ask('GET /api/orgs', entry)).json).toEqual([null, null])
  expect((await ask('GET /api/orgs?year=soon', entry)).status).toBe(422)
})

it('an expression of a profile reads the child records of a record, and timestamps as numbers', async () => {
  const record =
    "{ id: id, texts: records('messages', id)[*].role, at: milliseconds(created_at), made: created_at }"
  const { json } = await ask('GET /api/conversations', { record })
  const [one] = (json as { items: { texts: unknown; at: number; made: string }[] }).items
  expect(one).toMatchObject({ texts: expect.arrayContaining(['user', 'assistant']) })
  expect(one?.at).toBe(Date.parse(one?.made ?? ''))
})

it('an action stores additional fields with the record that its path names, and returns these fields', async () => {
  const keeps = '{ shelf: $body.shelf }'
  const profile = readProfile({
    operations: {
      agent_shelf: {
        kind: 'action',
        method: 'PUT',
        path: '/api/agents/{agent_id}/shelf',
        on: 'agents',
        body: { shelf: 'string' },
        keeps,
        answer: '{ shelf: shelf }',
      },
    },
    answers: { 'GET /api/agents/{agent_id}': { record: '{ name: name, shelf: shelf }' } },
  })
  const visitor = await signIn(mountInProcess({ profile }))
  const { json } = await visitor.call<{ data: { id: string } }>('POST /api/agents', {
    body: { name: 'Note taker' },
  })
  const path = `/api/agents/${json.data.id}`
  const put = await visitor.call(`PUT ${path}/shelf`, { body: { shelf: 'top' } })
  expect(put.json).toEqual({ shelf: 'top' })
  expect(await shown(visitor, path)).toContain('"shelf":"top"')
})
