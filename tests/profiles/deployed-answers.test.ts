import { describe, expect, it } from 'vitest'
import { type Item, type Page, profile, read, visit } from './deployed-visitor.ts'
import { agent_id, q, respond } from '../support/refund.ts'
import { mountInProcess, shippedScenarios as scenarios } from '../support/transports.ts'
import { type Enveloped, login, newConversation, signIn, type Visitor } from '../support/visitor.ts'

async function refusal(visitor: Visitor, operation: string, body?: object) {
  const { status, json } = await visitor.call<Item>(operation, body && { body })
  return [status, json['error_code']]
}

describe('answers of the known deployment that differ most from the contract', () => {
  it('the active models are in an object with a source and a group name, without an envelope', async () => {
    const body = await read<Item>(await visit(), '/api/active-models')
    expect(body).toMatchObject({
      models: [{ role: 'general', model_name: 'harrow-large' }, { role: 'fast' }],
      source: 'system',
      group_name: null,
    })
    expect(Object.keys(body)).toEqual(['models', 'source', 'group_name'])
  })

  it('the usage of the caller has a total, a quota, a list of days and a list of agents', async () => {
    const body = await read<Item>(await visit(), '/api/me/usage?period=30d')
    expect(body).toMatchObject({ total_tokens: expect.any(Number), quota: null })
    expect(body['quota_used_pct']).toBeNull()
    expect(body['by_agent']).not.toEqual([])
    expect(body['daily']).toContainEqual({ date: '2026-10-30', tokens: 547 })
  })

  it('the list of all agents for administrators has the email of each owner and the tools as one text', async () => {
    const { items } = await read<Page>(await visit(), '/api/admin/agents')
    const owners = new Set(items.map(({ email }) => email))
    expect(owners).toContain('demo@example.com')
    expect(items.some(({ tools }) => typeof tools === 'string' && tools !== '')).toBe(true)
    expect(items.map(({ enable_planning }) => enable_planning)).toContain(false)
  })

  it('the analytics by agent are an array with owners and averages, without an envelope', async () => {
    const list = await read<readonly Item[]>(await visit(), '/api/admin/analytics/by-agent')
    expect(list[0]).toMatchObject({ agent_name: expect.any(String), owner_id: expect.any(String) })
    expect(list[0]?.['avg_tokens_per_conversation']).toBeGreaterThan(0)
  })

  it('the statistics of the dashboard have recent records, and trends that stay the same', async () => {
    const visitor = await visit()
    const body = await read<Item>(visitor, '/api/dashboard/stats')
    for (const list of ['recent_conversations', 'top_agents', 'top_kbs', 'recent_workflow_runs'])
      expect((body[list] as unknown[]).length).toBeGreaterThan(0)
    expect(body['tokens_week_trend']).toBeGreaterThanOrEqual(-20)
    expect(await read(visitor, '/api/dashboard/stats')).toEqual(body)
  })

  it('the success rate of a workflow is a percentage', async () => {
    const visitor = await visit()
    const blueprint = { nodes: [{ id: 'start', type: 'start' }], edges: [] }
    await visitor.call('POST /api/workflows', { body: { name: 'Never run', blueprint } })
    const { items } = await read<Page>(visitor, '/api/workflows')
    const rates = items.map(({ success_rate }) => success_rate)
    expect(rates).toEqual(expect.arrayContaining([100, null]))
    const weekly = items.find(({ name }) => name === 'Weekly report')
    const { data } = await read<{ readonly data: Item }>(
      visitor,
      `/api/workflows/${String(weekly?.['id'])}/stats`,
      '/api/workflows/{workflow_id}/stats',
    )
    expect(data).toMatchObject({ completed: 3, failed: 0, cancelled: 0, success_rate: 100 })
  })

  it('a chunk of a document has a text, metadata and a hash', async () => {
    const visitor = await visit()
    const base = '/api/knowledge-bases'
    const [kb] = (await read<Page>(visitor, base)).items
    const documents = `${base}/${String(kb?.['id'])}/documents`
    const [document] = (await read<Page>(visitor, documents)).items
    const path = `${documents}/${String(document?.['id'])}/chunks`
    const { items } = await read<Page>(visitor, path, `${base}/{id}/documents/{doc_id}/chunks`)
    expect(items[0]).toMatchObject({ metadata: { source: document?.['filename'] } })
    expect(items[0]?.['text']).not.toBe('')
  })

  it('models and organizations are in an envelope, with the field names of the profile deployed-0.8', async () => {
    const visitor = await visit()
    const models = await read<{ readonly data: readonly Item[] }>(visitor, '/api/models')
    expect(models.data[0]).toMatchObject({ model_name: 'harrow-large', provider: 'harrow' })
    const { data } = await read<{ readonly data: readonly Item[] }>(visitor, '/api/orgs')
    expect(data[0]).toMatchObject({ slug: 'fernhollow-instruments', icon: null })
  })

  it('the preferences for notifications are sent, stored and read as a list', async () => {
    const visitor = await visit()
    const before = await read<Page>(visitor, '/api/me/notifications')
    expect(before.items).toContainEqual(
      expect.objectContaining({ event_type: 'turn_done', enabled: false }),
    )
    const preferences = [{ event_type: 'turn_done', channel: 'in_app', enabled: true }]
    const put = await visitor.call<Page>('PUT /api/me/notifications', { body: { preferences } })
    expect(put.status).toBe(200)
    const after = await read<Page>(visitor, '/api/me/notifications')
    expect(put.json).toEqual(after)
    expect(after.items).toContainEqual(
      expect.objectContaining({ event_type: 'turn_done', enabled: true }),
    )
    const wrong = await visitor.call('PUT /api/me/notifications', { body: { preferences: 'all' } })
    expect([wrong.status, wrong.json]).toMatchObject([
      422,
      { detail: [{ loc: ['body', 'preferences'] }] },
    ])
  })

  it('an empty list in an agent is sent as null', async () => {
    const visitor = await visit()
    const { items } = await read<Page>(visitor, '/api/agents')
    expect(items.flatMap((item) => Object.values(item))).not.toContainEqual([])
    const one = items.find(({ connector_ids }) => connector_ids === null)
    const shown = await read<{ readonly data: Item }>(visitor, `/api/agents/${String(one?.['id'])}`)
    expect(shown.data['connector_ids']).toBeNull()
  })

  it('a PUT of a connector accepts single fields, and keeps all other fields', async () => {
    const visitor = await visit()
    const [connector] = (await read<Page>(visitor, '/api/connectors')).items
    const path = `/api/connectors/${String(connector?.['id'])}`
    const changed = await visitor.call(`PUT ${path}`, { body: { description: 'Changed.' } })
    expect([changed.status, changed.json]).toMatchObject([
      200,
      { data: { name: connector?.['name'], description: 'Changed.' } },
    ])
  })

  it('each kind of error has the error code of the profile deployed-0.8, or null', async () => {
    const visitor = await visit()
    const other = await visit('other')
    const anonymous = visitor.as(undefined)
    expect(await refusal(visitor, 'GET /api/channels/none')).toEqual([404, null])
    expect(await refusal(anonymous, 'POST /api/react', { q: 'Hello?' })).toEqual([
      401,
      'authentication_required',
    ])
    expect(await refusal(other, 'GET /api/admin/users')).toEqual([403, null])
    const connector = { name: 'Shop', type: 'api', auth_type: 'none' }
    expect(await refusal(visitor, 'POST /api/connectors', connector)).toEqual([
      400,
      'base_url_required',
    ])
    const inject = { conversation_id: 'none', content: 'Stop' }
    expect(await refusal(visitor, 'POST /api/chat/inject', inject)).toEqual([403, 'forbidden'])
    const { access_token } = await login(mountInProcess({ profile }))
    expect(
      await refusal(visitor, 'POST /api/auth/refresh', { refresh_token: access_token }),
    ).toEqual([401, 'invalid_token_type'])
    expect(await refusal(visitor, 'POST /api/auth/refresh', { refresh_token: 'junk' })).toEqual([
      401,
      null,
    ])
  })

  it('a stream names the missing user of a token whose account was deleted, and other operations send no code', async () => {
    const mounted = mountInProcess({ profile })
    const { access_token } = await login(mounted, 'other')
    const leaving = await signIn(mounted, 'other')
    await leaving.call('DELETE /api/auth/account')
    expect(await refusal(leaving, 'GET /api/agents')).toEqual([401, null])
    const ask = (token: string) => refusal(leaving, 'POST /api/react', { q: 'Hi', token })
    expect(await ask(access_token)).toEqual([401, 'user_not_found'])
    expect(await ask('junk')).toEqual([401, 'invalid_token'])
  })

  it('workflows, MCP servers and connectors of other users get 404, and switching them gets 403', async () => {
    const mounted = mountInProcess({ profile })
    const [owner, other] = [await signIn(mounted), await signIn(mounted, 'other')]
    const create = async (path: string, body: object) =>
      (await owner.call<Enveloped<{ id: string }>>(`POST ${path}`, { body })).json.data.id
    const blueprint = { nodes: [{ id: 'start', type: 'start' }], edges: [] }
    const base_url = 'https://shop.example'
    const paths = {
      workflow_not_found: `/api/workflows/${await create('/api/workflows', { name: 'Own', blueprint })}`,
      mcp_server_not_found: `/api/mcp-servers/${await create('/api/mcp-servers', { name: 'Own', transport: 'sse', url: base_url })}`,
      connector_not_found: `/api/connectors/${await create('/api/connectors', { name: 'Own', base_url })}`,
    }
    for (const [code, path] of Object.entries(paths))
      for (const method of ['GET', 'PUT', 'DELETE']) {
        const { status, json } = await other.call<Item>(
          `${method} ${path}`,
          method === 'PUT' ? { body: {} } : {},
        )
        expect([method, status, json['error_code']]).toEqual([method, 404, code])
      }
    const toggle = await other.call<Item>(`POST ${paths.connector_not_found}/toggle`)
    expect([toggle.status, toggle.json['error_code']]).toEqual([403, 'permission_denied'])
  })

  it('the times of an approval have an offset, and all other times have none', async () => {
    const mounted = mountInProcess({ profile, scenarios })
    const visitor = await signIn(mounted)
    const { items } = await read<Page>(visitor, '/api/agents')
    expect(items[0]?.['created_at']).toMatch(/T\d\d:\d\d:\d\d$/)
    const conversation_id = await newConversation(visitor, { agent_id })
    const { access_token: token } = await login(mounted)
    const body = { q, conversation_id, token }
    const reader = await visitor.read('POST /api/react', { body })
    const announced = await reader.untilEvent('awaiting_confirmation')
    expect(announced).toMatchObject({ timeout_at: expect.stringMatching(/\d\+00:00$/) })
    const id = String(announced['confirmation_id'])
    const { json } = await respond(visitor, id, { decision: 'reject' })
    expect(json).toMatchObject({ decided_at: expect.stringMatching(/\d\+00:00$/) })
    const again = await respond(visitor, id, { decision: 'approve' })
    expect([again.status, again.json['error_code']]).toEqual([409, null])
  })

  it('a list that has no pages is sent whole', async () => {
    const visitor = await visit()
    const org = await visitor.call<{ data: { id: string } }>('POST /api/orgs', {
      body: { name: 'Depot' },
    })
    const org_id = org.json.data.id
    for (let count = 0; count < 101; count += 1)
      await visitor.call('POST /api/channels', {
        body: { name: `Channel ${count}`, type: 'slack', org_id },
      })
    const { items } = await read<Page>(visitor, `/api/channels?org_id=${org_id}`, '/api/channels')
    expect(items).toHaveLength(101)
  })

  it('the statistics and the list of credentials leave out the credentials of deleted connectors', async () => {
    const visitor = await visit()
    const body = { name: 'Depot', base_url: 'https://depot.test' }
    const made = await visitor.call<{ data: { id: string } }>('POST /api/connectors', { body })
    const path = `/api/connectors/${made.json.data.id}`
    const counts = async () => [
      (await read<{ total: number }>(visitor, '/api/admin/credentials')).total,
      (await read<{ total_credentials: number }>(visitor, '/api/admin/credentials/stats'))
        .total_credentials,
    ]
    const [before] = await counts()
    const token = { body: { token: 'x' } }
    const stored = await visitor.call(`PUT ${path}/my-credentials`, token)
    expect([stored.status, await counts()]).toEqual([200, [before! + 1, before! + 1]])
    await visitor.call(`DELETE ${path}`)
    expect(await counts()).toEqual([before, before])
  })
})
