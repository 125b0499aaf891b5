import { expect, it } from 'vitest'
import type { Workflow } from '../../../contract/records/workflow.ts'
import { describeTransports } from '../../support/transports.ts'
import { type Enveloped, type Paged, signIn, type Visitor } from '../../support/visitor.ts'
import { blueprintOf, demoWorkflow, newWorkflow, taking } from '../../support/workflow-tools.ts'

/** The names of the workflows that a user can see. */
const namesOf = async (visitor: Visitor, filter = '') =>
  (await visitor.call<Paged<Workflow>>(`GET /api/workflows?size=50${filter}`)).json.items
    .map(({ name }) => name)
    .toSorted()

describeTransports('workflows', (mount) => {
  it('workflows are created with a name and an empty blueprint, as a draft of their owner', async () => {
    const visitor = await signIn(await mount())
    const { status, json } = await visitor.call('POST /api/workflows', { body: { name: 'Mine' } })
    expect(status).toBe(200)
    expect(json).toMatchObject({
      success: true,
      data: {
        name: 'Mine',
        blueprint: { nodes: [], edges: [] },
        status: 'draft',
        visibility: 'personal',
        source: 'own',
        total_runs: 0,
        success_rate: null,
      },
    })
  })

  it('workflows keep the layout data of an editor', async () => {
    const visitor = await signIn(await mount())
    const blueprint = {
      nodes: [
        { id: 'a', type: 'start', position: { x: 1, y: 2 }, width: 90, data: { tint: 'red' } },
      ],
      edges: [{ id: 'e1', source: 'a', target: 'a', animated: true }],
      viewport: { x: 0, y: 0, zoom: 2 },
    }
    const workflow = await newWorkflow(visitor, blueprint)
    const { json } = await visitor.call<Enveloped<Workflow>>(`GET /api/workflows/${workflow}`)
    expect(json.data.blueprint).toEqual(blueprint)
  })

  it('an update of a workflow changes the sent fields, and null restores a default', async () => {
    const visitor = await signIn(await mount())
    const workflow = await newWorkflow(visitor, taking(5))
    const change = async (body: object) =>
      (await visitor.call<Enveloped<Workflow>>(`PUT /api/workflows/${workflow}`, { body })).json
        .data
    expect(await change({ description: 'New', icon: '🧪' })).toMatchObject({
      name: 'A workflow',
      description: 'New',
      blueprint: taking(5),
    })
    expect(await change({ icon: null })).toMatchObject({ description: 'New', icon: null })
  })

  it('workflows are listed for users who can see them, filtered by status on request', async () => {
    const mounted = await mount()
    const [demo, other] = [await signIn(mounted), await signIn(mounted, 'other')]
    expect(await namesOf(demo)).toEqual(['Incident triage', 'Invoice approval', 'Weekly report'])
    expect(await namesOf(other)).toEqual(['Incident triage'])
    await newWorkflow(demo, taking(5))
    expect(await namesOf(demo, '&status=draft')).toEqual(['A workflow'])
  })

  it('workflows count their runs and their successful runs', async () => {
    const visitor = await signIn(await mount())
    const workflow = demoWorkflow('Incident triage')
    const { json } = await visitor.call<Enveloped<object>>(`GET /api/workflows/${workflow}/stats`)
    expect(json.data).toMatchObject({
      total_runs: 4,
      completed_runs: 3,
      failed_runs: 1,
      active_runs: 0,
      success_rate: 0.75,
      average_duration_ms: 5920,
    })
    expect((await visitor.call(`GET /api/workflows/${workflow}`)).json).toMatchObject({
      data: { total_runs: 4, success_rate: 0.75, source: 'market' },
    })
  })

  it('workflows are published with their draft, and withdrawn', async () => {
    const mounted = await mount()
    const [demo, other] = [await signIn(mounted), await signIn(mounted, 'other')]
    const workflow = await newWorkflow(demo, taking(5))
    expect(await other.refusal(`GET /api/workflows/${workflow}`)).toEqual([404, 'not_found'])
    const body = { visibility: 'global' }
    expect(
      (await demo.call(`POST /api/workflows/${workflow}/publish`, { body })).json,
    ).toMatchObject({
      data: { status: 'published', visibility: 'global', published_at: expect.any(String) },
    })
    expect((await other.call(`GET /api/workflows/${workflow}`)).status).toBe(200)
    expect((await demo.call(`POST /api/workflows/${workflow}/unpublish`)).json).toMatchObject({
      data: { status: 'draft', visibility: 'personal', published_at: null },
    })
    expect(await other.refusal(`GET /api/workflows/${workflow}`)).toEqual([404, 'not_found'])
  })

  it('workflows are changed only by their owner', async () => {
    const mounted = await mount()
    const other = await signIn(mounted, 'other')
    const seen = demoWorkflow('Incident triage')
    expect(await other.refusal(`PUT /api/workflows/${seen}`, { body: {} })).toEqual([
      403,
      'forbidden',
    ])
    expect(await other.refusal(`DELETE /api/workflows/${seen}`)).toEqual([403, 'forbidden'])
    const hidden = demoWorkflow('Weekly report')
    expect(await other.refusal(`PUT /api/workflows/${hidden}`, { body: {} })).toEqual([
      404,
      'not_found',
    ])
    expect(await other.refusal(`POST /api/workflows/${hidden}/run`, { body: {} })).toEqual([
      404,
      'not_found',
    ])
  })

  it('workflows are deleted together with their runs', async () => {
    const mounted = await mount()
    const visitor = await signIn(mounted)
    const workflow = demoWorkflow('Weekly report')
    const { store } = mounted.fake.world()
    const before = store.workflowRuns.size
    expect((await visitor.call(`DELETE /api/workflows/${workflow}`)).status).toBe(200)
    expect(await visitor.refusal(`GET /api/workflows/${workflow}`)).toEqual([404, 'not_found'])
    expect(store.workflowRuns.size).toBe(before - 3)
  })

  it('workflows get a validation error for each problem that prevents a run', async () => {
    const visitor = await signIn(await mount())
    const wrong = {
      'has no nodes': blueprintOf({}),
      'have the id `a`': {
        ...blueprintOf({}),
        nodes: ['a', 'a'].map((id) => ({ id, type: 'llm' })),
      },
      'The id `inputs` is reserved': blueprintOf({ inputs: { type: 'llm' } }),
      'refers to the node `b`, which does not exist': blueprintOf(
        { a: { type: 'start' } },
        'a > b',
      ),
      'form a cycle': blueprintOf({ a: { type: 'llm' }, b: { type: 'llm' } }, 'a > b', 'b > a'),
      'is invalid at `duration_ms`': blueprintOf({ a: { type: 'llm', duration_ms: -1 } }),
    }
    for (const [says, blueprint] of Object.entries(wrong)) {
      const report = { valid: false, errors: [{ message: expect.stringContaining(says) }] }
      const body = { blueprint }
      expect((await visitor.call('POST /api/workflows/validate', { body })).json).toMatchObject({
        data: report,
      })
      const workflow = await newWorkflow(visitor, blueprint)
      expect((await visitor.call(`POST /api/workflows/${workflow}/validate`)).json).toMatchObject({
        data: report,
      })
      for (const action of ['run', 'batch-run', 'publish']) {
        const inputs = action === 'batch-run' ? [{}] : {}
        const refused = await visitor.call(`POST /api/workflows/${workflow}/${action}`, {
          body: { inputs },
        })
        expect([refused.status, refused.json]).toEqual([
          400,
          { success: false, error: 'bad_request', message: expect.stringContaining(says) },
        ])
      }
    }
  })

  it('workflows may have warnings and still run', async () => {
    const visitor = await signIn(await mount())
    const body = { blueprint: blueprintOf({ a: { type: 'condition' }, b: { type: 'oracle' } }) }
    expect((await visitor.call('POST /api/workflows/validate', { body })).json).toMatchObject({
      data: { valid: true, errors: [], warnings: [{ node_id: 'a' }, { node_id: 'b' }] },
    })
  })

  it('a workflow refuses an invalid blueprint, and a blueprint with too many nodes', async () => {
    const visitor = await signIn(await mount())
    const nodes = Array.from({ length: 501 }, (_, at) => ({ id: `n${at}`, type: 'llm' }))
    const refused = async (blueprint: object) => {
      const body = { name: 'Too much', blueprint }
      const { status, json } = await visitor.call<{ detail: { loc: unknown }[] }>(
        'POST /api/workflows',
        { body },
      )
      return [status, json.detail.map(({ loc }) => loc)]
    }
    expect(await refused({ nodes, edges: [] })).toEqual([422, [['body', 'blueprint', 'nodes']]])
    expect(await refused({ nodes: [{ type: 'llm' }], edges: [] })).toEqual([
      422,
      [['body', 'blueprint', 'nodes', 0, 'id']],
    ])
  })
})
