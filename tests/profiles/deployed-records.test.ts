import { describe, expect, it } from 'vitest'
import { demo } from '../support/transports.ts'
import { type Item, nobody, type Page, read, visit } from './deployed-visitor.ts'
import type { Enveloped } from '../support/visitor.ts'

describe('records that clients store at the known deployment', () => {
  it('organization fields outside the contract are stored, and returned by the list and by every operation', async () => {
    const visitor = await visit()
    const created = await visitor.call<Enveloped<Item>>('POST /api/orgs', {
      body: { name: 'North Sea', icon: 'wave' },
    })
    expect(created.json.data).toMatchObject({ slug: 'north-sea', icon: 'wave' })
    const path = `/api/orgs/${String(created.json.data['id'])}`
    const changes = { slug: 'sea', settings: { color: 'blue' }, review_agents: true, icon: null }
    const put = await visitor.call<Enveloped<Item>>(`PUT ${path}`, { body: changes })
    const expected = { ...changes, name: 'North Sea', icon: 'wave' }
    expect([put.status, put.json.data]).toMatchObject([200, expected])
    const one = await read<Enveloped<Item>>(visitor, path, '/api/orgs/{org_id}')
    expect(one.data).toEqual(put.json.data)
    const { data } = await read<Enveloped<readonly Item[]>>(visitor, '/api/orgs')
    expect(data).toContainEqual(one.data)
    const wrong = await visitor.call<Item>(`PUT ${path}`, { body: { review_agents: 'maybe' } })
    expect([wrong.status, wrong.json]).toMatchObject([
      422,
      { detail: [{ loc: ['body', 'review_agents'] }] },
    ])
  })

  it('the owner of an MCP server reads its variables and headers as they were sent, until an administrator revokes them', async () => {
    const visitor = await visit()
    const headers = { Authorization: 'Bearer tide-51b0c7e2aa' }
    const body = { name: 'Tides', transport: 'sse', url: 'https://tides.example.com/sse', headers }
    const made = await visitor.call<Enveloped<Item>>('POST /api/mcp-servers', { body })
    expect(made.json.data).toMatchObject({ env: null, headers })
    const path = `/api/mcp-servers/${String(made.json.data['id'])}`
    const one = async () =>
      (await read<Enveloped<Item>>(visitor, path, '/api/mcp-servers/{server_id}')).data
    expect(await one()).toMatchObject({ headers })
    const changes = { env: { KEY: 'a' }, headers: { Authorization: 'Bearer new' } }
    const put = await visitor.call<Enveloped<Item>>(`PUT ${path}`, { body: changes })
    expect(put.json.data).toMatchObject(changes)
    expect(await one()).toMatchObject(changes)
    const { id } = made.json.data
    await visitor.call(`DELETE /api/admin/credentials/mcp/${String(id)}`)
    expect(await one()).toMatchObject({ env: null, headers: null })
  })

  it('members see the changes that an administrator makes to their organization', async () => {
    const visitor = await visit()
    type Listed = { data: readonly { id: string; slug: string; review_agents: boolean }[] }
    const list = async () => (await visitor.call<Listed>('GET /api/orgs')).json.data[0]
    const before = await list()
    const body = { slug: 'instruments', review_agents: true }
    const { status } = await visitor.call(`PUT /api/admin/organizations/${before?.id}`, { body })
    expect([status, await list()]).toEqual([200, { ...before, ...body }])
  })

  it('platform settings are stored, and the settings of the sign-in page are visible before sign-in', async () => {
    const visitor = await visit()
    const changes = {
      registration_mode: 'invite',
      announcement_enabled: true,
      announcement_text: 'Closed on Monday.',
      disabled_builtin_tools: ['web_search'],
    }
    const patched = await visitor.call<Item>('PATCH /api/admin/settings', { body: changes })
    expect([patched.status, patched.json]).toMatchObject([200, changes])
    const partly = await visitor.call<Item>('PATCH /api/admin/settings', {
      body: { maintenance_mode: false, announcement_text: 'Open.' },
    })
    const settings = { ...changes, announcement_text: 'Open.' }
    expect(partly.json).toMatchObject(settings)
    expect(await read(visitor, '/api/admin/settings')).toEqual(partly.json)
    const anonymous = visitor.as(undefined)
    expect(await read(anonymous, '/api/auth/announcement')).toEqual({
      enabled: true,
      text: 'Open.',
    })
    expect(await read(anonymous, '/api/auth/registration-status')).toMatchObject({
      registration_mode: 'invite',
    })
    const { tools } = await read<{ tools: readonly Item[] }>(anonymous, '/api/tools/catalog')
    const disabled = tools.filter((tool) => tool['disabled']).map(({ name }) => name)
    expect(disabled).toEqual(tools.some(({ name }) => name === 'web_search') ? ['web_search'] : [])
  })

  it('a published agent gets the visibility of its audience, and an unknown audience gets 400', async () => {
    const visitor = await visit()
    const body = { name: 'Draft', instructions: 'Be short.' }
    const created = await visitor.call<Enveloped<Item>>('POST /api/agents', { body })
    const path = `/api/agents/${String(created.json.data['id'])}`
    const publish = (sent: object) =>
      visitor.call<Enveloped<Item>>(`POST ${path}/publish`, { body: sent })
    expect((await publish({})).status).toBe(422)
    expect((await publish({ scope: 'everyone' })).status).toBe(400)
    const published = await publish({ scope: 'global' })
    expect([published.status, published.json.data]).toMatchObject([
      200,
      { visibility: 'global', status: 'published', warnings: [], publish_status: null },
    ])
  })

  it('a new conversation has the model of its agent, or else the active model', async () => {
    const visitor = await visit()
    const modelOf = async (body: object) =>
      (await visitor.call<Enveloped<Item>>('POST /api/conversations', { body })).json.data[
        'model_name'
      ]
    const agentWith = async (model_config_json: object) => {
      const body = { name: 'Answers', model_config_json }
      const { json } = await visitor.call<Enveloped<Item>>('POST /api/agents', { body })
      return String(json.data['id'])
    }
    const special = await agentWith({ model: 'special-1' })
    const active = await modelOf({})
    expect(await modelOf({ agent_id: special })).toBe('special-1')
    expect(await modelOf({ agent_id: special, model_name: 'given-1' })).toBe('given-1')
    expect(active).toBe(demo.models.find(({ role }) => role === 'general')?.name)
    for (const agent_id of [await agentWith({ temperature: 0.3 }), nobody])
      expect(await modelOf({ agent_id })).toBe(active)
  })

  it('the statistics for administrators match the records of the world', async () => {
    const visitor = await visit()
    const stats = await read<Record<string, readonly Item[]>>(visitor, '/api/admin/stats')
    expect(stats['top_agents']?.length).toBeGreaterThan(0)
    expect(stats['recent_days']?.length).toBeGreaterThan(0)
    for (const count of ['total_documents', 'total_chunks', 'total_connectors'])
      expect(stats[count]).toBeGreaterThan(0)
    const { items } = await read<Page>(visitor, '/api/admin/conversations')
    const id = String(items[0]?.['id'])
    const base = '/api/admin/conversations'
    const messages = await read<readonly Item[]>(
      visitor,
      `${base}/${id}/messages`,
      `${base}/{conversation_id}/messages`,
    )
    expect(messages).toHaveLength(Number(items[0]?.['message_count']))
    const log = await read<Page>(visitor, '/api/admin/audit-log?action=user.create')
    expect(log.items[0]).toMatchObject({ action: 'user.create', target_type: 'user' })
  })

  it.each([
    ['/api/admin/agents', 'finance', 'name'],
    ['/api/admin/knowledge-bases', 'handbook', 'name'],
    ['/api/admin/conversations', 'delivery', 'title'],
  ])('the search in %s for %s finds the records that match', async (path, q, field) => {
    const visitor = await visit()
    const all = await read<Page & { total: number }>(visitor, path)
    const found = await read<Page & { total: number }>(visitor, `${path}?q=${q}&size=1`)
    expect(found.items).toHaveLength(1)
    expect(String(found.items[0]?.[field]).toLowerCase()).toContain(q)
    expect(found.total).toBeLessThan(all.total)
    expect(all.items.find(({ id }) => id === found.items[0]?.['id'])).toEqual(found.items[0])
  })

  it('administrators can read the audit log from a given time on', async () => {
    const visitor = await visit()
    const path = '/api/admin/audit-log'
    const { items } = await read<Page>(visitor, path)
    const from = String(items.at(3)?.['created_at'])
    const later = await read<Page>(visitor, `${path}?date_from=${from}`)
    expect(later.items.map(({ id }) => id)).toEqual(items.slice(0, 4).map(({ id }) => id))
  })

  it('the export of an account has the prefix and the use of each API key, as the list of keys has', async () => {
    const visitor = await visit()
    const made = await visitor.call<{ key: string }>('POST /api/me/api-keys', {
      body: { name: 'Depot' },
    })
    await visitor.as(made.json.key).call('POST /api/conversations', { body: { title: 'Counted' } })
    const exported = await read<{ api_keys: readonly Item[] }>(visitor, '/api/auth/me/export')
    const { items } = await read<Page>(visitor, '/api/me/api-keys')
    expect(items).toContainEqual(expect.objectContaining({ name: 'Depot', total_requests: 1 }))
    expect(new Set(exported.api_keys)).toEqual(new Set(items))
  })
})
