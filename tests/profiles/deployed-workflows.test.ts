import { beforeEach, describe, expect, it } from 'vitest'
import { mountInProcess, type Mounted } from '../support/transports.ts'
import { signIn, visit, type Visitor } from '../support/visitor.ts'
import { profile } from './deployed-visitor.ts'

type Row = Readonly<Record<string, unknown>> & { readonly id: string }
type Body = { readonly data: Row; readonly items: readonly Row[]; readonly error_code: unknown }

const node = (id: string, type: string, data: object = {}, x = 0) => ({
  id,
  type: 'custom',
  position: { x, y: 0 },
  data: { type, ...data },
})
const start = node('s', 'START', { label: 'Begin', variables: [{ name: 'q', type: 'string' }] })
const end = node('z', 'END', { output_mapping: { answer: '{{m.output}}' } })
const llm = node('m', 'LLM', { prompt_template: 'Say {{s.q}}' })
const edge = (source: string, target: string) => ({ id: `${source}-${target}`, source, target })
const drawn = { nodes: [start, llm, end], edges: [edge('s', 'm'), edge('m', 'z')] }

let mounted: Mounted
let demo: Visitor
beforeEach(async () => {
  mounted = mountInProcess({ profile })
  demo = await signIn(mounted)
})

async function answer(operation: string, body?: unknown, visitor = demo) {
  const { status, json } = await visitor.call<Body>(operation, { body })
  return { status, ...json }
}
const data = async (operation: string, body?: unknown) => (await answer(operation, body)).data
const newWorkflow = async (blueprint: object = drawn) =>
  `/api/workflows/${(await data('POST /api/workflows', { name: 'Report', blueprint })).id}`

describe('versions of workflows at the known deployment', () => {
  const summaries = async (path: string) =>
    (await answer(`GET ${path}/versions`)).items.map((one) => [
      one['version_number'],
      one['change_summary'],
    ])

  it('a workflow gets a version for each saved blueprint that differs, and none for its creation or a new name', async () => {
    const path = await newWorkflow()
    await data(`PUT ${path}`, { name: 'Renamed' })
    expect(await summaries(path)).toEqual([])
    const saved = await data(`PUT ${path}`, { blueprint: drawn })
    const first = 'Added 3 nodes (LLM, Begin, END), Added 2 edges'
    expect(saved['change_summary']).toBe(first)
    expect(await summaries(path)).toEqual([[1, first]])
    expect((await data(`PUT ${path}`, { blueprint: drawn }))['change_summary']).toBe('No changes')
    const changed = {
      nodes: [
        start,
        { ...llm, data: { ...llm.data, prompt_template: 'Shout' } },
        { ...end, position: { x: 9, y: 0 } },
      ],
      edges: [edge('s', 'm')],
    }
    await data(`PUT ${path}`, { blueprint: changed })
    const second = 'Modified 1 node (LLM), Repositioned 1 node, Removed 1 edge'
    expect(await summaries(path)).toEqual([
      [2, second],
      [1, first],
    ])
    expect(await data(`GET ${path}`)).toMatchObject({ change_summary: second })
  })

  it('a workflow is not restored to a version of another workflow', async () => {
    const from = await newWorkflow()
    await data(`PUT ${from}`, { blueprint: { nodes: [start, end], edges: [edge('s', 'z')] } })
    const [version] = (await answer(`GET ${from}/versions`)).items
    const path = await newWorkflow()
    const before = await data(`GET ${path}`)
    for (const id of [version?.id, 'none'])
      expect(await answer(`POST ${path}/versions/${id}/restore`)).toMatchObject({
        status: 404,
        error_code: 'workflow_version_not_found',
      })
    expect(await data(`GET ${path}`)).toEqual(before)
    expect(await summaries(path)).toEqual([])
  })

  it('a version has its blueprint with the schemas, and is restored as a new version', async () => {
    const path = await newWorkflow()
    await data(`PUT ${path}`, { blueprint: drawn })
    await data(`PUT ${path}`, { blueprint: { nodes: [start, end], edges: [edge('s', 'z')] } })
    const [, first] = (await answer(`GET ${path}/versions`)).items
    expect(await data(`GET ${path}/versions/${first?.id}`)).toMatchObject({
      version_number: 1,
      blueprint: { nodes: [{ id: 's' }, { id: 'm' }, { id: 'z' }] },
      input_schema: { type: 'object', properties: { q: { type: 'string' } } },
      output_schema: { type: 'object', properties: { answer: { type: 'string' } } },
    })
    const restored = await data(`POST ${path}/versions/${first?.id}/restore`)
    expect(restored).toMatchObject({ blueprint: { nodes: { length: 3 } }, total_runs: 0 })
    expect((await summaries(path))[0]).toEqual([3, 'Restored from version 1'])
    expect(await answer(`GET ${path}/versions/none`)).toMatchObject({
      status: 404,
      error_code: 'workflow_version_not_found',
    })
  })
})

describe('checks of blueprints at the known deployment', () => {
  it.each([
    ['Blueprint has no nodes', { nodes: [], edges: [] }],
    ['Duplicate node id: s', { nodes: [start, start, end], edges: [] }],
    ['Node x has the unknown type zzz', { nodes: [start, node('x', 'zzz'), end], edges: [] }],
    ['Blueprint has no START node', { nodes: [end], edges: [] }],
    [
      'Blueprint has more than one START node',
      { nodes: [start, { ...start, id: 't' }, end], edges: [] },
    ],
    ['Blueprint has no END node', { nodes: [start], edges: [] }],
    ['An edge refers to the unknown node q', { nodes: [start, end], edges: [edge('s', 'q')] }],
    ['Blueprint has a cycle', { ...drawn, edges: [...drawn.edges, edge('z', 'm')] }],
  ])('an invalid blueprint is refused with its error: %s', async (says, blueprint) => {
    const checked = await data('POST /api/workflows/validate', { blueprint })
    expect(checked).toEqual({ valid: false, error: expect.stringContaining(says), warnings: [] })
    const path = await newWorkflow(blueprint)
    const nothing = { warnings: [], node_count: 0, edge_count: 0, topology_order: [] }
    const wrong = { valid: false, errors: [checked['error']], ...nothing }
    const error_code = `invalid_blueprint: ${String(checked['error'])}`
    const isEmpty = blueprint.nodes.length === 0
    const variables = isEmpty ? { data: {} } : { status: 400, error_code }
    expect(await answer(`GET ${path}/variables`)).toMatchObject(variables)
    const empty = { error_code: 'blueprint_empty', detail: 'Blueprint empty' }
    const refusal = { status: 400, ...(isEmpty ? empty : { error_code }) }
    expect(await answer(`POST ${path}/batch-run`, { inputs: [{}] })).toMatchObject(refusal)
    const { api_key } = await data(`POST ${path}/generate-api-key`)
    const trigger = `POST /api/workflows/trigger/${String(api_key)}`
    expect(await answer(trigger, { inputs: {} })).toMatchObject(refusal)
    expect(await data(`POST ${path}/validate`)).toEqual(wrong)
    expect(await data(`POST ${path}/run`, { inputs: {}, dry_run: true })).toEqual({
      ...wrong,
      execution_plan: [],
    })
  })

  it.each([
    ['Blueprint has no nodes', {}],
    ['Blueprint has no nodes', { edges: [] }],
    ['Node x has no type', { nodes: [{ id: 'x', data: {} }] }],
    ['An edge has no source or no target', { nodes: [start, end], edges: [{ source: 's' }] }],
  ])(
    'a half-drawn blueprint is stored, and its check says: %s (F-011)',
    async (says, blueprint) => {
      expect(await data('POST /api/workflows/validate', { blueprint })).toMatchObject({
        valid: false,
        error: says,
      })
      const path = await newWorkflow(blueprint)
      expect((await answer(`PUT ${path}`, { blueprint })).status).toBe(200)
      expect(await data(`POST ${path}/validate`)).toMatchObject({ valid: false, errors: [says] })
    },
  )

  it('a node may have its type only in its data, and a blueprint needs no edges (F-010)', async () => {
    const nodes = [start, end].map(({ type: _, ...one }) => one)
    const valid = { valid: true, node_count: 2, edge_count: 0 }
    expect(await data('POST /api/workflows/validate', { nodes })).toMatchObject(valid)
    const workflow = { name: 'Brought', blueprint: { nodes } }
    expect(await data('POST /api/workflows/import', { workflow })).toMatchObject({ workflow: {} })
  })

  it('a valid blueprint has counts, warnings, an order of nodes and a plan, and a dry run stores no run', async () => {
    const loop = node('k', 'loop', {})
    const blueprint = { nodes: [end, loop, llm, start], edges: [edge('s', 'm'), edge('m', 'z')] }
    const warnings = [
      { node_id: 'k', code: 'disconnected_node' },
      { node_id: 'k', code: 'missing_condition' },
    ]
    const bare = await data('POST /api/workflows/validate', blueprint)
    expect(bare).toMatchObject({ valid: true, node_count: 4, edge_count: 2, warnings })
    const path = await newWorkflow(blueprint)
    const topology_order = ['k', 's', 'm', 'z']
    expect(await data(`POST ${path}/validate`)).toMatchObject({
      valid: true,
      errors: [],
      topology_order,
    })
    const plan = await data(`POST ${path}/run`, { inputs: {}, dry_run: true })
    expect(plan).toMatchObject({ valid: true, errors: [], topology_order, warnings })
    expect(plan['execution_plan']).toEqual([
      { node_id: 'k', node_type: 'LOOP', position: 0, has_warnings: true },
      { node_id: 's', node_type: 'START', position: 1, has_warnings: false },
      { node_id: 'm', node_type: 'LLM', position: 2, has_warnings: false },
      { node_id: 'z', node_type: 'END', position: 3, has_warnings: false },
    ])
    expect((await answer(`GET ${path}/runs`)).items).toEqual([])
  })

  it('a run of an empty blueprint fails in its stream, and a batch of it is refused (F-012)', async () => {
    const path = await newWorkflow({ nodes: [], edges: [] })
    const events = await demo.stream(`POST ${path}/run`, { body: { inputs: {} } })
    const { items } = await answer(`GET ${path}/runs`)
    const error = 'BlueprintValidationError: Blueprint has no nodes'
    const run_id = items[0]?.id
    expect(events).toMatchObject([
      { event: 'run_started', data: { run_id, status: 'running' } },
      { event: 'run_failed', data: { run_id, status: 'failed', error } },
      { event: 'end', data: {} },
    ])
    for (const { data: sent } of events) expect(sent).not.toHaveProperty('ts')
    expect(events[1]?.data).not.toHaveProperty('duration_ms')
    expect(items).toMatchObject([{ status: 'failed', error, node_results: null }])
    expect(await answer(`POST ${path}/batch-run`, { inputs: [{}] })).toMatchObject({
      status: 400,
      error_code: 'blueprint_empty',
    })
  })

  it('only the list of workflows counts their runs (F-060)', async () => {
    const path = await newWorkflow()
    await demo.stream(`POST ${path}/run`, { body: { inputs: {} } })
    const { items } = await answer('GET /api/workflows')
    expect(items.find(({ id }) => path.endsWith(id))).toMatchObject({
      total_runs: 1,
      last_run_at: expect.any(String),
      success_rate: 100,
    })
    const uncounted = { total_runs: 0, last_run_at: null, success_rate: null }
    expect(await data(`GET ${path}`)).toMatchObject(uncounted)
    expect(await data(`PUT ${path}`, { name: 'Renamed' })).toMatchObject(uncounted)
  })
})

describe('imports, triggers, single nodes and copies of workflows at the known deployment', () => {
  it('an import lists its references to records that do not exist, and changes a name that is already used', async () => {
    const agent = node('a', 'AGENT', { agent_id: 'gone', prompt_template: 'x' })
    const workflow = {
      name: 'Brought along',
      blueprint: { nodes: [start, agent, end], edges: [edge('s', 'a'), edge('a', 'z')] },
    }
    const imported = await data('POST /api/workflows/import', { workflow })
    expect(imported).toMatchObject({
      workflow: { name: 'Brought along', status: 'draft', is_active: true },
      unresolved_references: [
        {
          node_id: 'a',
          node_type: 'AGENT',
          field_name: 'agent_id',
          referenced_id: 'gone',
          resource_type: 'agent',
        },
      ],
      warnings: [],
    })
    const again = await data('POST /api/workflows/import', { data: workflow })
    expect(again).toMatchObject({ workflow: { name: 'Brought along (imported)' } })
  })

  it('the nodes of an imported workflow keep the order of their fields', async () => {
    const workflow = { name: 'Brought along', blueprint: drawn }
    const imported = await data('POST /api/workflows/import', { workflow })
    const { blueprint } = imported['workflow'] as { readonly blueprint: typeof drawn }
    expect(JSON.stringify(blueprint.nodes)).toBe(JSON.stringify(drawn.nodes))
  })

  it.each([
    ['import_invalid_format', {}],
    ['import_invalid_format', { format: 'other', workflow: { name: 'A', blueprint: drawn } }],
    ['import_invalid_blueprint', { workflow: { name: '', blueprint: { nodes: [], edges: [] } } }],
    [
      'import_invalid_blueprint',
      { workflow: { name: 'A', blueprint: { nodes: [end], edges: [] } } },
    ],
  ])('an invalid import is refused with %s and stores nothing', async (code, body) => {
    const before = (await answer('GET /api/workflows')).items.length
    const refused = await answer('POST /api/workflows/import', body)
    expect([refused.status, refused.error_code]).toEqual([400, code])
    expect((await answer('GET /api/workflows')).items).toHaveLength(before)
  })

  it('a trigger needs the newest key of an active workflow, and returns the result of the run', async () => {
    const path = await newWorkflow()
    const guest = visit(mounted)
    const trigger = (key: unknown) =>
      answer(`POST /api/workflows/trigger/${String(key)}`, { inputs: { q: 'a' } }, guest)
    const { api_key: old } = await data(`POST ${path}/generate-api-key`)
    const { api_key } = await data(`POST ${path}/generate-api-key`)
    expect(await trigger(old)).toMatchObject({ status: 401, error_code: 'invalid_api_key' })
    const { data: run } = await trigger(api_key)
    expect(Object.keys(run)).toEqual(['run_id', 'status', 'outputs', 'error', 'duration_ms'])
    expect((await answer(`GET ${path}/runs`)).items).toMatchObject([{ id: run['run_id'] }])
    await answer(`POST /api/admin/workflows/${path.split('/').at(-1)}/toggle`)
    expect(await trigger(api_key)).toMatchObject({ status: 403, error_code: 'workflow_inactive' })
    await data(`DELETE ${path}/api-key`)
    expect(await trigger(api_key)).toMatchObject({ status: 401, error_code: 'invalid_api_key' })
  })

  it('the test of a node returns its output as text, and a copy of a workflow is switched off', async () => {
    const path = await newWorkflow()
    const tested = await data(`POST ${path}/test-node`, { node_id: 'm', variables: { q: 'a' } })
    expect(tested).toMatchObject({ node_type: 'LLM', status: 'completed', error: null })
    expect(tested['output']).toBeTypeOf('string')
    const copy = await data(`POST ${path}/fork`, {})
    const shown = { name: 'Report (Copy)', status: 'draft', is_active: false }
    expect(copy).toMatchObject(shown)
    expect(await data(`GET /api/workflows/${copy.id}`)).toMatchObject(shown)
  })

  it('the list of variables has the variable `output` first for each node (F-075)', async () => {
    const call = node('h', 'HTTP_REQUEST', { title: 'Call' })
    const nodes = [start, call, node('e', 'ENV'), end]
    const path = await newWorkflow({ nodes, edges: [edge('s', 'h'), edge('h', 'z')] })
    expect(await data(`GET ${path}/variables`)).toMatchObject({
      s: { node_type: 'START', title: 'Begin', outputs: [{ name: 'output' }, { name: 'q' }] },
      h: {
        title: 'Call',
        outputs: [{ name: 'output' }, { name: 'status_code' }, { name: 'headers' }],
      },
      e: { outputs: [{ name: 'output' }, { name: 'output_variable' }] },
      z: { outputs: [] },
    })
  })
})
