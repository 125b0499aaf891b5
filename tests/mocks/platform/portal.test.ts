import { describe, expect, it } from 'vitest'
import { readProfile } from '../../../contract/profile.ts'
import { activeModels, model, toolCatalog } from '../../../contract/records/catalog.ts'
import { dashboard } from '../../../contract/records/portal.ts'
import { demo, describeTransports, empty, mountInProcess } from '../../support/transports.ts'
import {
  type Enveloped,
  newConversation,
  type Paged,
  signIn,
  visit,
  type Visitor,
} from '../../support/visitor.ts'

const statsOf = async (visitor: Visitor) =>
  dashboard.parse((await visitor.call('GET /api/dashboard/stats')).json)

describeTransports('operations before sign-in', (mount) => {
  it.each([
    ['GET /api/auth/setup-status', { initialized: true }],
    ['GET /api/auth/registration-status', { registration_enabled: true }],
    ['GET /api/auth/announcement', { enabled: false, text: null }],
    ['GET /api/auth/oauth/providers', { providers: [] }],
    ['GET /api/version', { version: '0.8.0' }],
  ])('%s responds before sign-in', async (operation, expected) => {
    const { status, json } = await visit(await mount()).call(operation)
    expect([status, json]).toMatchObject([200, expected])
  })

  it('the catalog names every tool that scripts and agents mention', async () => {
    const { json } = await visit(await mount()).call<Enveloped<object>>('GET /api/tools/catalog')
    const { categories, tools } = toolCatalog.parse(json.data)
    expect(categories).toEqual([...new Set(tools.map(({ category }) => category))])
    expect(categories).toEqual(
      expect.arrayContaining(demo.agents.flatMap(({ tool_categories }) => tool_categories)),
    )
    const called = demo.transcripts.flatMap(({ events }) =>
      events.flatMap(({ data }) =>
        'tool' in data && typeof data.tool === 'string' ? data.tool : [],
      ),
    )
    expect(called.length).toBeGreaterThan(0)
    expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(called))
  })
})

describeTransports('the dashboard of a web client', (mount) => {
  it('the dashboard of a web client shows figures of the caller that match the records of the world', async () => {
    const mounted = await mount()
    const visitor = await signIn(mounted)
    const own = demo.conversations.filter(({ user_id }) => user_id === demo.users[0]?.id)
    const stats = await statsOf(visitor)
    expect(stats).toMatchObject({
      total_conversations: own.length,
      total_tokens: own.reduce((sum, { total_tokens }) => sum + total_tokens, 0),
    })
    expect(stats.activity_trend).toHaveLength(30)
    expect(stats.activity_trend.map(({ date }) => date)).toEqual(
      stats.activity_trend.map(({ date }) => date).toSorted(),
    )
    const counts = stats.top_agents.map(({ conversation_count }) => conversation_count)
    expect(counts).toEqual(counts.toSorted((a, b) => b - a))
    expect(counts[0]).toBeGreaterThan(0)

    const agent_id = stats.top_agents[0]?.id
    const conversation_id = await newConversation(visitor, { agent_id })
    await visitor.stream('POST /api/react', { body: { q: 'Hello?', conversation_id } })
    const later = await statsOf(visitor)
    expect(later.total_conversations).toBe(own.length + 1)
    expect(later.total_turns).toBe(stats.total_turns + 1)
    expect(later.top_agents[0]?.conversation_count).toBe((counts[0] ?? 0) + 1)
    expect(later.activity_trend.at(-1)?.turns).toBe((stats.activity_trend.at(-1)?.turns ?? 0) + 1)
  })

  it('the dashboard of a web client shows a trend even without activity', async () => {
    const stats = await statsOf(await signIn(await mount({ fixture: empty })))
    expect(stats).toMatchObject({ total_conversations: 0, total_turns: 0, top_agents: [] })
    expect(stats.activity_trend.every(({ turns, tokens }) => turns + tokens === 0)).toBe(true)
    expect(stats.activity_trend).toHaveLength(30)
  })

  it('the dashboard of a web client lists the models, and whether they are available', async () => {
    const visitor = await signIn(await mount())
    const { items, total } = (await visitor.call<Paged<object>>('GET /api/models')).json
    expect(total).toBe(demo.models.length)
    for (const item of items) expect(model.safeParse(item).error).toBeUndefined()
    const { json } = await visitor.call<Enveloped<object>>('GET /api/active-models')
    expect(activeModels.parse(json.data)).toMatchObject({
      general: { name: demo.conversations[0]?.model_name, is_active: true },
      fast: { role: 'fast', is_active: true },
    })
  })

  it.each(['GET /api/dashboard/stats', 'GET /api/models', 'GET /api/active-models'])(
    'the dashboard of a web client requires a credential: %s',
    async (operation) => {
      expect(await visit(await mount()).refusal(operation)).toEqual([401, 'unauthorized'])
    },
  )
})

describeTransports('an operation that is not implemented', (mount) => {
  it.each([
    'POST /api/agents/ai/create',
    'POST /api/agents/some-id/resubmit',
    'POST /api/knowledge-bases/some-id/import-urls',
    'DELETE /api/auth/account',
    'GET /api/eval/datasets',
  ])('an operation that is not implemented gets 404: %s', async (operation) => {
    const { status, json } = await (await signIn(await mount())).call(operation)
    expect([status, json]).toEqual([
      404,
      { success: false, error: 'not_found', message: expect.stringContaining('no operation') },
    ])
  })
})

describe('the version of the platform', () => {
  it.each([
    ['0.8.9', '0.8.9'],
    [{ release: '0.8.5' }, '0.8.5'],
  ])('the version of the platform is the version of the deployment: %j', async (pick, version) => {
    const profile = readProfile({ picks: { 'versioning.published': pick } })
    const { json } = await visit(mountInProcess({ profile })).call('GET /api/version')
    expect(json).toMatchObject({ version })
  })
})
