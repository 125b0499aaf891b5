import { expect, it } from 'vitest'
import { runEventData } from '../contract/records/workflow-run.ts'
import { readProfile } from '../contract/profile.ts'
import { describeTransports } from './transports.ts'
import { only, type SeenEvent } from './stream-reader.ts'
import { signIn, type Visitor } from './visitor.ts'
import * as tools from './workflow-tools.ts'

const run = (visitor: Visitor, path: string, inputs: object = {}, more: object = {}) =>
  visitor.stream(`POST ${path}/run`, { body: { inputs, ...more } })

const begin = (visitor: Visitor, path: string, more: object = {}) =>
  visitor.read(`POST ${path}/run`, { body: { inputs: {}, ...more } })

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
  it('tells every node that begins, ends or is skipped, then its outputs, then `end`', async () => {
    const visitor = await signIn(await mount())
    const events = await run(visitor, await tools.newWorkflow(visitor, branching), { n: 3 })
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

  it('is a server-sent stream whose events carry their moment and no cursor', async () => {
    const visitor = await signIn(await mount())
    const path = await tools.newWorkflow(visitor, branching)
    const response = await visitor.open(`POST ${path}/run`, { body: { inputs: { n: 30 } } })
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    const text = await response.text()
    expect(text).toMatch(/^(event: [a-z_]+\ndata: .+\n\n)+$/)
    expect(text).not.toContain('cursor')
    expect(text).toMatch(/event: node_started\ndata: .*"ts":"\d{4}-\d\d-\d\dT[\d:.]+Z"/)
  })

  it('fails with the node that fails, and what comes after it never begins', async () => {
    const visitor = await signIn(await mount())
    const blueprint = tools.blueprintOf(
      { a: { type: 'fail', message: 'No {{inputs.what}} left.' }, b: { type: 'end' } },
      'a > b',
    )
    const path = await tools.newWorkflow(visitor, blueprint)
    const events = await run(visitor, path, { what: 'ink' })
    const rest = ['node_failed a', 'run_failed', 'end']
    expect(tools.story(events)).toEqual(['run_started', 'node_started a', ...rest])
    expect(only(events, 'node_failed')).toMatchObject({ error: 'No ink left.' })
    expect(await tools.runOf(visitor, path, events)).toMatchObject({
      status: 'failed',
      outputs: null,
      error: 'Node `a` failed: No ink left.',
      node_results: { a: { status: 'failed', error: 'No ink left.' } },
    })
  })

  it('fills places by value, whole or in a text, and takes nothing for code', async () => {
    const visitor = await signIn(await mount())
    const output = {
      whole: '{{inputs.list}}',
      text: 'n={{inputs.n}}, {{ inputs.list.0 }}, {{inputs.none}}.',
      none: '{{inputs.none}}',
      inherited: '{{inputs.constructor.name}}',
    }
    const path = await tools.newWorkflow(
      visitor,
      tools.blueprintOf({ a: { type: 'http', output } }),
    )
    const events = await run(visitor, path, { n: 7, list: ['{{inputs.n}}'] })
    expect(only(events, 'run_completed')).toMatchObject({
      outputs: {
        whole: ['{{inputs.n}}'],
        text: 'n=7, {{inputs.n}}, .',
        none: null,
        inherited: null,
      },
    })
  })

  it('is kept with what became of each node', async () => {
    const visitor = await signIn(await mount())
    const path = await tools.newWorkflow(visitor, branching)
    const events = await run(visitor, path, { n: 30 })
    expect(await tools.runOf(visitor, path, events)).toMatchObject({
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

  it('takes its time on the clock of the world, and side by side where branches are', async () => {
    const mounted = await mount({ speed: 1 })
    const { clock } = mounted.fake.world()
    clock.freeze()
    const visitor = await signIn(mounted)
    const blueprint = tools.blueprintOf(
      {
        start: { type: 'start' },
        slow: { type: 'http', duration_ms: 3000 },
        fast: { type: 'http', duration_ms: 1000 },
        end: { type: 'end' },
      },
      'start > slow',
      'start > fast',
      'slow > end',
      'fast > end',
    )
    const path = await tools.newWorkflow(visitor, blueprint)
    const reader = await begin(visitor, path)
    const first = [...(await reader.until(5))]
    expect(tools.story(first).slice(3)).toEqual(['node_started slow', 'node_started fast'])
    clock.advance(1000)
    expect(tools.story(await reader.until(6)).at(-1)).toBe('node_completed fast')
    expect(await tools.runOf(visitor, path, first)).toMatchObject({
      status: 'running',
      node_results: { fast: { status: 'completed' }, slow: { status: 'running' } },
    })
    clock.advance(2000)
    expect(only(await reader.rest(), 'run_completed')).toMatchObject({ duration_ms: 3000 })
  })

  it('goes on when its reader leaves', async () => {
    const mounted = await mount({ speed: 1 })
    const { clock } = mounted.fake.world()
    clock.freeze()
    const visitor = await signIn(mounted)
    const path = await tools.newWorkflow(visitor, tools.taking(5000))
    const reader = await begin(visitor, path)
    const seen = [...(await reader.until(2))]
    await reader.leave()
    clock.advance(5000)
    expect(await tools.runOf(visitor, path, seen)).toMatchObject({ status: 'completed' })
  })

  it('fails after ten minutes, or after the timeout that it was given', async () => {
    const visitor = await signIn(await mount())
    const path = await tools.newWorkflow(visitor, tools.taking(601_000))
    const failed = only(await run(visitor, path), 'run_failed')
    expect(failed['error']).toBe('The run was ended after its timeout of 600 seconds.')
    const longer = await run(visitor, path, {}, { timeout_seconds: 601 })
    expect(longer.at(-2)?.event).toBe('run_completed')
    const shorter = await run(visitor, path, {}, { timeout_seconds: 1 })
    expect(await tools.runOf(visitor, path, shorter)).toMatchObject({
      status: 'failed',
      node_results: { work: { status: 'cancelled' } },
    })
  })

  it('is ended where it stands when it is cancelled', async () => {
    const mounted = await mount({ speed: 1 })
    const { clock } = mounted.fake.world()
    clock.freeze()
    const visitor = await signIn(mounted)
    const path = await tools.newWorkflow(visitor, tools.taking(5000))
    const reader = await begin(visitor, path)
    const [start] = [...(await reader.until(2))]
    const one = `${path}/runs/${String(start?.data['run_id'])}`
    clock.advance(1000)
    expect(await visitor.refusal(`DELETE ${one}`)).toEqual([409, 'conflict'])
    expect((await visitor.call(`POST ${one}/cancel`)).json).toMatchObject({
      data: {
        status: 'cancelled',
        duration_ms: 1000,
        node_results: { work: { status: 'cancelled' } },
      },
    })
    const story: readonly SeenEvent[] = await reader.rest()
    expect(tools.story(story).slice(2)).toEqual(['run_failed', 'end'])
    expect(only(story, 'run_failed')).toMatchObject({ status: 'cancelled' })
    expect(await visitor.refusal(`POST ${one}/cancel`)).toEqual([409, 'conflict'])
    expect((await visitor.call(`DELETE ${one}`)).status).toBe(200)
    expect(await visitor.refusal(`GET ${one}`)).toEqual([404, 'not_found'])
  })

  it('is ended with its workflow', async () => {
    const mounted = await mount({ speed: 1 })
    mounted.fake.world().clock.freeze()
    const visitor = await signIn(mounted)
    const path = await tools.newWorkflow(visitor, tools.taking(5000))
    const reader = await begin(visitor, path)
    await reader.until(2)
    await visitor.call(`DELETE ${path}`)
    expect((await reader.rest()).at(-1)?.event).toBe('end')
    expect([...mounted.fake.world().runs]).toEqual([])
  })

  it('of a workflow that is switched off is refused', async () => {
    const visitor = await signIn(await mount())
    const path = await tools.newWorkflow(visitor, tools.taking(5))
    await visitor.call(`PUT ${path}`, { body: { is_active: false } })
    const refused = await visitor.refusal(`POST ${path}/run`, { body: {} })
    expect(refused).toEqual([409, 'conflict'])
  })

  it('that is dry is a plan in JSON, and no run', async () => {
    const mounted = await mount()
    const visitor = await signIn(mounted)
    const path = await tools.newWorkflow(visitor, branching)
    expect(await tools.planOf(visitor, path, { n: 30 })).toMatchObject({
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
    expect(await tools.runsOf(visitor, path)).toEqual([])
  })

  it('begins with two events and counts milliseconds where the deployment does so', async () => {
    const picks = { 'workflows.run-started': 'twice', 'workflows.event-moments': 'epoch' }
    const visitor = await signIn(await mount({ profile: readProfile({ picks }) }))
    const path = await tools.newWorkflow(visitor, tools.taking(5))
    const [first, second, third] = await run(visitor, path)
    const { run_id } = first?.data ?? {}
    const workflow_id = path.split('/').at(-1)
    expect(first).toMatchObject({ event: 'run_started', data: { run_id, status: 'running' } })
    expect(Object.keys(first?.data ?? {})).toEqual(['run_id', 'status'])
    expect(second?.data).toEqual({ run_id, workflow_id, node_count: 1, ts: expect.any(Number) })
    expect(third?.data['ts']).toBe(second?.data['ts'])
  })
})

describeTransports('the runs of a workflow', (mount) => {
  it('are listed newest first, by status if asked', async () => {
    const visitor = await signIn(await mount())
    const path = tools.demoWorkflow('Invoice approval')
    const moments = (await tools.runsOf(visitor, path)).map(({ created_at }) => created_at)
    expect(moments).toEqual(moments.toSorted().toReversed())
    expect(moments).toHaveLength(5)
    expect(await tools.runsOf(visitor, path, '?status=failed')).toEqual([])
  })

  it('belong to whoever began them, and are shown to the owner of the workflow', async () => {
    const mounted = await mount()
    const [demo, other] = [await signIn(mounted), await signIn(mounted, 'other')]
    const path = tools.demoWorkflow('Incident triage')
    expect(await tools.runsOf(other, path)).toEqual([])
    const events = await run(other, path, { region: 'fra-1', minutes: 20 })
    expect(await tools.runsOf(other, path)).toHaveLength(1)
    const id = String(events[0]?.data['run_id'])
    expect(await demo.refusal(`GET ${path}/runs/${id}`)).toEqual([404, 'not_found'])
    const shared = tools.demoWorkflow('Invoice approval')
    const of = (await tools.runsOf(demo, shared)).map(({ user_id }) => user_id)
    expect(new Set(of).size).toBe(2)
  })

  it('are found under their own workflow alone', async () => {
    const visitor = await signIn(await mount())
    const [one] = await tools.runsOf(visitor, tools.demoWorkflow('Weekly report'))
    const elsewhere = `${tools.demoWorkflow('Invoice approval')}/runs/${one?.id ?? ''}`
    expect(await visitor.refusal(`GET ${elsewhere}`)).toEqual([404, 'not_found'])
  })

  it('are cleared, but for those that have not ended', async () => {
    const mounted = await mount({ speed: 1 })
    mounted.fake.world().clock.freeze()
    const visitor = await signIn(mounted)
    const path = tools.demoWorkflow('Weekly report')
    const reader = await begin(visitor, path)
    await reader.until(2)
    const { json } = await visitor.call(`DELETE ${path}/runs`)
    expect(json).toEqual({ success: true, data: { deleted_count: 3 } })
    expect((await tools.runsOf(visitor, path)).map(({ status }) => status)).toEqual(['running'])
    await reader.leave()
  })
})
