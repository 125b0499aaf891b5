import { describe, expect, it } from 'vitest'
import { ask, type Item, nobody, type Page, visitDeployed as visit } from './deployed-visit.ts'

type Named = { readonly name: string }
const byName = (list: readonly Named[], name: string) => list.find((one) => one.name === name)

describe('views and actions of the administration of the known deployment', () => {
  it('an administrator enables, disables and deletes records of all users in batches, where unknown ids fail', async () => {
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

  it('an administrator can search, count, disable and delete the workflows of all users', async () => {
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

  it('an active group of models sets the models in use, until the group is deactivated', async () => {
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

  it('the history of sign-ins has the sign-in of the administrator who reads it', async () => {
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

  it('a text is checked against the blocked words, and a batch adds only words that are new', async () => {
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

  it('a batch that repeats a word or an address adds it once, in the spelling that comes first', async () => {
    const visitor = await visit()
    const repeated = { words: ['Falcon', 'Tern', 'falcon', 'Falcon'] }
    expect(await ask(visitor, 'POST /api/admin/sensitive-words/batch', 200, repeated)).toEqual({
      added: 2,
    })
    const words = await ask<readonly Item[]>(visitor, 'GET /api/admin/sensitive-words', 200)
    expect(words.map(({ word }) => word)).toEqual(expect.arrayContaining(['Falcon', 'Tern']))
    expect(words.map(({ word }) => word)).not.toContain('falcon')
    const rules = ['deny', 'allow'].map((rule_type) => ({ ip_address: '192.0.2.18', rule_type }))
    expect(
      await ask(visitor, 'POST /api/admin/ip-rules/batch-import', 200, { rules }),
    ).toMatchObject({ added: 1, skipped: 1 })
    const stored = await ask<readonly Item[]>(visitor, 'GET /api/admin/ip-rules', 200)
    expect(stored.filter(({ ip_address }) => ip_address === '192.0.2.18')).toMatchObject([
      { rule_type: 'deny' },
    ])
  })

  it('the exports of users and conversations are CSV files with the records of the world', async () => {
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

  it('an API key that an administrator creates for a user works as a key of that user', async () => {
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

  it('a record that is removed from the market is no longer listed there', async () => {
    const visitor = await visit()
    const path = '/api/admin/market/resources'
    const { items, total } = await ask<Page>(visitor, `GET ${path}?resource_type=agent`, 200)
    const { id } = items[0] ?? {}
    await ask(visitor, `PATCH ${path}/agent/${id}/unpublish`, 200)
    expect((await ask<Page>(visitor, `GET ${path}?resource_type=agent`, 200)).total).toBe(total - 1)
    await ask(visitor, `DELETE ${path}/agent/${nobody}`, 404)
    await ask(visitor, `DELETE ${path}/skill/${id}`, 404)
  })

  it('a batch decision approves or rejects pending reviews, and the review log contains the decision', async () => {
    const visitor = await visit()
    type Pending = { readonly data: Page }
    const pending = async () =>
      (await ask<Pending>(visitor, 'GET /api/admin/reviews/pending', 200)).data.items
    const [first, second, ...others] = await pending()
    expect(others.length).toBeGreaterThan(0)
    for (const [verb, item] of [
      ['approve', first],
      ['reject', second],
    ] as const) {
      const items = [{ resource_type: 'skill', resource_id: item?.['resource_id'] }]
      const counted = await ask(visitor, `POST /api/admin/reviews/batch-${verb}`, 200, { items })
      expect(counted).toMatchObject({ success_count: 1, failed_count: 0 })
    }
    expect(await pending()).toEqual(others)
    const log = await ask<Page>(visitor, 'GET /api/admin/review-log?action=rejected', 200)
    expect(log.items).toMatchObject([{ resource_name: second?.['resource_name'] }])
    const stats = await ask(visitor, 'GET /api/admin/reviews/stats', 200)
    expect(stats).toMatchObject({ total_pending: others.length })
  })

  it('an exported model configuration can be imported again with its providers, models and groups', async () => {
    const visitor = await visit()
    type Config = { readonly providers: readonly Named[]; readonly groups: readonly Named[] }
    const path = '/api/admin/model-config'
    type Exported = { readonly abc_model_config_v1: Config }
    const exported = await ask<Exported>(visitor, `GET ${path}/export`, 200)
    const renamed = JSON.stringify(exported).replaceAll('"Harrow"', '"Alder"')
    const config = JSON.parse(renamed.replaceAll('"Standard"', '"Copy"')) as Exported
    const imported = await ask(visitor, `POST ${path}/import`, 200, config)
    expect(imported).toMatchObject({
      data: { providers_created: 1, models_created: 3, groups_created: 1 },
    })
    const again = await ask<Exported>(visitor, `GET ${path}/export`, 200)
    const { providers, groups } = again.abc_model_config_v1
    const wanted = config.abc_model_config_v1
    expect(byName(providers, 'Alder')).toEqual(byName(wanted.providers, 'Alder'))
    expect(byName(groups, 'Copy')).toEqual(byName(wanted.groups, 'Copy'))
  })

  it('an administrator can change and delete any organization', async () => {
    const visitor = await visit()
    const path = '/api/admin/organizations'
    const [{ id } = { id: '' }] = (await ask<Page>(visitor, `GET ${path}?q=canada`, 200)).items
    await ask(visitor, `PUT ${path}/${id}`, 200, { name: 'Canada', review_skills: true })
    await ask(visitor, `PUT ${path}/${id}`, 200, { slug: 'ca' })
    const { items } = await ask<Page>(visitor, `GET ${path}?q=canada`, 200)
    expect(items).toMatchObject([{ name: 'Canada', slug: 'ca', review_skills: true }])
    await ask(visitor, `DELETE ${path}/${id}`, 200)
    await ask(visitor, `DELETE ${path}/${id}`, 404)
  })

  it('an administrator can list, download and delete the files of a user', async () => {
    const visitor = await visit()
    type Storage = { readonly users: readonly Item[] }
    const { users } = await ask<Storage>(visitor, 'GET /api/admin/storage', 200)
    const path = `/api/admin/storage/user/${users[0]?.['user_id']}`
    const { items, total } = await ask<Page>(visitor, `GET ${path}/files`, 200)
    const file = items.find(({ filename }) => filename === 'open-invoices.csv')
    const response = await visitor.open(`GET ${path}/files/${String(file?.['file_id'])}`)
    expect(response.headers.get('content-type')).toBe('application/octet-stream')
    expect(await response.text()).toContain('KC-2291')
    expect(total).toBe(users[0]?.['file_count'])
    await ask(visitor, `DELETE ${path}`, 204)
    expect(await ask(visitor, 'GET /api/admin/storage', 200)).toEqual({ total_bytes: 0, users: [] })
  })
})
