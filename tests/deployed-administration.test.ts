import { describe, expect, it } from 'vitest'
import { loadProfile } from '../cli/world-data.ts'
import { mountInProcess } from './transports.ts'
import { signIn, type Visitor } from './visitor.ts'

const profile = await loadProfile('profiles/deployed-0.8')

type Item = Readonly<Record<string, unknown>> & { readonly id: string }
type Page = { readonly items: readonly Item[]; readonly total: number }

const visit = async (user?: 'other') => signIn(mountInProcess({ profile }), user)
const nobody = '00000000-0000-4000-8000-000000000000'

/** The body of a response with a status. */
async function ask<Body>(visitor: Visitor, operation: string, status: number, body?: unknown) {
  const answer = await visitor.call<Body>(operation, body === undefined ? {} : { body })
  expect([operation, answer.status, answer.status === status ? '' : answer.text]).toEqual([
    operation,
    status,
    '',
  ])
  return answer.json
}

type Family = {
  readonly path: string
  readonly create: object
  readonly created: number
  /** Where a record is in the body of the list. */
  readonly list?: string
  readonly change?: {
    readonly method: string
    /** The path after the id. */
    readonly part?: string
    readonly body: object
    readonly shows?: object
  }
}

const families: Readonly<Record<string, Family>> = {
  'rules for addresses': {
    path: '/api/admin/ip-rules',
    create: { ip_address: '198.51.100.9', rule_type: 'deny' },
    created: 201,
    change: { method: 'PATCH', part: '/active', body: { is_active: false } },
  },
  'blocked words': {
    path: '/api/admin/sensitive-words',
    create: { word: 'greyhound' },
    created: 200,
    change: { method: 'PUT', part: '/toggle', body: { is_active: false } },
  },
  invitations: { path: '/api/admin/invite-codes', create: { max_uses: 3 }, created: 201 },
  announcements: {
    path: '/api/admin/announcements',
    create: { title: 'Stocktaking', content: 'On Monday.' },
    created: 201,
    change: {
      method: 'PUT',
      body: { title: 'Stocktaking moved' },
      shows: { content: 'On Monday.' },
    },
  },
  providers: {
    path: '/api/admin/model-providers',
    create: { name: 'Alder', base_url: 'https://alder.example/v1', api_key: 'secret' },
    created: 201,
    list: 'providers',
    change: { method: 'PUT', body: { is_active: false }, shows: { has_api_key: true } },
  },
  'groups of models': {
    path: '/api/admin/model-groups',
    create: { name: 'Night' },
    created: 201,
    list: 'groups',
    change: { method: 'PUT', body: { description: 'Cheap' }, shows: { name: 'Night' } },
  },
  models: {
    path: '/api/admin/models',
    create: { name: 'Alder Small', model_name: 'alder-small', api_key: 'secret' },
    created: 201,
    list: 'models',
    change: { method: 'PUT', body: { temperature: 0.7 }, shows: { name: 'Alder Small' } },
  },
}

async function listed(visitor: Visitor, { path, list }: Family): Promise<readonly Item[]> {
  const body = await ask<Readonly<Record<string, readonly Item[]>>>(visitor, `GET ${path}`, 200)
  return list === undefined ? (body as unknown as readonly Item[]) : (body[list] ?? [])
}

describe('the administration of the known deployment', () => {
  for (const [name, family] of Object.entries(families)) {
    it(`${name} are created, listed and deleted`, async () => {
      const visitor = await visit()
      const before = await listed(visitor, family)
      expect(before.length).toBeGreaterThanOrEqual(3)
      const made = await ask<Item>(visitor, `POST ${family.path}`, family.created, family.create)
      expect(JSON.stringify(made)).not.toContain('secret')
      expect(await listed(visitor, family)).toContainEqual(made)
      await ask(visitor, `DELETE ${family.path}/${made.id}`, 204)
      await ask(visitor, `DELETE ${family.path}/${made.id}`, 404)
      expect(await listed(visitor, family)).toEqual(before)
    })
  }

  for (const [name, { change, ...family }] of Object.entries(families)) {
    if (change === undefined) continue
    const { method, part = '', body, shows } = change
    it(`${name} are changed, and an unknown one is 404`, async () => {
      const visitor = await visit()
      const { id } = await ask<Item>(visitor, `POST ${family.path}`, family.created, family.create)
      const changed = await ask<Item>(visitor, `${method} ${family.path}/${id}${part}`, 200, body)
      expect(changed).toMatchObject({ ...body, ...shows })
      const after = (await listed(visitor, family)).find((one) => one.id === id)
      expect(after).toMatchObject(body)
      await ask(visitor, `${method} ${family.path}/${nobody}${part}`, 404, body)
    })
  }

  it('only administrators may call it', async () => {
    const visitor = await visit('other')
    const paths = Object.values(families).map(({ path }) => path)
    const further = ['/api/admin/workflows', '/api/metrics/overview', '/api/admin/export/users']
    for (const path of [...paths, ...further])
      expect([path, (await visitor.open(`GET ${path}`)).status]).toEqual([path, 403])
  })

  it('a batch switches and deletes records of all users, and counts unknown ids', async () => {
    const visitor = await visit()
    const { items } = await ask<Page>(visitor, 'GET /api/admin/agents', 200)
    const ids = [...items.map(({ id }) => id).slice(0, 2), nobody]
    const counted = { success_count: 2, failed_count: 1 }
    const switched = { ids, is_active: false }
    expect(await ask(visitor, 'POST /api/admin/agents/batch-toggle', 200, switched)).toMatchObject(
      counted,
    )
    type Overview = { readonly resources: readonly { readonly inactive: number }[] }
    const { resources } = await ask<Overview>(visitor, 'GET /api/admin/resources/overview', 200)
    expect(resources[0]).toMatchObject({ resource_type: 'agent', inactive: 2 })
    expect(await ask(visitor, 'POST /api/admin/agents/batch-delete', 200, { ids })).toMatchObject(
      counted,
    )
    const after = await ask<Page>(visitor, 'GET /api/admin/agents', 200)
    expect(after.total).toBe(items.length - 2)
  })

  it('the workflows of all users are searched, counted, switched and deleted', async () => {
    const visitor = await visit()
    const { items } = await ask<Page>(visitor, 'GET /api/admin/workflows?search=invoice', 200)
    expect(items).toMatchObject([
      { name: 'Invoice approval', status: 'active', total_runs: 5, success_rate: 100 },
    ])
    const path = `/api/admin/workflows/${items[0]?.id}`
    expect(await ask(visitor, `POST ${path}/toggle`, 200)).toMatchObject({ is_active: false })
    await ask(visitor, `DELETE ${path}`, 204)
    await ask(visitor, `DELETE ${path}`, 404)
    const page = await ask<Page>(visitor, 'GET /api/admin/workflows?size=1&page=2', 200)
    expect(page).toMatchObject({ total: 2, page: 2, size: 1, pages: 2 })
    const runs = await ask(visitor, 'POST /api/admin/workflows/cleanup-runs', 200, {
      max_runs_per_workflow: 1,
    })
    expect(runs).toMatchObject({ data: { deleted_count: 5 } })
  })

  it('the active group of models names the models in use, until it is deactivated', async () => {
    const visitor = await visit()
    type Groups = { readonly groups: readonly Item[]; readonly active_group_id: unknown }
    const { groups } = await ask<Groups>(visitor, 'GET /api/admin/model-groups', 200)
    const house = groups.find(({ name }) => name === 'In the house')
    await ask(visitor, `PATCH /api/admin/model-groups/${house?.id}/activate`, 200)
    const { active_group_id } = await ask<Groups>(visitor, 'GET /api/admin/model-groups', 200)
    expect(active_group_id).toBe(house?.id)
    const used = await ask(visitor, 'GET /api/admin/model-active-config', 200)
    expect(used).toMatchObject({
      mode: 'group',
      effective: {
        general: { model_name: 'brindle-2-open', provider_name: 'Own servers', source: 'group' },
      },
    })
    await ask(visitor, 'POST /api/admin/model-groups/deactivate', 200)
    const left = await ask(visitor, 'GET /api/admin/model-active-config', 200)
    expect(left).toMatchObject({ mode: 'env', active_group: null })
  })

  it('the history of sign-ins has the sign-in of the caller', async () => {
    const visitor = await visit()
    const { items } = await ask<Page>(
      visitor,
      'GET /api/admin/login-history?size=1&success=true',
      200,
    )
    expect(items).toMatchObject([
      { email: 'demo@example.com', success: true, failure_reason: null },
    ])
    const sessions = await ask<readonly Item[]>(visitor, 'GET /api/admin/sessions', 200)
    expect(sessions.map(({ email }) => email)).toContain('demo@example.com')
  })

  it('a text is checked against the blocked words, and a batch adds new ones', async () => {
    const visitor = await visit()
    const words = { words: ['Tern', 'bluewren'], category: 'birds' }
    expect(await ask(visitor, 'POST /api/admin/sensitive-words/batch', 200, words)).toEqual({
      added: 1,
    })
    expect(
      await ask(visitor, 'POST /api/admin/sensitive-words/check', 200, { text: 'A tern.' }),
    ).toEqual({
      matched: [{ word: 'Tern', category: 'birds' }],
      clean: false,
    })
    const rules = [
      { ip_address: '192.0.2.17', rule_type: 'deny' },
      { ip_address: '192.0.2.18', rule_type: 'deny' },
    ]
    expect(
      await ask(visitor, 'POST /api/admin/ip-rules/batch-import', 200, { rules }),
    ).toMatchObject({ added: 1, skipped: 1 })
  })

  it('the exports are tables with the records of the world', async () => {
    const visitor = await visit()
    for (const [path, text] of [
      ['users', 'ines.aldaba@example.com'],
      ['conversations', 'Delivery to Blue Harbour Dental'],
    ]) {
      const response = await visitor.open(`GET /api/admin/export/${path}`)
      expect(response.headers.get('content-type')).toContain('text/csv')
      expect(await response.text()).toContain(text)
    }
  })

  it('a key that an administrator creates for a user works', async () => {
    const visitor = await visit()
    const { id } =
      (await ask<Page>(visitor, 'GET /api/admin/users?search=other', 200)).items[0] ?? {}
    type Key = { readonly key: string; readonly key_prefix: string }
    const made = await ask<Key>(visitor, 'POST /api/admin/api-keys', 201, {
      name: 'Robot',
      user_id: id,
    })
    expect(made.key.startsWith(made.key_prefix)).toBe(true)
    await ask(visitor.as(made.key), 'GET /api/agents', 200)
    await ask(visitor.as(made.key), 'GET /api/admin/workflows', 403)
  })

  it('what is taken out of the market is personal again', async () => {
    const visitor = await visit()
    const path = '/api/admin/market/resources'
    const { items, total } = await ask<Page>(visitor, `GET ${path}?resource_type=agent`, 200)
    const { id } = items[0] ?? {}
    await ask(visitor, `PATCH ${path}/agent/${id}/unpublish`, 200)
    expect((await ask<Page>(visitor, `GET ${path}?resource_type=agent`, 200)).total).toBe(total - 1)
    await ask(visitor, `DELETE ${path}/agent/${nobody}`, 404)
    await ask(visitor, `DELETE ${path}/skill/${id}`, 404)
  })
})
