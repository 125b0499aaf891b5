import { beforeEach, describe, expect, it } from 'vitest'
import { type Mounted, mountInProcess } from '../support/transports.ts'
import { signIn, visit, type Visitor } from '../support/visitor.ts'
import { blueprintOf, story } from '../support/workflow-tools.ts'
import { profile } from './deployed-visitor.ts'

/** The profile of the known deployment without its known defects in workflows. */
const kind = {
  ...profile,
  picks: { ...profile.picks, 'workflows.defects': { option: 'kind' } },
} as typeof profile

type Row = Readonly<Record<string, unknown>> & { readonly id: string }

let mounted: Mounted
let demo: Visitor
async function begin(using: typeof profile, speed = Number.POSITIVE_INFINITY) {
  mounted = mountInProcess({ profile: using, speed })
  mounted.fake.clock.freeze()
  demo = await signIn(mounted)
}
const answer = async (operation: string, body?: unknown, visitor = demo) => {
  const { status, json } = await visitor.call<Row & { readonly data: Row }>(operation, { body })
  return { status, ...json }
}
const data = async (operation: string, body?: unknown) => (await answer(operation, body)).data
const newWorkflow = async (blueprint: object) =>
  `/api/workflows/${(await data('POST /api/workflows', { name: 'Checked', blueprint })).id}`

/** A blueprint of nodes that follow each other, in the format of templates of the deployment. */
const inRow = (
  nodes: Readonly<Record<string, { readonly type: string; readonly [field: string]: unknown }>>,
  output: object = {},
) => {
  const all = { s: { type: 'START' }, ...nodes, z: { type: 'END', output_mapping: output } }
  const { nodes: plain, edges } = blueprintOf(
    all,
    ...Object.keys(all)
      .slice(1)
      .map((id, at) => `${Object.keys(all)[at]} > ${id}`),
  )
  const drawn = plain.map(({ id, type, data: fields }) => ({
    id,
    type: 'custom',
    data: { ...fields, type },
  }))
  return { nodes: drawn, edges }
}
const review = { type: 'HUMAN_INTERVENTION', title: 'Look', prompt_message: 'Is {{s.q}} fine?' }
const reviewed = inRow({ r: review }, { said: '{{r.output}}' })

/** Starts a run without reading it. The run continues without a reader. */
const start = async (path: string, inputs: object = { q: 'it' }) => {
  await demo.read(`POST ${path}/run`, { body: { inputs } })
  const [run] = (await demo.call<{ readonly items: readonly Row[] }>(`GET ${path}/runs`)).json.items
  return String(run?.id)
}
const pending = async () =>
  ((await data('GET /api/workflows/approvals/pending')) as unknown as readonly Row[]).filter(
    ({ node_id }) => node_id === 'r',
  )
const runOf = (path: string, id: string) => data(`GET ${path}/runs/${id}`)

describe('a review of a workflow', () => {
  beforeEach(() => begin(kind))

  it('a review waits in the list of pending approvals, and its approval completes the run (F-050 to F-054)', async () => {
    const path = await newWorkflow(reviewed)
    const run = await start(path)
    mounted.fake.clock.advance('1h')
    expect(await runOf(path, run)).toMatchObject({
      status: 'running',
      node_results: { r: { status: 'running' } },
    })
    const [approval] = await pending()
    expect(approval).toEqual({
      id: expect.any(String),
      workflow_run_id: run,
      node_id: 'r',
      title: 'Look',
      description: 'Is it fine?',
      status: 'pending',
      assignee: null,
      decision_by: null,
      decision_note: null,
      timeout_hours: 24,
      created_at: expect.any(String),
      resolved_at: null,
      updated_at: null,
    })
    expect(await data(`GET ${path}/runs/${run}/approvals`)).toEqual([approval])
    const approve = `POST /api/workflows/approvals/${approval?.id}/approve`
    expect(await data(approve, { note: 'Good' })).toMatchObject({
      status: 'approved',
      decision_note: 'Good',
    })
    const ended = await runOf(path, run)
    expect(ended).toMatchObject({
      status: 'completed',
      outputs: { said: { status: 'approved', approval_id: approval?.id, decision_note: 'Good' } },
      duration_ms: 3_600_000,
    })
    expect(await answer(approve, {})).toMatchObject({
      status: 409,
      error_code: 'approval_already_resolved',
    })
    expect(await pending()).toEqual([])
  })

  it('a run fails with the note of a reviewer who rejects it, and also if its review times out (F-054)', async () => {
    const path = await newWorkflow(reviewed)
    const run = await start(path)
    const [approval] = await pending()
    await data(`POST /api/workflows/approvals/${approval?.id}/reject`, { note: 'Too late' })
    expect(await runOf(path, run)).toMatchObject({
      status: 'failed',
      error: "Nodes failed: ['r']",
      node_results: { r: { error: 'Approval rejected: Too late' } },
    })
    const other = await start(path)
    mounted.fake.clock.advance('25h')
    demo = await signIn(mounted)
    expect(await runOf(path, other)).toMatchObject({
      node_results: { r: { error: 'Approval timed out' } },
    })
    expect(await data(`GET ${path}/runs/${other}/approvals`)).toMatchObject([{ status: 'expired' }])
  })

  it('a review can be decided only by its assignee, and an unknown review gets 404 (F-053)', async () => {
    const path = await newWorkflow(inRow({ r: { ...review, assignee: 'somebody' } }))
    const run = await start(path)
    const [approval] = (await data(
      `GET ${path}/runs/${run}/approvals`,
    )) as unknown as readonly Row[]
    expect(await pending()).toEqual([])
    const approvals = '/api/workflows/approvals'
    const approve = (id: unknown) => answer(`POST ${approvals}/${String(id)}/approve`, {})
    expect(await approve(approval?.id)).toMatchObject({
      status: 403,
      error_code: 'approval_not_assigned',
    })
    expect((await answer(`POST ${approvals}/${approval?.id}/approve`)).status).toBe(422)
    expect(await approve('none')).toMatchObject({ status: 404, error_code: 'approval_not_found' })
  })

  it('two parallel reviews can be decided in any order, and other branches continue meanwhile', async () => {
    const { nodes } = inRow({ a: review, r: review, m: { type: 'LLM' } }, { m: '{{m.output}}' })
    const edges = ['a', 'r', 'm'].flatMap((id) => [
      { source: 's', target: id },
      { source: id, target: 'z' },
    ])
    const path = await newWorkflow({ nodes, edges })
    const run = await start(path)
    const status = async () => (await runOf(path, run))['node_results']
    expect(await status()).toMatchObject({
      a: { status: 'running' },
      m: { status: 'completed' },
      r: { status: 'running' },
    })
    const open = (await data(`GET ${path}/runs/${run}/approvals`)) as unknown as readonly Row[]
    for (const node of ['r', 'a']) {
      const { id } = open.find(({ node_id }) => node_id === node) ?? { id: '' }
      mounted.fake.clock.advance('30m')
      await data(`POST /api/workflows/approvals/${id}/approve`, {})
    }
    expect(await runOf(path, run)).toMatchObject({
      status: 'completed',
      outputs: { m: 'A draft for: m' },
      duration_ms: 3_600_000,
    })
  })

  it('a review survives a restart, and its decision then completes the run', async () => {
    const path = await newWorkflow(
      inRow({ r: review, m: { type: 'LLM', prompt_template: '{{r.output}}' } }),
    )
    // A change of the workflow since the start of a run would end the run.
    mounted.fake.clock.advance(1)
    const run = await start(path)
    mounted.fake.clock.advance('1h')
    const before = await runOf(path, run)
    const snapshot = structuredClone(mounted.fake.control().snapshot())
    await begin(kind)
    await mounted.fake.control().restore(snapshot)
    demo = await signIn(mounted)
    expect(await runOf(path, run)).toEqual(before)
    const [approval] = await pending()
    expect(await pending()).toHaveLength(1)
    await data(`POST /api/workflows/approvals/${approval?.id}/approve`, {})
    expect(await runOf(path, run)).toMatchObject({ status: 'completed', duration_ms: 3_600_000 })
  })

  it('a cancelled run expires its review, and batch runs and triggered runs wait for their reviews (F-054)', async () => {
    const path = await newWorkflow(reviewed)
    const run = await start(path)
    await data(`POST ${path}/runs/${run}/cancel`)
    expect(await data(`GET ${path}/runs/${run}/approvals`)).toMatchObject([{ status: 'expired' }])
    const { api_key } = await data(`POST ${path}/generate-api-key`)
    const waiting = [
      answer(
        `POST /api/workflows/trigger/${String(api_key)}`,
        { inputs: { q: 2 } },
        visit(mounted),
      ),
      data(`POST ${path}/batch-run`, { inputs: [{ q: 1 }] }),
    ]
    await expect.poll(pending).toHaveLength(2)
    for (const { id } of await pending())
      await data(`POST /api/workflows/approvals/${id}/approve`, {})
    const [triggered, batch] = await Promise.all(waiting)
    expect(batch).toMatchObject({ results: [{ status: 'completed' }] })
    expect(triggered).toMatchObject({
      status: 200,
      data: { status: 'completed', outputs: { said: {} } },
    })
  })
})

describe('a run of a workflow at the known deployment', () => {
  beforeEach(() => begin(profile, 1))
  const eventsOf = async (path: string, inputs: object = { q: 'it' }) => {
    const events = demo.stream(`POST ${path}/run`, { body: { inputs } })
    await expect.poll(() => mounted.fake.world().runningWorkflows.size).toBeGreaterThan(0)
    mounted.fake.clock.advance('20m')
    return events
  }
  const notes = () =>
    [...mounted.fake.world().journal.entries()].map(({ explanation }) => explanation).join('\n')

  it('node types with inner capitals are unknown, and the journal says that the deployment fails, too (F-010, F-012)', async () => {
    const plain = blueprintOf(
      { s: { type: 'start' }, h: { type: 'httpRequest' }, z: { type: 'end' } },
      's > h',
      'h > z',
    )
    const path = await newWorkflow(plain)
    const events = await demo.stream(`POST ${path}/run`, { body: { inputs: {} } })
    expect(story(events)).toEqual(['run_started', 'run_failed', 'end'])
    const error = expect.stringMatching(
      /^BlueprintValidationError: Node h has the unknown type httpRequest/,
    )
    expect(events[1]?.data).toMatchObject({ status: 'failed', error })
    const [run] = (await demo.call<{ readonly items: readonly Row[] }>(`GET ${path}/runs`)).json
      .items
    expect(run).toMatchObject({ status: 'failed', error, node_results: null })
    expect(notes()).toContain('the deployment fails here, too (F-010)')
    expect(await answer(`POST ${path}/batch-run`, { inputs: [{}] })).toMatchObject({
      status: 400,
      error_code: expect.stringContaining('invalid_blueprint: '),
    })
    expect(await data(`POST ${path}/validate`)).toMatchObject({ valid: false })
  })

  it('a stream without an event for 15 seconds ends, and its run is recorded as completed without outputs (F-031)', async () => {
    const path = await newWorkflow(reviewed)
    expect(story(await eventsOf(path))).toEqual([
      'run_started',
      'run_started',
      'node_started s',
      'node_completed s',
      'node_started r',
      'end',
    ])
    const [run] = (await demo.call<{ readonly items: readonly Row[] }>(`GET ${path}/runs`)).json
      .items
    expect(run).toMatchObject({ status: 'completed', outputs: null, error: null })
    for (const field of ['status', 'duration_ms'])
      expect(run?.['node_results']).not.toHaveProperty(`r.${field}`)
    const approve = `POST /api/workflows/approvals/${(await pending())[0]?.id}/approve`
    expect((await answer(approve, {})).status).toBe(200)
    const slow = await newWorkflow(inRow({ m: { type: 'LLM', duration_ms: 20_000 } }))
    expect(story(await eventsOf(slow)).slice(-2)).toEqual(['node_started m', 'end'])
  })

  it('a streamed run is recorded as pending until its end, and a cancelled run as completed (F-036, F-037)', async () => {
    const path = await newWorkflow(inRow({ m: { type: 'LLM' }, n: { type: 'LLM' } }))
    const run = await start(path)
    mounted.fake.clock.advance(100)
    expect(await runOf(path, run)).toMatchObject({ status: 'pending', started_at: null })
    const cancelled = { cancelled: true, run_id: run }
    expect(await data(`POST ${path}/runs/${run}/cancel`)).toEqual(cancelled)
    mounted.fake.clock.advance('1m')
    expect(await runOf(path, run)).toMatchObject({
      status: 'completed',
      node_results: { m: { status: 'completed' }, n: { reason: 'The run was cancelled' } },
    })
    expect(await answer(`POST ${path}/runs/${run}/cancel`)).toMatchObject({
      status: 200,
      data: cancelled,
    })
    await start(path)
    await data(`DELETE ${path}`)
    expect(mounted.fake.world().runningWorkflows.size).toBe(0)
  })

  it('events have previews, retries and error strategies, and a failed node has no status in the record (F-030, F-032, F-036)', async () => {
    const bad = {
      type: 'LLM',
      fails: true,
      retry_count: 1,
      error: 'Busy',
      error_strategy: 'fail_branch',
    }
    const path = await newWorkflow(
      inRow({ m: { type: 'LLM', prompt_template: 'x'.repeat(900) }, bad }),
    )
    const events = await eventsOf(path)
    const named = (name: string, id: string) =>
      events.find(({ event, data: fields }) => event === name && fields['node_id'] === id)?.data
    expect(named('node_completed', 'm')).toMatchObject({
      node_type: 'LLM',
      status: 'completed',
      input_preview: '{"s": {"q": "it", "output": {"q": "it"}}, "__input__": {"input.q": "it"}}',
      output_preview: `A draft for: ${'x'.repeat(187)}`,
      retries_used: 0,
    })
    expect(named('node_retrying', 'bad')).toEqual({
      node_id: 'bad',
      node_type: 'LLM',
      attempt: 1,
      max_retries: 1,
      delay_ms: 1000,
      previous_error: 'Busy',
      ts: expect.any(Number),
    })
    const failure = named('node_failed', 'bad')
    expect(failure).toMatchObject({
      error: 'Busy',
      error_strategy: 'fail_branch',
      skipped_downstream: ['z'],
    })
    expect(String(failure?.['input_preview'])).toHaveLength(500)
    const [run] = (await demo.call<{ readonly items: readonly Row[] }>(`GET ${path}/runs`)).json
      .items
    expect(run).toMatchObject({
      error: "Nodes failed: ['bad']",
      node_results: { bad: { error: 'Busy' } },
    })
    expect(run?.['node_results']).not.toHaveProperty('bad.status')
    expect(notes()).toContain('(F-034)')
  })

  it('the test of a node returns its output, the variables and the environment, or its error (F-069)', async () => {
    const path = await newWorkflow(
      inRow({
        l: { type: 'LIST_OPERATION', input_variable: 's.items', operation: 'length' },
        w: { type: 'SUB_WORKFLOW', workflow_id: 'any' },
      }),
    )
    const test = (node_id: string, variables: object) =>
      answer(`POST ${path}/test-node`, { node_id, variables, env_vars: { KEY: 'k' } })
    expect((await test('l', { 's.items': [1, 2] })).data).toEqual({
      node_id: 'l',
      node_type: 'LIST_OPERATION',
      status: 'completed',
      output: '2',
      error: null,
      duration_ms: expect.any(Number),
      variables_after: { 's.items': [1, 2], 'l.output': 2, 'env.KEY': 'k' },
    })
    expect((await test('w', {})).data).toMatchObject({ status: 'failed', output: null })
    expect(await test('s', {})).toMatchObject({ error_code: 'node_not_testable' })
  })

  it('the environment of a workflow is available to its nodes (F-024, F-068)', async () => {
    const path = await newWorkflow(
      inRow({ e: { type: 'ENV', env_keys: ['TOKEN'] } }, { a: '{{env.TOKEN}}', b: 'e.output' }),
    )
    await data(`PUT ${path}/env`, { env_vars: { TOKEN: 'secret' } })
    const events = await eventsOf(path)
    expect(events.at(-2)?.data).toMatchObject({ outputs: { a: 'secret', b: { TOKEN: 'secret' } } })
  })

  it('statistics are null before the first run, and do not count failed nodes (F-036, F-074)', async () => {
    const path = await newWorkflow(inRow({ bad: { type: 'LLM', fails: true } }))
    const empty = { total_runs: 0, success_rate: null, avg_duration_ms: null }
    expect(await data(`GET ${path}/stats`)).toMatchObject({ ...empty, last_run_at: null })
    const nothing = { status_distribution: {}, p99_duration_ms: null, avg_nodes_per_run: null }
    expect(await data(`GET ${path}/analytics`)).toMatchObject({ ...empty, ...nothing })
    await eventsOf(path)
    expect(await data(`GET ${path}/stats`)).toMatchObject({ total_runs: 1, failed: 1 })
    // In the deployment, failed nodes have no status, so none is counted.
    expect(await data(`GET ${path}/analytics`)).toMatchObject({ most_failed_nodes: [] })
  })

  it('a test of a webhook needs its URL, and a workflow that is running cannot be triggered (F-038, F-076)', async () => {
    const path = await newWorkflow(reviewed)
    const webhook = `POST ${path}/test-webhook`
    expect(await answer(webhook)).toMatchObject({ error_code: 'webhook_url_not_configured' })
    const webhook_url = 'https://hooks.example.com/a'
    await data(`PUT ${path}`, { webhook_url })
    expect(await data(webhook)).toEqual({ success: true, status_code: 200, webhook_url })
    const { api_key } = await data(`POST ${path}/generate-api-key`)
    await start(path)
    expect(await answer(`POST /api/workflows/trigger/${String(api_key)}`, {})).toMatchObject({
      status: 429,
      error_code: 'workflow_already_running',
    })
  })
})
