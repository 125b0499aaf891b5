import { expect, it } from 'vitest'
import { runEventData } from '../../../contract/records/workflow-run.ts'
import { readProfile } from '../../../contract/profile.ts'
import { describeTransports } from '../../support/transports.ts'
import { only } from '../../support/stream-reader.ts'
import { signIn } from '../../support/visitor.ts'
import * as tools from '../../support/workflow-tools.ts'

/** A blueprint that branches on `inputs.n`, and joins again. */
const branching = tools.blueprintOf(
  {
    start: { type: 'start' },
    big: { type: 'condition', condition: { field: 'inputs.n', operator: 'gt', value: 10 } },
    yes: { type: 'template', template: '{{inputs.n}} is big' },
    no: { type: 'template', template: '{{inputs.n}} is small' },
    end: { type: 'end' },
  },
  'start > big',
  'big.true > yes',
  'big.false > no',
  'yes > end',
  'no > end',
)

describeTransports('a run of a workflow', (mount) => {
  it('a run of a workflow sends an event for every node that starts, ends or is skipped, then its outputs, then `end`', async () => {
    const visitor = await signIn(await mount())
    const events = await tools.run(visitor, await tools.newWorkflow(visitor, branching), { n: 3 })
    expect(tools.story(events)).toEqual([
      'run_started',
      'node_started start',
      'node_completed start',
      'node_started big',
      'node_completed big',
      'node_skipped yes',
      'node_started no',
      'node_completed no',
      'node_started end',
      'node_completed end',
      'run_completed',
      'end',
    ])
    expect(only(events, 'run_completed')).toMatchObject({ outputs: { text: '3 is small' } })
    expect(events.at(-1)?.data).toEqual({})
    for (const { event, data } of events)
      expect(runEventData[event as keyof typeof runEventData].safeParse(data).error).toBeUndefined()
  })

  it('a run of a workflow is a stream of server-sent events with a time and without cursors', async () => {
    const visitor = await signIn(await mount())
    const workflow = await tools.newWorkflow(visitor, branching)
    const response = await visitor.open(`POST /api/workflows/${workflow}/run`, {
      body: { inputs: { n: 30 } },
    })
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    const text = await response.text()
    expect(text).toMatch(/^(event: [a-z_]+\ndata: .+\n\n)+$/)
    expect(text).not.toContain('cursor')
    expect(text).toMatch(/event: node_started\ndata: .*"ts":"\d{4}-\d\d-\d\dT[\d:.]+Z"/)
  })

  it('a run of a workflow fails with the first node that fails, and later nodes never start', async () => {
    const visitor = await signIn(await mount())
    const blueprint = tools.blueprintOf(
      { a: { type: 'fail', message: 'No {{inputs.what}} left.' }, b: { type: 'end' } },
      'a > b',
    )
    const workflow = await tools.newWorkflow(visitor, blueprint)
    const events = await tools.run(visitor, workflow, { what: 'ink' })
    const rest = ['node_failed a', 'run_failed', 'end']
    expect(tools.story(events)).toEqual(['run_started', 'node_started a', ...rest])
    expect(only(events, 'node_failed')).toMatchObject({ error: 'No ink left.' })
    expect(await tools.runOf(visitor, workflow, events)).toMatchObject({
      status: 'failed',
      outputs: null,
      error: 'Node `a` failed: No ink left.',
      node_results: { a: { status: 'failed', error: 'No ink left.' } },
    })
  })

  it('a run of a workflow fills placeholders with values or their text, and never executes code', async () => {
    const visitor = await signIn(await mount())
    const output = {
      whole: '{{inputs.list}}',
      text: 'n={{inputs.n}}, {{ inputs.list.0 }}, {{inputs.none}}.',
      none: '{{inputs.none}}',
      inherited: '{{inputs.constructor.name}}',
    }
    const workflow = await tools.newWorkflow(
      visitor,
      tools.blueprintOf({ a: { type: 'http', output } }),
    )
    const events = await tools.run(visitor, workflow, { n: 7, list: ['{{inputs.n}}'] })
    expect(only(events, 'run_completed')).toMatchObject({
      outputs: {
        whole: ['{{inputs.n}}'],
        text: 'n=7, {{inputs.n}}, .',
        none: null,
        inherited: null,
      },
    })
  })

  it('a run of a workflow is stored with the result of each node', async () => {
    const visitor = await signIn(await mount())
    const workflow = await tools.newWorkflow(visitor, branching)
    const events = await tools.run(visitor, workflow, { n: 30 })
    expect(await tools.runOf(visitor, workflow, events)).toMatchObject({
      status: 'completed',
      inputs: { n: 30 },
      outputs: { text: '30 is big' },
      error: null,
      node_results: {
        big: { status: 'completed', output: { result: true } },
        no: { status: 'skipped', output: null },
      },
    })
  })

  it('a run of a disabled workflow is refused', async () => {
    const visitor = await signIn(await mount())
    const workflow = await tools.newWorkflow(visitor, tools.taking(5))
    await visitor.call(`PUT /api/workflows/${workflow}`, { body: { is_active: false } })
    const refused = await visitor.refusal(`POST /api/workflows/${workflow}/run`, { body: {} })
    expect(refused).toEqual([409, 'conflict'])
  })

  it('a workflow run with dry_run returns a plan as JSON, and is not stored', async () => {
    const mounted = await mount()
    const visitor = await signIn(mounted)
    const workflow = await tools.newWorkflow(visitor, branching)
    expect(await tools.planOf(visitor, workflow, { n: 30 })).toMatchObject({
      dry_run: true,
      node_count: 5,
      outcome: 'completed',
      duration_ms: 30,
      nodes: [
        { node_id: 'start', will: 'complete' },
        { node_id: 'big', will: 'complete' },
        { node_id: 'yes', will: 'complete', starts_after_ms: 10 },
        { node_id: 'no', will: 'be skipped' },
        { node_id: 'end', will: 'complete' },
      ],
    })
    expect(await tools.runsOf(visitor, workflow)).toEqual([])
  })

  it('a run of a workflow has two start events and times in milliseconds if the deployment is configured so', async () => {
    const picks = { 'workflows.run-started': 'twice', 'workflows.event-moments': 'epoch' }
    const visitor = await signIn(await mount({ profile: readProfile({ picks }) }))
    const workflow = await tools.newWorkflow(visitor, tools.taking(5))
    const [first, second, third] = await tools.run(visitor, workflow)
    const { run_id } = first?.data ?? {}
    expect(first).toMatchObject({ event: 'run_started', data: { run_id, status: 'running' } })
    expect(Object.keys(first?.data ?? {})).toEqual(['run_id', 'status'])
    expect(second?.data).toEqual({
      run_id,
      workflow_id: workflow,
      node_count: 1,
    })
    expect(third?.data['ts']).toEqual(expect.any(Number))
  })
})
