import { describe, expect, it } from 'vitest'
import { readShape } from '../contract/profile/shape.ts'
import { shapeProblems } from '../contract/profile/shape-problems.ts'
import { shapedOperations } from '../contract/profile/shaped-operations.ts'
import { loadProfile } from '../cli/world-data.ts'
import { askForRefund, respond } from './refund.ts'
import { mountInProcess, shippedScenarios as scenarios } from './transports.ts'
import { signIn, type Visitor } from './visitor.ts'

// Not expressible as an answer, because no response body has it: the node types of blueprints (the
// runner reads them), the frames of runs and turns, the prefix of keys (credentials are recognized by
// it), CORS, headers such as `Vary`, the redirect of a trailing slash, the order of checks, and titles
// that come after the turn. Where a table of choices has them, `picks` name them.
const profile = await loadProfile('profiles/deployed-0.8')

type Item = Readonly<Record<string, unknown>>
type Page = { readonly items: readonly Item[] }

const visit = async (user?: 'other') => signIn(mountInProcess({ profile }), user)

/** The body of a read, which fits the shape of the operation. */
async function read<Body>(visitor: Visitor, path: string, template = path): Promise<Body> {
  const { status, json } = await visitor.call<Body>(`GET ${path}`)
  const operation = shapedOperations(profile).find(
    (one) => one.method === 'GET' && one.path === template.replace(/\?.*/, ''),
  )
  const shape = operation?.shapes.get(status) ?? readShape('any')
  expect([status, shapeProblems(shape, json)]).toEqual([200, []])
  return json
}

describe('the hardest rows of a deployment, played by a profile', () => {
  it('the active models are a bare list with source and group', async () => {
    const body = await read<Item>(await visit(), '/api/active-models')
    expect(body).toMatchObject({
      models: [{ role: 'general', model_name: 'harrow-large' }, { role: 'fast' }],
      source: 'system',
      group_name: null,
    })
    expect(Object.keys(body)).toEqual(['models', 'source', 'group_name'])
  })

  it('the own usage has a total, a quota, days and agents', async () => {
    const body = await read<Item>(await visit(), '/api/me/usage')
    expect(body).toMatchObject({ total_tokens: expect.any(Number), quota: null })
    expect(body['quota_used_pct']).toBeNull()
    expect(body['by_agent']).not.toEqual([])
    expect(body['daily']).toContainEqual({ date: '2026-10-30', tokens: 547 })
  })

  it('the agents of the administration have the email of their owner and their tools as text', async () => {
    const { items } = await read<Page>(await visit(), '/api/admin/agents')
    const owners = new Set(items.map(({ email }) => email))
    expect(owners).toContain('demo@example.com')
    expect(items.some(({ tools }) => typeof tools === 'string' && tools !== '')).toBe(true)
    expect(items.map(({ enable_planning }) => enable_planning)).toContain(false)
  })

  it('the analytics by agent are a bare list with owners and averages', async () => {
    const list = await read<readonly Item[]>(await visit(), '/api/admin/analytics/by-agent')
    expect(list[0]).toMatchObject({ agent_name: expect.any(String), owner_id: expect.any(String) })
    expect(list[0]?.['avg_tokens_per_conversation']).toBeGreaterThan(0)
  })

  it('the statistics of the dashboard have recent records and seeded trends', async () => {
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

  it('models and organizations are in an envelope, with the names of the deployment', async () => {
    const visitor = await visit()
    const models = await read<{ readonly data: readonly Item[] }>(visitor, '/api/models')
    expect(models.data[0]).toMatchObject({ model_name: 'harrow-large', provider: 'harrow' })
    const { data } = await read<{ readonly data: readonly Item[] }>(visitor, '/api/orgs')
    expect(data[0]).toMatchObject({ slug: 'fernhollow-instruments', icon: null })
  })

  it('preferences of notifications are sent, stored and read as a list', async () => {
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
    expect([wrong.status, wrong.json]).toMatchObject([422, { detail: [{ loc: ['body'] }] }])
  })

  it('the empty lists of an agent are null', async () => {
    const visitor = await visit()
    const { items } = await read<Page>(visitor, '/api/agents')
    expect(items.flatMap((item) => Object.values(item))).not.toContainEqual([])
    const one = items.find(({ connector_ids }) => connector_ids === null)
    const shown = await read<{ readonly data: Item }>(visitor, `/api/agents/${String(one?.['id'])}`)
    expect(shown.data['connector_ids']).toBeNull()
  })

  it('a part of a connector is accepted by PUT, and the rest stays', async () => {
    const visitor = await visit()
    const [connector] = (await read<Page>(visitor, '/api/connectors')).items
    const path = `/api/connectors/${String(connector?.['id'])}`
    const changed = await visitor.call(`PUT ${path}`, { body: { description: 'Changed.' } })
    expect([changed.status, changed.json]).toMatchObject([
      200,
      { data: { name: connector?.['name'], description: 'Changed.' } },
    ])
  })

  it('each condition of an error has the code of the deployment, or none', async () => {
    const visitor = await visit()
    const channel = await visitor.call<Item>('GET /api/channels/none')
    expect([channel.status, channel.json['error']]).toEqual([404, null])
    const anonymous = await visitor.as(undefined).call('POST /api/react', { body: { q: 'Hello?' } })
    expect([anonymous.status, anonymous.json]).toMatchObject([
      401,
      { error: 'authentication_required' },
    ])
    const users = await (await visit('other')).call<Item>('GET /api/admin/users')
    expect([users.status, users.json['error']]).toEqual([403, null])
    const body = { name: 'Shop', type: 'api', auth_type: 'none' }
    const connector = await visitor.call<Item>('POST /api/connectors', { body })
    expect([connector.status, connector.json['error']]).toEqual([400, 'base_url_required'])
  })

  it('the times of an approval have an offset, and other times have none', async () => {
    const visitor = await signIn(mountInProcess({ profile, scenarios }))
    const { items } = await read<Page>(visitor, '/api/agents')
    expect(items[0]?.['created_at']).toMatch(/T\d\d:\d\d:\d\d$/)
    const { reader, id } = await askForRefund(visitor)
    const announced = (await reader.until(1)).at(-1)?.data
    expect(announced).toMatchObject({ timeout_at: expect.stringMatching(/\d\+00:00$/) })
    const { json } = await respond(visitor, id, { decision: 'reject' })
    expect(json).toMatchObject({ decided_at: expect.stringMatching(/\d\+00:00$/) })
  })
})
