import { beforeEach, describe, expect, it } from 'vitest'
import { signIn, visit, type Visitor } from '../support/visitor.ts'
import { answer as answerTo, twoUsers } from './deployed-visitor.ts'

type Row = Readonly<Record<string, unknown>> & { readonly id: string }
type Body = {
  readonly data: Row & { readonly connectors: readonly Row[] }
  readonly items: readonly Row[]
}

let world: Awaited<ReturnType<typeof twoUsers>>
let demo: Visitor
beforeEach(async () => {
  world = await twoUsers()
  ;({ demo } = world)
})

const answer = (operation: string, body?: unknown) => answerTo<Body>(demo, operation, body)
const read = async <Json>(path: string) => (await demo.call<Json>(`GET ${path}`)).json

const node = (id: string, type: string, of: object) => ({
  id,
  type,
  position: { x: 0, y: 0 },
  data: of,
})

describe('figures of the known deployment', () => {
  type Stats = { readonly success_rate: number; readonly total_calls: number }

  it('success rates are from 0 to 1 in metrics, and percentages in analytics', async () => {
    const stats = await read<Stats>('/api/admin/connector-stats')
    expect(stats.success_rate).toBeGreaterThan(0.5)
    expect(stats.success_rate).toBeLessThanOrEqual(1)
    type Overview = { readonly data: { readonly workflow_runs: Stats } }
    const { data } = await read<Overview>('/api/metrics/overview')
    expect(data.workflow_runs.success_rate).toBeLessThanOrEqual(1)
    for (const path of ['by-workflow', 'by-connector']) {
      const rows = await read<readonly Stats[]>(`/api/admin/analytics/${path}`)
      expect(Math.max(...rows.map(({ success_rate }) => success_rate))).toBeGreaterThan(50)
    }
  })

  it('a new connector has no calls on its first day, and some calls two days later', async () => {
    const body = { name: 'Fresh', base_url: 'https://fresh.example.com' }
    const before = await read<Stats>('/api/admin/connector-stats')
    const { id } = (await answer('POST /api/connectors', body)).data
    const used = async () =>
      (await answer('GET /api/metrics/connector-usage')).data.connectors.find(
        (one) => one['connector_id'] === id,
      )
    expect(await used()).toBeUndefined()
    expect(await read('/api/admin/connector-stats')).toMatchObject({
      total_calls: before.total_calls,
    })
    world.mounted.fake.world().clock.advance(2 * 86_400_000)
    demo = await signIn(world.mounted)
    expect(await used()).toMatchObject({ name: 'Fresh', total_calls: expect.any(Number) })
    expect((await answer(`DELETE /api/connectors/${id}`)).status).toBe(200)
    expect(await used()).toBeUndefined()
  })

  it('the API keys of the demo data have uses, and a new key counts from its first request that changes something', async () => {
    const listed = async (name: string) =>
      (await answer('GET /api/me/api-keys?size=50')).items.find((one) => one['name'] === name)
    expect(await listed('Support bot')).toMatchObject({
      last_used_at: expect.any(String),
      total_requests: expect.any(Number),
    })
    const made = await demo.call<Row>('POST /api/me/api-keys', { body: { name: 'New' } })
    expect(await listed('New')).toMatchObject({ last_used_at: null, total_requests: 0 })
    const robot = visit(world.mounted, String(made.json['key']))
    await robot.call('GET /api/agents')
    expect(await listed('New')).toMatchObject({ last_used_at: null, total_requests: 0 })
    await robot.call('POST /api/conversations', { body: {} })
    expect(await listed('New')).toMatchObject({
      last_used_at: expect.any(String),
      total_requests: 1,
    })
  })

  it('a run of an evaluation keeps its cases when its data set changes or is deleted', async () => {
    const list = async (path: string, id: string) =>
      (await answer(`GET ${path}?size=100`)).items.find((one) => one.id === id)
    const [run] = (await answer('GET /api/eval/runs')).items
    const [id, set] = [String(run?.id), String(run?.['dataset_id'])]
    const states = async () => [
      await list('/api/eval/runs', id),
      await list('/api/admin/eval/runs', id),
      (await answer(`GET /api/eval/runs/${id}`)).data,
      (await read<Row>('/api/admin/eval/stats'))['total_tokens_consumed'],
    ]
    const before = await states()
    expect(run?.['total_cases']).toBeGreaterThan(0)
    const cases = `/api/eval/datasets/${set}/cases`
    const [first] = (await answer(`GET ${cases}`)).items
    const body = { prompt: 'Another one', expected_behavior: 'Waits' }
    await answer(`PUT ${cases}/${first?.id}`, body)
    await answer(`POST ${cases}`, body)
    expect(await states()).toEqual(before)
    await answer(`DELETE /api/eval/datasets/${set}`)
    const deleted = { dataset_name: expect.any(String) }
    const after = before.map((one) => (typeof one === 'object' ? { ...one, ...deleted } : one))
    expect(await states()).toEqual(after)
  })

  it('advancing the clock adds no uses to an API key', async () => {
    const used = async (name: string) => {
      const { items } = await answer('GET /api/me/api-keys?size=50')
      const { items: all } = await answer('GET /api/admin/api-keys?size=50')
      return [items, all].map((list) => {
        const found = list.find((one) => one['name'] === name)
        return [found?.['last_used_at'], found?.['total_requests']]
      })
    }
    await demo.call('POST /api/me/api-keys', { body: { name: 'New' } })
    const before = await used('Support bot')
    expect(before[0]).toEqual(before[1])
    world.mounted.fake.world().clock.advance(4 * 86_400_000)
    demo = await signIn(world.mounted)
    expect(await used('Support bot')).toEqual(before)
    const unused = [null, 0]
    expect(await used('New')).toEqual([unused, unused])
  })

  it('the system configuration lists each service, and the impact of services that are not configured', async () => {
    const rows = await read<readonly Row[]>('/api/admin/system/health')
    expect(rows.map(({ key }) => key)).toEqual([
      'database',
      'redis',
      'llm',
      'fast_llm',
      'embedding',
      'reranker',
      'web_search',
      'web_fetch',
      'image_gen',
      'smtp',
      'oauth_feishu',
      'oauth_github',
      'oauth_google',
      'oauth_discord',
      'analytics_ga4',
      'analytics_umami',
      'analytics_plausible',
    ])
    for (const { key, configured, impact, level } of rows) {
      expect([key, ['required', 'recommended', 'optional'].includes(String(level))]).toEqual([
        key,
        true,
      ])
      // The database is configured, but has a hint, because it is a single file.
      expect([key, impact === null]).toEqual([key, configured === true && key !== 'database'])
    }
  })

  it('files of conversations have plausible sizes, can be filtered, and can be downloaded by anybody', async () => {
    const { items } = await answer('GET /api/artifacts')
    for (const { size } of items) expect(size).toBeGreaterThan(1000)
    const [page, ...others] = (await answer('GET /api/artifacts?type=html')).items
    expect([page?.['mime_type'], others]).toEqual(['text/html', []])
    expect(page?.['created_at']).toMatch(/\+00:00$/)
    const guest = visit(world.mounted)
    const response = await guest.open(`GET ${String(page?.['url'])}`)
    expect(response.headers.get('content-type')).toBe('text/html')
    expect(await response.text()).toHaveLength(Number(page?.['size']))
    const of = `/api/conversations/${String(page?.['conversation_id'])}/artifacts`
    const { data } = await read<{ readonly data: readonly Row[] }>(of)
    expect(data).toMatchObject([{ id: page?.id, size: page?.['size'] }])
    expect((await guest.call(`GET ${of}/nobody`)).status).toBe(404)
    const elsewhere = `/api/conversations/${String(items[0]?.['conversation_id'])}/artifacts`
    expect(elsewhere).not.toBe(of)
    expect((await guest.call(`GET ${elsewhere}/${page?.id}`)).status).toBe(404)
  })

  it('a workflow without runs has no statistics, and lists the variables that its nodes output', async () => {
    const nodes = [
      node('s', 'start', { title: 'Begin', variables: [{ name: 'q', type: 'string' }] }),
      node('l', 'llm', { label: 'Write' }),
      node('e', 'end', { output_mapping: {} }),
    ]
    const edges = [
      { id: 'a', source: 's', target: 'l' },
      { id: 'b', source: 'l', target: 'e' },
    ]
    const body = { name: 'Report', blueprint: { nodes, edges } }
    const { id } = (await answer('POST /api/workflows', body)).data
    const path = `/api/workflows/${id}`
    expect((await answer(`GET ${path}/stats`)).data).toEqual({
      total_runs: 0,
      completed: 0,
      failed: 0,
      cancelled: 0,
      success_rate: null,
      avg_duration_ms: null,
      last_run_at: null,
    })
    expect((await answer(`GET ${path}/analytics`)).data).toEqual({
      total_runs: 0,
      status_distribution: {},
      success_rate: null,
      avg_duration_ms: null,
      p50_duration_ms: null,
      p95_duration_ms: null,
      p99_duration_ms: null,
      avg_nodes_per_run: null,
      runs_per_day: [],
      most_failed_nodes: [],
    })
    expect((await answer(`GET ${path}/variables`)).data).toMatchObject({
      s: { title: 'Begin', outputs: [{ name: 'output', type: 'object' }, { name: 'q' }] },
      l: { title: 'Write', outputs: [{ name: 'output' }] },
      e: { title: 'e', outputs: [] },
    })
  })

  it('the demo data have failed cases of evaluations, and a reason for each passed case', async () => {
    type Case = Readonly<Record<'status' | 'agent_answer' | 'grader_reasoning', string>>
    type Run = { readonly data: { readonly results: readonly Case[] } }
    const { items } = await answer('GET /api/eval/runs')
    const runs = await Promise.all(items.map(({ id }) => read<Run>(`/api/eval/runs/${id}`)))
    const cases = runs.flatMap(({ data }) => data.results)
    const reasons = Map.groupBy(cases, ({ status }) => status)
    expect([...reasons.keys()].toSorted()).toEqual(['fail', 'pass'])
    for (const { grader_reasoning: reason } of reasons.get('pass') ?? [])
      expect(reason).toMatch(/^The answer .+\. All assertions hold\.$/)
    for (const { agent_answer: text } of cases) expect(text).not.toContain('As expected')
  })

  it('the next run of a schedule follows its cron expression and its time zone (F-065)', async () => {
    const { clock } = world.mounted.fake.world()
    const { id } = (await answer('POST /api/workflows', { name: 'Report' })).data
    const schedule = { cron: '0 9 * * *', enabled: true, timezone: 'America/New_York' }
    await answer(`PUT /api/workflows/${id}/schedule`, schedule)
    const shown = async () => (await answer(`GET /api/workflows/${id}/schedule`)).data
    const next = Date.parse(String((await shown())['next_run_at']))
    expect(next).toBeGreaterThan(clock.now())
    expect([13, 14]).toContain(new Date(next).getUTCHours())
    expect((await shown())['next_run_at']).toMatch(/\+00:00$/)
    const listed = (await answer('GET /api/admin/schedules?size=100')).items.find(
      (one) => one['workflow_id'] === id,
    )
    expect(listed?.['next_run_at']).toBe((await shown())['next_run_at'])
    await answer(`PUT /api/workflows/${id}/schedule`, { ...schedule, cron: '99 * * * *' })
    expect(await shown()).toMatchObject({ next_run_at: null })
    await answer(`PUT /api/workflows/${id}/schedule`, { ...schedule, enabled: false })
    expect(await shown()).toMatchObject({ next_run_at: null })
  })
})
