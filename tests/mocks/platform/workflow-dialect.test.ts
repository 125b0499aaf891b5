import { describe, expect, it } from 'vitest'
import { readProfile } from '../../../contract/profile.ts'
import type { Workflow } from '../../../contract/records/workflow.ts'
import { toEditorBlueprint } from '../../../mocks/platform/workflows/dialects.ts'
import { recordedBlueprint, recordedStreams } from '../../support/recorded-turns.ts'
import { demo, describeTransports, mountInProcess } from '../../support/transports.ts'
import { chain } from './workflows/drawn-run.ts'
import { type Enveloped, signIn, type Visitor } from '../../support/visitor.ts'
import { blueprintOf, demoWorkflow, newWorkflow, run, runOf } from '../../support/workflow-tools.ts'

const profile = readProfile({ picks: { 'workflows.dialect': 'editor' } })

const readBlueprint = async (visitor: Visitor, id: string) =>
  (await visitor.call<Enveloped<Workflow>>(`GET /api/workflows/${id}`)).json.data.blueprint

const recorded = recordedStreams.filter(({ path }) => path.endsWith('/run'))
const blueprints = recorded.map(({ path }) => recordedBlueprint(path))

/** The outputs of a run. */
const outputsOf = async (visitor: Visitor, id: string, inputs: object = {}) => {
  const events = await run(visitor, id, inputs)
  return events.find(({ event }) => event === 'run_completed')?.data['outputs']
}

const template = (text: string) => ({ type: 'templateTransform', template: text })

/** Names that plain access to a table would find in its prototype. */
const inherited = ['constructor', 'valueOf', '__proto__']

describeTransports('a workflow in the form of a web editor', (mount) => {
  it('a blueprint that a client sends in the form of the editor is returned unchanged', async () => {
    const visitor = await signIn(await mount({ profile }))
    for (const blueprint of blueprints) {
      const id = await newWorkflow(visitor, blueprint)
      expect(await readBlueprint(visitor, id)).toEqual(blueprint)
    }
  })

  it('a blueprint of the fixture has the types, the variables and the handles of the editor', async () => {
    const visitor = await signIn(await mount({ profile }))
    const { nodes, edges } = await readBlueprint(visitor, demoWorkflow('Invoice approval'))
    const types = new Set(nodes.map(({ type }) => type))
    expect([...types].toSorted()).toEqual([
      'agent',
      'conditionBranch',
      'connector',
      'end',
      'llm',
      'start',
      'templateTransform',
    ])
    expect(nodes[0]?.data).toMatchObject({
      type: 'START',
      variables: expect.arrayContaining([
        { name: 'amount', type: 'number', required: true, default_value: '1840' },
      ]),
    })
    const handles = new Set(edges.map(({ sourceHandle }) => sourceHandle))
    expect(handles).toEqual(new Set([null, 'condition-true', 'source-default']))
  })

  it('the preview of a node in a loop shows what the node before it returned in the same pass', async () => {
    const visitor = await signIn(await mount({ profile }))
    const blueprint = chain({
      list: { type: 'iterator', list_variable: 's.items' },
      first: template('item {{ list.current_item }}'),
      second: template('got {{ first.output }}'),
    })
    const id = await newWorkflow(visitor, toEditorBlueprint(blueprint))
    const events = await run(visitor, id, { items: ['x', 'y'] })
    const previews = events.flatMap(({ event, data }) =>
      event === 'node_completed' && data['node_id'] === 'second'
        ? [JSON.stringify(data['input_preview'])]
        : [],
    )
    expect(previews).toEqual([expect.stringContaining('item x'), expect.stringContaining('item y')])
  })

  it('a blueprint that cannot be run or published is refused with its problem in the error code, unless it is empty', async () => {
    const visitor = await signIn(await mount({ profile }))
    const error = 'The edges of the blueprint form a cycle.'
    const cycle = blueprintOf({ a: { type: 'llm' }, b: { type: 'llm' } }, 'a > b', 'b > a')
    const blueprint_empty = { nodes: [], edges: [] }
    for (const [code, blueprint] of Object.entries({
      [`invalid_blueprint: ${error}`]: cycle,
      blueprint_empty,
    })) {
      const path = `/api/workflows/${await newWorkflow(visitor, blueprint)}`
      expect(await visitor.refusal(`POST ${path}/run`, { body: {} })).toEqual([400, code])
      expect(await visitor.refusal(`POST ${path}/publish`, { body: {} })).toEqual([400, code])
    }
  })

  it('stored results of a run do not change when nodes of its workflow are renamed or get other types', async () => {
    const visitor = await signIn(await mount({ profile }))
    const found = { type: 'httpRequest', output: { results: ['a', 'b'], output: 'a b' } }
    const id = await newWorkflow(visitor, chain({ find: found, tell: template('{{ find }}') }))
    const events = await run(visitor, id, { q: 'it' })
    const before = await runOf(visitor, id, events)
    const told = events.findLast(({ data }) => data['node_id'] === 'tell')?.data
    expect(before.node_results).toMatchObject({
      tell: { node_type: 'TEMPLATE_TRANSFORM', input_preview: told?.['input_preview'] },
    })
    const blueprint = chain({ find: { ...found, type: 'knowledgeRetrieval' }, say: template('') })
    await visitor.call(`PUT /api/workflows/${id}`, { body: { blueprint } })
    expect(await runOf(visitor, id, events)).toEqual(before)
  })

  it('a workflow of the fixture gives the same outputs in the form of the editor and in the short form', async () => {
    const editor = await signIn(await mount({ profile }))
    const short = await signIn(await mount())
    for (const { id } of demo.workflows)
      expect(await outputsOf(editor, id)).toEqual(await outputsOf(short, id))
  })

  it.each(inherited)(
    'a workflow with a node of the type `%s` is stored, listed and run like any unknown type',
    async (type) => {
      const visitor = await signIn(await mount({ profile }))
      const blueprint = blueprintOf({ s: { type: 'start' }, n: { type } }, 's > n')
      const id = await newWorkflow(visitor, blueprint)
      expect((await readBlueprint(visitor, id)).nodes[1]).toEqual(blueprint.nodes[1])
      expect((await visitor.call('GET /api/workflows')).status).toBe(200)
      expect((await run(visitor, id)).at(-2)?.event).toBe('run_completed')
    },
  )

  it('a branch of the editor takes the first condition that holds, else its default handle', async () => {
    const visitor = await signIn(await mount({ profile }))
    const id = await newWorkflow(visitor, branching)
    for (const [kind, taken] of [
      ['small', 'one'],
      ['large', 'two'],
      ['other', 'none'],
    ])
      expect(await outputsOf(visitor, id, { kind })).toEqual({ taken })
  })

  it('a dry run returns an `execution_plan` with the same node types as the events', async () => {
    const visitor = await signIn(await mount({ profile }))
    const id = await newWorkflow(visitor, branching)
    const body = { inputs: { kind: 'large' }, dry_run: true }
    const { json } = await visitor.call<Enveloped<object>>(`POST /api/workflows/${id}/run`, {
      body,
    })
    expect(json.data).toMatchObject({
      execution_plan: [
        { node_id: 'start', node_type: 'START', position: 0, has_warnings: false },
        { node_id: 'branch', node_type: 'CONDITION_BRANCH', position: 1 },
        { node_id: 'none', position: 2 },
        { node_id: 'one', position: 3 },
        { node_id: 'two', node_type: 'END', position: 4 },
      ],
    })
  })

  it('a failed node shows its error and its inputs in the form of the editor', async () => {
    const visitor = await signIn(await mount({ profile }))
    const id = await newWorkflow(
      visitor,
      blueprintOf(
        { start: { type: 'start', variables: [] }, bad: { type: 'fail' } },
        'start > bad',
      ),
    )
    const events = await run(visitor, id)
    expect(events.find(({ event }) => event === 'node_failed')?.data).toEqual({
      node_id: 'bad',
      node_type: 'FAIL',
      input_preview: '{"start": {"output": {}}}',
      error: 'The node failed.',
      duration_ms: expect.any(Number),
      error_strategy: 'stop_workflow',
      ts: expect.anything(),
    })
  })
})

describe('a drawn workflow in the short dialect', () => {
  it.each(['r', ...inherited])(
    'a drawn workflow runs by the rules of the editor, and its review `%s` waits as a confirmation',
    async (node) => {
      const mounted = mountInProcess()
      const visitor = await signIn(mounted)
      const review = { type: 'humanIntervention', prompt_message: 'Is {{s.q}} fine?' }
      const end = { type: 'end', output_mapping: { said: `{{${node}.output}}` } }
      const nodes = { s: { type: 'start' }, [node]: review, z: end }
      const blueprint = blueprintOf(nodes, `s > ${node}`, `${node} > z`)
      const id = await newWorkflow(visitor, blueprint)
      const events = run(visitor, id, { q: 'it' })
      const { confirmations } = mounted.fake.world().store
      const waiting = () =>
        [...confirmations.values()].filter(({ tool_name }) => tool_name === 'workflow_review')
      await expect.poll(waiting).toHaveLength(1)
      const [confirmation] = waiting()
      expect(confirmation).toMatchObject({
        status: 'pending',
        arguments: { workflow_id: id, node_id: node, description: 'Is it fine?' },
      })
      const respond = `POST /api/confirmations/${confirmation?.id}/respond`
      await visitor.call(respond, { body: { decision: 'approve' } })
      expect((await events).find(({ event }) => event === 'run_completed')?.data).toMatchObject({
        outputs: { said: { status: 'approved' } },
      })
    },
  )
})

/** A blueprint with a branch of two conditions. Its edges refer to the handles of the branch. */
const drawn = blueprintOf(
  {
    start: { type: 'custom' },
    branch: {
      type: 'conditionBranch',
      conditions: [
        { id: 'a', operator: '==', variable: '{{input.kind}}', value: 'small' },
        { id: 'b', handle: 'second', operator: '==', variable: 'kind', value: 'large' },
      ],
      default_handle: 'neither',
    },
    one: { type: 'end', output_mapping: { taken: 'one' } },
    two: { type: 'end', output_mapping: { taken: 'two' } },
    none: { type: 'end', output_schema: { variables: [{ name: 'taken', value: 'none' }] } },
  },
  'start > branch',
  'branch.condition-a > one',
  'branch.second > two',
  'branch.neither > none',
)
const [start, ...others] = drawn.nodes
/** The same blueprint with the type of the start node only in its data, as templates have it. */
const branching = { ...drawn, nodes: [{ ...start, data: { type: 'START' } }, ...others] }

describe('the translation of blueprints', () => {
  it('the translation of blueprints leaves unknown nodes unchanged', () => {
    const unknown = {
      nodes: [{ id: 'a', type: 'humanIntervention', data: { ask: 'Who?' }, position: { x: 1 } }],
      edges: [{ source: 'a', target: 'a', animated: true }],
      viewport: { zoom: 2 },
    }
    expect(toEditorBlueprint(unknown)).toEqual(unknown)
  })

  it('the translation of blueprints does not change a blueprint that is already translated', () => {
    for (const { blueprint } of demo.workflows) {
      const once = toEditorBlueprint(blueprint)
      expect(toEditorBlueprint(once)).toEqual(once)
    }
  })

  it.each(inherited)(
    'the translation of blueprints does not translate the operator or the handle `%s`',
    (name) => {
      const condition = { field: 'inputs.q', operator: name, value: 1 }
      const { nodes, edges } = toEditorBlueprint({
        nodes: [{ id: 'a', type: 'condition', data: { condition } }],
        edges: [{ source: 'a', target: 'b', sourceHandle: name }],
      })
      expect(nodes[0]?.data).toMatchObject({ conditions: [{ operator: name }] })
      expect(edges[0]?.sourceHandle).toBe(name)
    },
  )

  it('the translation of blueprints writes a field and an operator that are no texts as JSON', () => {
    const odd = { toString: 1 }
    const condition = { field: odd, operator: odd, value: 1 }
    const { nodes } = toEditorBlueprint({
      nodes: [{ id: 'a', type: 'condition', data: { condition } }],
      edges: [],
    })
    const text = '{"toString":1}'
    expect(nodes[0]?.data).toMatchObject({ conditions: [{ variable: text, operator: text }] })
  })

  it('the translation of blueprints accepts any values in the fields that it reads', () => {
    for (const odd of [null, 7, 'text', [], [null, 7], {}, { variables: 'x' }, [{ id: {} }]]) {
      const fields = ['variables', 'input_schema', 'output_mapping', 'output_schema', 'conditions']
      const data = Object.fromEntries(
        [...fields, 'template', 'prompt_template'].map((key) => [key, odd]),
      )
      const types = ['start', 'end', 'llm', 'conditionBranch', 'templateTransform', 'condition']
      const nodes = types.map((type) => ({ id: type, type, data }))
      expect(toEditorBlueprint({ nodes, edges: [] }).nodes).toHaveLength(types.length)
    }
  })
})
