import { expect, it } from 'vitest'
import { drawn } from '../support/proving.ts'
import { crowded, mountInProcess } from '../support/transports.ts'
import { type Enveloped, signIn } from '../support/visitor.ts'
import { profile, twoUsers } from './deployed-visitor.ts'
import { deploymentOperations } from './deployment/operations.ts'

const reads = deploymentOperations.filter(
  ({ method, path, events }) => method === 'GET' && !path.includes('{') && events.length === 0,
)

it('every read of the known deployment without parameters works on a crowded platform', async () => {
  const visitor = await signIn(mountInProcess({ profile, fixture: crowded() }))
  const failed: string[] = []
  for (const { name, path } of reads) {
    const response = await visitor.open(`GET ${path}`)
    const text = await response.text()
    if (response.status >= 500) failed.push(`${name}: ${text}`)
  }
  expect([reads.length > 50, failed]).toEqual([true, []])
})

it.each(drawn(['agents', 'mcp_servers', 'workflows'] as const, 1, 'crowds'))(
  '%s of the known deployment are listed for a user who has 100,000 of them',
  async (kind) => {
    const fixture = crowded()
    const { user_id = '' } = fixture.api_keys[0] ?? {}
    const one = fixture[kind].find((record) => !('is_builder' in record && record.is_builder))
    const records = Array.from({ length: 100_000 }, (_, at) => ({
      ...one,
      user_id,
      id: `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`,
    }))
    const crowd = { ...fixture, [kind]: records } as typeof fixture
    const visitor = await signIn(mountInProcess({ profile, fixture: crowd }))
    type Page = { readonly total: number; readonly items: readonly unknown[] }
    const path = kind.replace('_', '-')
    const { status, json } = await visitor.call<Page>(`GET /api/${path}?size=20&page=5000`)
    expect([status, json.total, json.items.length]).toEqual([200, 100_000, 20])
  },
)

it('evaluations of large data sets are listed for their owner and for administrators', async () => {
  const { demo } = await twoUsers()
  const make = async (operation: string, body: object) =>
    (await demo.call<Enveloped<{ readonly id: string }>>(operation, { body })).json.data.id
  const agent_id = await make('POST /api/agents', { name: 'Tester' })
  const dataset_id = await make('POST /api/eval/datasets', { name: 'Large' })
  const prompt = { prompt: 'Hello', expected_behavior: 'Greets' }
  for (let count = 0; count < 100; count++)
    await make(`POST /api/eval/datasets/${dataset_id}/cases`, prompt)
  for (let count = 0; count < 20; count++)
    await make('POST /api/eval/runs', { agent_id, dataset_id })
  for (const path of ['eval/runs', 'admin/eval/runs', 'admin/eval/stats', 'auth/me/export'])
    expect([path, (await demo.call(`GET /api/${path}`)).status]).toEqual([path, 200])
  const { json } = await demo.call<{ items: readonly object[] }>('GET /api/eval/runs')
  expect(json.items[0]).toMatchObject({ total_cases: 100 })
})

it('the figures of a workflow with 300 runs have the percentiles of their durations, and lists of runs keep to their limit', async () => {
  const { mounted, demo } = await twoUsers()
  const body = { name: 'Busy', blueprint: { nodes: [{ id: 's', type: 'start' }], edges: [] } }
  const made = await demo.call<Enveloped<{ readonly id: string }>>('POST /api/workflows', { body })
  const workflow_id = made.json.data.id
  const { clock, records } = mounted.fake.control()
  clock.freeze()
  for (let duration_ms = 1; duration_ms <= 300; duration_ms++) {
    clock.advance(1)
    const status = duration_ms % 3 === 0 ? 'failed' : 'completed'
    const run = { workflow_id, user_id: 'demo@example.com', status, duration_ms }
    await records.add('workflow_runs', { ...run, node_results: {} })
  }
  const read = async <Body>(path: string) =>
    (await demo.call<Body>(`GET /api/workflows/${workflow_id}/${path}`)).json
  expect(await read('analytics')).toMatchObject({
    data: { total_runs: 300, p50_duration_ms: 150, p95_duration_ms: 285, p99_duration_ms: 297 },
  })
  expect(await read('node-stats?limit=5')).toMatchObject({ data: { runs_analyzed: 5 } })
  const exported = async (query: string) =>
    (
      await read<{ readonly runs: readonly { readonly duration_ms: number }[] }>(
        `runs/export?${query}`,
      )
    ).runs.map((run) => run.duration_ms)
  expect(await exported('limit=3')).toEqual([300, 299, 298])
  expect(await exported('status=failed&limit=2')).toEqual([300, 297])
  expect(await exported('')).toHaveLength(100)
})
