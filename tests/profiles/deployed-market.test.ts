import { beforeEach, describe, expect, it } from 'vitest'
import type { Mounted } from '../support/transports.ts'
import { login, visit, type Visitor } from '../support/visitor.ts'
import { answer as answerTo, market, twoUsers } from './deployed-visitor.ts'

type Row = Readonly<Record<string, unknown>> & { readonly id: string }
type Body = {
  readonly data: Row & { readonly items: readonly Row[] }
  readonly items: readonly Row[]
  readonly error_code?: unknown
  readonly access_token?: string
}

let mounted: Mounted
let demo: Visitor
let other: Visitor
beforeEach(async () => {
  ;({ mounted, demo, other } = await twoUsers())
})

const answer = (visitor: Visitor, operation: string, body?: unknown) =>
  answerTo<Body>(visitor, operation, body)
const data = async (visitor: Visitor, operation: string, body?: unknown) =>
  (await answer(visitor, operation, body)).data
const listed = async (visitor: Visitor, path: string, id: string) =>
  (await answer(visitor, `GET ${path}?size=100`)).items.find((one) => one.id === id)
const inMarket = async (visitor: Visitor, scope: string, id: string) =>
  (await data(visitor, `GET /api/market?size=100&scope=${scope}`)).items.find(
    (one) => one.id === id,
  )

const kinds = [
  ['agent', '/api/agents', { name: 'Shared', instructions: 'Secret' }],
  ['knowledge_base', '/api/knowledge-bases', { name: 'Shared' }],
  ['connector', '/api/connectors', { name: 'Shared', base_url: 'https://shared.example.com' }],
  [
    'mcp_server',
    '/api/mcp-servers',
    { name: 'Shared', transport: 'sse', url: 'https://shared.example.com/sse', env: { KEY: 'a' } },
  ],
] as const

describe.each(kinds)('who sees a shared %s of the known deployment', (kind, path, body) => {
  it('a shared record is visible to its owner and to subscribers, and not to members without a subscription', async () => {
    const { id: org } = await data(demo, 'POST /api/orgs', { name: 'Depot' })
    await answer(demo, `POST /api/orgs/${org}/members`, { email: 'other@example.com' })
    const { id } = await data(demo, `POST ${path}`, body)
    await answer(demo, `POST ${path}/${id}/publish`, { scope: 'org', org_id: org })
    expect(await listed(demo, path, id)).toMatchObject({ source: 'own' })
    expect(await listed(other, path, id)).toBeUndefined()
    expect((await answer(other, `GET ${path}/${id}`)).status).toBe(404)
    const shown = { resource_type: kind, is_own: false, is_subscribed: false, org_name: 'Depot' }
    expect(await inMarket(other, `org:${org}`, id)).toMatchObject(shown)
    const subscription = { resource_type: kind, resource_id: id, org_id: org }
    const subscribed = await data(other, 'POST /api/market/subscribe', subscription)
    expect(subscribed).toMatchObject({ subscribed: true })
    await answer(other, 'POST /api/market/subscribe', subscription)
    expect((await answer(other, 'GET /api/me/subscriptions')).items).toMatchObject([
      { resource_id: id, resource_name: 'Shared', org_id: org },
    ])
    expect(await inMarket(other, `org:${org}`, id)).toMatchObject({ is_subscribed: true })
    const hidden = {
      agent: { instructions: null },
      connector: { base_url: null },
      mcp_server: { env: null, my_has_credentials: false },
    }
    expect(await listed(other, path, id)).toMatchObject({
      source: 'org',
      ...(kind !== 'knowledge_base' && hidden[kind]),
    })
    expect((await answer(other, `GET ${path}/${id}`)).status).toBe(200)
    await answer(other, 'DELETE /api/market/unsubscribe', subscription)
    expect(await listed(other, path, id)).toBeUndefined()
    expect((await answer(other, `GET ${path}/${id}`)).status).toBe(404)
  })

  it('a record published with the scope `global` stays private; a record in the market is visible after its review', async () => {
    const { id } = await data(demo, `POST ${path}`, body)
    await answer(demo, `POST ${path}/${id}/publish`, { scope: 'global' })
    expect(await listed(other, path, id)).toBeUndefined()
    expect(await inMarket(other, 'market', id)).toBeUndefined()
    const { id: offered } = await data(other, `POST ${path}`, body)
    await answer(other, `POST ${path}/${offered}/publish`, { scope: 'org', org_id: market })
    const subscription = { resource_type: kind, resource_id: offered, org_id: market }
    expect(await answer(demo, 'POST /api/market/subscribe', subscription)).toMatchObject({
      status: 404,
      error_code: 'resource_not_found',
    })
    const items = [{ resource_type: kind, resource_id: offered }]
    await answer(demo, 'POST /api/admin/reviews/batch-approve', { items })
    // The market has no knowledge bases.
    const isOffered = kind !== 'knowledge_base'
    expect((await inMarket(demo, 'market', offered)) !== undefined).toBe(isOffered)
    await answer(demo, 'POST /api/market/subscribe', subscription)
    expect(await listed(demo, path, offered)).toMatchObject({ source: 'market' })
    expect((await answer(demo, `GET ${path}/${offered}`)).status).toBe(200)
  })
})

describe.each([...kinds, ['skill', '/api/skills', { name: 'Shared', content: 'Secret' }]] as const)(
  'a subscription to a %s of the known deployment',
  (kind, path, body) => {
    /** A record that the demo user shared with an organization of another member. */
    async function share() {
      const { id: org } = await data(demo, 'POST /api/orgs', { name: 'Depot' })
      const { id } = await data(demo, `POST ${path}`, body)
      await answer(demo, `POST ${path}/${id}/publish`, { scope: 'org', org_id: org })
      return { org, id, subscription: { resource_type: kind, resource_id: id, org_id: org } }
    }

    it('a subscriber loses a record when its owner makes it private, or when the subscriber leaves the organization', async () => {
      const { org, id, subscription } = await share()
      const { id: member } = await data(other, 'GET /api/auth/me')
      const join = () => answer(demo, `POST /api/orgs/${org}/members`, { user_id: member })
      const seen = async () => [
        (await listed(other, path, id)) !== undefined,
        (await answer(other, `GET ${path}/${id}`)).status,
      ]
      await join()
      await answer(other, 'POST /api/market/subscribe', subscription)
      expect(await seen()).toEqual([true, 200])
      await answer(demo, `DELETE /api/orgs/${org}/members/${member}`)
      expect(await seen()).toEqual([false, 404])
      await join()
      expect(await seen()).toEqual([true, 200])
      await answer(demo, `POST ${path}/${id}/unpublish`)
      expect(await seen()).toEqual([false, 404])
    })

    it('a user who is not a member of an organization cannot subscribe to its records', async () => {
      const { subscription } = await share()
      expect(await answer(other, 'POST /api/market/subscribe', subscription)).toMatchObject({
        status: 404,
        error_code: 'resource_not_found',
      })
    })
  },
)

describe.each<[kind: string, path: string, bodies: Readonly<Record<string, unknown>>]>([
  ['agent', '/api/agents', { 'POST fork': undefined }],
  [
    'knowledge_base',
    '/api/knowledge-bases',
    { 'GET documents': undefined, 'POST ai/chat': { message: 'A' } },
  ],
  ['connector', '/api/connectors', { 'POST fork': {}, 'POST test-connection': undefined }],
  ['mcp_server', '/api/mcp-servers', { 'POST fork': {}, 'GET my-credentials': undefined }],
  ['workflow', '/api/workflows', { 'POST run': { inputs: {} }, 'GET stats': undefined }],
])('operations on a shared %s of the known deployment', (kind, path, bodies) => {
  it('a shared record is missing in every operation, until a member subscribes to it', async () => {
    const { id: org } = await data(demo, 'POST /api/orgs', { name: 'Depot' })
    await answer(demo, `POST /api/orgs/${org}/members`, { email: 'other@example.com' })
    const url = 'https://shared.example.com'
    const nodes = ['start', 'end'].map((type) => ({ id: type, type, data: {} }))
    const blueprint = { nodes, edges: [{ id: 'a', source: 'start', target: 'end' }] }
    const fields = { name: 'A', base_url: url, transport: 'sse', url, blueprint }
    const { id } = await data(demo, `POST ${path}`, fields)
    await answer(demo, `POST ${path}/${id}/publish`, { scope: 'org', org_id: org })
    const statuses = async () => {
      const seen: number[] = []
      for (const [operation, body] of Object.entries(bodies)) {
        const called = operation.replace(' ', ` ${path}/${id}/`)
        seen.push((await other.open(called, { body })).status)
      }
      return seen
    }
    expect(await statuses()).toEqual([404, 404].slice(0, Object.keys(bodies).length))
    const subscription = { resource_type: kind, resource_id: id, org_id: org }
    await answer(other, 'POST /api/market/subscribe', subscription)
    expect(await statuses()).not.toContain(404)
  })
})

describe('the market of the known deployment', () => {
  it('a turn ignores an agent of an organization, until its user subscribes to it', async () => {
    const { id: org_id } = await data(demo, 'POST /api/orgs', { name: 'Depot' })
    await answer(demo, `POST /api/orgs/${org_id}/members`, { email: 'other@example.com' })
    const planner = { name: 'Planner', execution_mode: 'dag' }
    const { id } = await data(demo, 'POST /api/agents', planner)
    await answer(demo, `POST /api/agents/${id}/publish`, { scope: 'org', org_id })
    const { access_token: token } = await login(mounted, 'other')
    const mode = async () => {
      const body = { q: 'Hello', agent_id: id, token }
      return (await other.stream('POST /api/auto', { body }))[0]?.data
    }
    expect(await mode()).toMatchObject({ mode: 'react' })
    const subscription = { resource_type: 'agent', resource_id: id, org_id }
    await answer(other, 'POST /api/market/subscribe', subscription)
    expect(await mode()).toMatchObject({ mode: 'dag' })
  })

  it('a new user has empty lists of records', async () => {
    const account = { email: 'new@example.com', password: 'a-long-password' }
    const { access_token } = await answer(visit(mounted), 'POST /api/auth/register', account)
    const fresh = visit(mounted, access_token)
    for (const path of ['agents', 'knowledge-bases', 'connectors', 'workflows', 'skills'])
      expect((await answer(fresh, `GET /api/${path}`)).items).toEqual([])
    expect((await data(fresh, 'GET /api/market')).items).not.toEqual([])
    const none = { total_agents: 0, active_connectors: 0, connector_health: [], top_agents: [] }
    expect(await answer(fresh, 'GET /api/dashboard/stats')).toMatchObject(none)
  })

  it('the dashboard counts and ranks the agents and connectors that its user can list', async () => {
    await answer(demo, 'POST /api/builder/session', {
      target_type: 'agent',
      target_id: (await answer(demo, 'GET /api/agents')).items[0]?.id,
    })
    const api = { name: 'Orders', base_url: 'https://orders.example.com' }
    const { id } = await data(demo, 'POST /api/connectors', api)
    await answer(demo, `POST /api/connectors/${id}/toggle`)
    const { items: agents } = await answer(demo, 'GET /api/agents?size=100')
    const { items: connectors } = await answer(demo, 'GET /api/connectors?size=100')
    const stats = await demo.call<{ readonly top_agents: readonly Row[] }>(
      'GET /api/dashboard/stats',
    )
    expect(stats.json).toMatchObject({
      total_agents: agents.length,
      active_connectors: connectors.filter(({ is_active }) => is_active === true).length,
      connector_health: connectors.map((one) => ({ id: one.id })),
    })
    expect(agents.map((one) => one.id)).toEqual(
      expect.arrayContaining(stats.json.top_agents.map((one) => one.id)),
    )
    expect(stats.json.top_agents).toHaveLength(Math.min(5, agents.length))
  })

  it('stored credentials are listed with their user, and are deleted when the user ends the subscription', async () => {
    const server = { name: 'Tools', transport: 'sse', url: 'https://tools.example.com/sse' }
    const { id } = await data(other, 'POST /api/mcp-servers', server)
    await answer(other, `POST /api/mcp-servers/${id}/publish`, { scope: 'org', org_id: market })
    const items = [{ resource_type: 'mcp_server', resource_id: id }]
    await answer(demo, 'POST /api/admin/reviews/batch-approve', { items })
    const subscription = { resource_type: 'mcp_server', resource_id: id, org_id: market }
    await answer(demo, 'POST /api/market/subscribe', subscription)
    const own = `/api/mcp-servers/${id}/my-credentials`
    await answer(demo, `PUT ${own}`, { env: { KEY: 'a' } })
    await answer(demo, `PUT ${own}`, { env: { KEY: 'b' } })
    expect(await data(demo, `GET ${own}`)).toMatchObject({ env_keys: ['KEY'], env: { KEY: 'b' } })
    expect(await listed(demo, '/api/mcp-servers', id)).toMatchObject({ my_has_credentials: true })
    const stored = async () =>
      (await answer(demo, 'GET /api/admin/credentials?resource_type=mcp&size=100')).items.filter(
        (one) => one['resource_id'] === id,
      )
    expect(await stored()).toMatchObject([
      { resource_name: 'Tools', email: 'demo@example.com', updated_at: expect.any(String) },
    ])
    await answer(demo, 'DELETE /api/market/unsubscribe', subscription)
    expect(await stored()).toEqual([])
    await answer(other, `PUT ${own}`, { env: { KEY: 'c' } })
    const revoke = `DELETE /api/admin/credentials/mcp/${(await stored())[0]?.id}`
    expect((await answer(demo, revoke)).status).toBe(204)
    expect(await answer(demo, revoke)).toMatchObject({
      status: 404,
      error_code: 'credential_not_found',
    })
    expect(await data(other, `GET ${own}`)).toEqual({
      has_credentials: false,
      env_keys: [],
      env: {},
    })
  })

  it('a subscription to an agent includes its connectors, until no subscribed agent needs them', async () => {
    const connector = { name: 'Tickets', base_url: 'https://tickets.example.com' }
    const { id: shared } = await data(other, 'POST /api/connectors', connector)
    const offer = async (name: string) => {
      const body = { name, connector_ids: [shared] }
      const { id } = await data(other, 'POST /api/agents', body)
      const scope = { scope: 'org', org_id: market }
      await answer(other, `POST /api/agents/${id}/publish`, scope)
      const items = [{ resource_type: 'agent', resource_id: id }]
      await answer(demo, 'POST /api/admin/reviews/batch-approve', { items })
      return { resource_type: 'agent', resource_id: id, org_id: market }
    }
    const [first, second] = [await offer('First'), await offer('Second')]
    const subscribed = async () =>
      (await answer(demo, 'GET /api/me/subscriptions')).items.some(
        (one) => one['resource_id'] === shared,
      )
    const made = await data(demo, 'POST /api/market/subscribe', first)
    expect(made['dependencies']).toMatchObject({ connection_deps: [{ resource_id: shared }] })
    expect(await subscribed()).toBe(true)
    await answer(demo, 'POST /api/market/subscribe', second)
    await answer(demo, 'DELETE /api/market/unsubscribe', first)
    expect(await subscribed()).toBe(true)
    await answer(demo, 'DELETE /api/market/unsubscribe', second)
    expect(await subscribed()).toBe(false)
  })

  it('a subscriber of a connector cannot store credentials for it', async () => {
    const body = { name: 'Tickets', base_url: 'https://tickets.example.com' }
    const { id } = await data(other, 'POST /api/connectors', body)
    await answer(other, `POST /api/connectors/${id}/publish`, { scope: 'org', org_id: market })
    const items = [{ resource_type: 'connector', resource_id: id }]
    await answer(demo, 'POST /api/admin/reviews/batch-approve', { items })
    const subscription = { resource_type: 'connector', resource_id: id, org_id: market }
    await answer(demo, 'POST /api/market/subscribe', subscription)
    const own = `/api/connectors/${id}/my-credentials`
    expect(await answer(demo, `PUT ${own}`, { token: 'a' })).toMatchObject({
      status: 404,
      error_code: 'connector_not_found',
    })
    expect(await data(demo, `GET ${own}`)).toMatchObject({ has_credentials: false })
    await answer(other, `PUT ${own}`, { token: 'a' })
    expect(await data(other, `GET ${own}`)).toMatchObject({ has_credentials: true })
    type Mine = { readonly connector_credentials: readonly Row[] }
    const { json } = await other.call<Mine>('GET /api/me/credentials')
    expect(json.connector_credentials).toMatchObject([{ resource_id: id, name: 'Tickets' }])
  })

  it('a subscriber cannot change a record, and reads neither the address nor the secret of a connector', async () => {
    const { id: org } = await data(demo, 'POST /api/orgs', { name: 'Depot' })
    await answer(demo, `POST /api/orgs/${org}/members`, { email: 'other@example.com' })
    const shared = async (kind: string, path: string, body: object) => {
      const { id } = await data(demo, `POST ${path}`, { name: 'Shared', ...body })
      await answer(demo, `POST ${path}/${id}/publish`, { scope: 'org', org_id: org })
      const subscription = { resource_type: kind, resource_id: id, org_id: org }
      await answer(other, 'POST /api/market/subscribe', subscription)
      return `${path}/${id}`
    }
    const base = await shared('knowledge_base', '/api/knowledge-bases', {})
    const note = { filename: 'note.md', content: 'Opens at nine.' }
    const document = await data(demo, `POST ${base}/documents/create`, note)
    mounted.fake.clock.advance('5s')
    const chunks = `GET ${base}/documents/${document.id}/chunks`
    const chunk = `${base}/chunks/${(await answer(demo, chunks)).items[0]?.id}`
    const database = await shared('connector', '/api/connectors', {
      type: 'database',
      db_config: { host: 'db.example.com', port: 5432, database: 'sites' },
    })
    await answer(demo, `POST ${database}/introspect`)
    const tables = async () =>
      (await demo.call<{ data: readonly Row[] }>(`GET ${database}/schemas`)).json.data
    const [table] = await tables()
    const columns = table?.['columns'] as readonly Row[]
    const workflow = await shared('workflow', '/api/workflows', {})
    await answer(demo, `PUT ${workflow}/env`, { env_vars: { REGION: 'north' } })
    const before = [
      await tables(),
      await data(demo, `GET ${workflow}/env`),
      await answer(demo, chunks),
    ]
    const described = { description: 'changed' }
    for (const [operation, body, code] of [
      [`PUT ${chunk}`, { text: 'changed' }, 'kb_not_found'],
      [`DELETE ${chunk}`, undefined, 'kb_not_found'],
      [`POST ${base}/import-urls`, { urls: ['https://a.example.com'] }, 'kb_not_found'],
      [`PUT ${database}/schemas/${table?.id}`, described, 'connector_not_found'],
      [
        `PUT ${database}/schemas/${table?.id}/columns/${columns[0]?.id}`,
        described,
        'connector_not_found',
      ],
      [
        `PUT ${database}/schemas/bulk`,
        { tables: [{ id: table?.id, ...described }] },
        'connector_not_found',
      ],
      [`POST ${database}/introspect`, undefined, 'connector_not_found'],
      [`POST ${database}/ai/annotate`, {}, 'connector_not_found'],
      [`PUT ${workflow}/env`, { env_vars: { REGION: 'south' } }, 'workflow_not_found'],
    ] as const)
      expect([operation, await answer(other, operation, body)]).toMatchObject([
        operation,
        { status: 404, error_code: code },
      ])
    expect(await tables()).toEqual(before[0])
    expect(await data(demo, `GET ${workflow}/env`)).toEqual(before[1])
    expect(await answer(demo, chunks)).toEqual(before[2])

    const connector = await shared('connector', '/api/connectors', {
      base_url: 'https://tickets.example.com',
      auth_type: 'bearer',
      auth_config: { token: 'a-secret' },
    })
    const hidden = { base_url: null, auth_config: null }
    for (const read of [`GET ${connector}`, `GET ${connector}/export`]) {
      expect(await data(demo, read)).toMatchObject({ auth_config: { token: 'a-secret' } })
      expect(await data(other, read)).toMatchObject(hidden)
    }
    expect(await data(other, `POST ${connector}/fork`)).toMatchObject(hidden)
    const subscription = { resource_type: 'connector', resource_id: connector.split('/').at(-1) }
    await answer(other, 'DELETE /api/market/unsubscribe', { ...subscription, org_id: org })
    expect((await answer(other, `GET ${connector}/export`)).status).toBe(404)
  })

  it('the market refuses an unknown scope, and the scope of an organization that the caller is not a member of', async () => {
    const { id } = await data(demo, 'POST /api/orgs', { name: 'Depot' })
    expect(await answer(other, 'GET /api/market?scope=moon')).toMatchObject({
      status: 400,
      error_code: 'invalid_scope',
    })
    expect(await answer(other, `GET /api/market?scope=org:${id}`)).toMatchObject({
      status: 403,
      error_code: 'not_org_member',
    })
  })
})
