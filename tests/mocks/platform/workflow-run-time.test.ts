import { expect, it } from 'vitest'
import { readProfile } from '../../../contract/profile.ts'
import { only, type SeenEvent } from '../../support/stream-reader.ts'
import { describeTransports, type Mounted } from '../../support/transports.ts'
import { signIn } from '../../support/visitor.ts'
import * as tools from '../../support/workflow-tools.ts'
import { chain } from './workflows/drawn-run.ts'

const review = { type: 'humanIntervention', title: 'Look' }

/** The approvals that workflow runs requested. */
const reviewsOf = ({ fake }: Mounted) =>
  [...fake.world().store.confirmations.values()].filter(
    ({ tool_name }) => tool_name === 'workflow_review',
  )

describeTransports('the time of a workflow run', (mount) => {
  it('a workflow run follows the clock of the world, with parallel branches', async () => {
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
    const workflow = await tools.newWorkflow(visitor, blueprint)
    const reader = await tools.begin(visitor, workflow)
    const first = [...(await reader.until(5))]
    expect(tools.story(first).slice(3)).toEqual(['node_started slow', 'node_started fast'])
    clock.advance(1000)
    expect(tools.story(await reader.until(6)).at(-1)).toBe('node_completed fast')
    expect(await tools.runOf(visitor, workflow, first)).toMatchObject({
      status: 'running',
      node_results: { fast: { status: 'completed' }, slow: { status: 'running' } },
    })
    clock.advance(2000)
    expect(only(await reader.rest(), 'run_completed')).toMatchObject({ duration_ms: 3000 })
  })

  it('a workflow run continues when the reader disconnects', async () => {
    const mounted = await mount({ speed: 1 })
    const { clock } = mounted.fake.world()
    clock.freeze()
    const visitor = await signIn(mounted)
    const workflow = await tools.newWorkflow(visitor, tools.taking(5000))
    const reader = await tools.begin(visitor, workflow)
    const seen = [...(await reader.until(2))]
    await reader.leave()
    clock.advance(5000)
    expect(await tools.runOf(visitor, workflow, seen)).toMatchObject({ status: 'completed' })
  })

  it('a workflow run is limited to ten minutes, or to the given timeout', async () => {
    const visitor = await signIn(await mount())
    const workflow = await tools.newWorkflow(visitor, tools.taking(601_000))
    const failed = only(await tools.run(visitor, workflow), 'run_failed')
    expect(failed['error']).toBe('The run exceeded its timeout of 600 seconds.')
    const longer = await tools.run(visitor, workflow, {}, { timeout_seconds: 601 })
    expect(longer.at(-2)?.event).toBe('run_completed')
    const shorter = await tools.run(visitor, workflow, {}, { timeout_seconds: 1 })
    expect(await tools.runOf(visitor, workflow, shorter)).toMatchObject({
      status: 'failed',
      node_results: { work: { status: 'cancelled' } },
    })
  })

  it('a workflow run that times out before a review requests no approval', async () => {
    const mounted = await mount()
    const visitor = await signIn(mounted)
    const slow = { type: 'llm', duration_ms: 3000 }
    const workflow = await tools.newWorkflow(visitor, chain({ m: slow, r: review }))
    const events = await tools.run(visitor, workflow, {}, { timeout_seconds: 1 })
    expect(only(events, 'run_failed')).toMatchObject({
      error: 'The run timed out after 1 seconds',
    })
    expect(reviewsOf(mounted)).toEqual([])
  })

  it('a review node with a retry fails after a rejection, and its retry requests no second approval', async () => {
    const mounted = await mount()
    const { clock } = mounted.fake.world()
    clock.freeze()
    const visitor = await signIn(mounted)
    const blueprint = chain({ r: { ...review, retry_count: 1 } })
    const reader = await tools.begin(visitor, await tools.newWorkflow(visitor, blueprint))
    await expect.poll(() => reviewsOf(mounted)).toHaveLength(1)
    const [approval] = reviewsOf(mounted)
    const respond = `POST /api/confirmations/${approval?.id}/respond`
    await visitor.call(respond, { body: { decision: 'reject' } })
    expect(tools.story((await reader.rest()).slice(3))).toEqual([
      'node_started r',
      'node_retrying r',
      'node_failed r',
      'node_skipped z',
      'run_failed',
      'end',
    ])
    expect(reviewsOf(mounted)).toHaveLength(1)
  })

  it('a cancelled workflow run ends at once, and its record keeps the results of its nodes', async () => {
    const mounted = await mount({ speed: 1 })
    const { clock } = mounted.fake.world()
    clock.freeze()
    const visitor = await signIn(mounted)
    const workflow = await tools.newWorkflow(visitor, tools.taking(5000))
    const reader = await tools.begin(visitor, workflow)
    const [start] = [...(await reader.until(2))]
    const one = `/api/workflows/${workflow}/runs/${String(start?.data['run_id'])}`
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

  it.each([
    ['lets its running node end', { type: 'LLM', duration_ms: 1000 }, 'completed'],
    ['ends at once if it waits for a review', { type: 'HUMAN_INTERVENTION' }, 'cancelled'],
  ])(
    'a workflow run of the known deployment that is cancelled twice %s',
    async (_, node, status) => {
      const picks = { 'workflows.dialect': 'editor', 'workflows.defects': 'true' }
      const mounted = await mount({ speed: 1, profile: readProfile({ picks }) })
      const { clock } = mounted.fake.world()
      clock.freeze()
      const visitor = await signIn(mounted)
      const workflow = await tools.newWorkflow(visitor, chain({ n: node }))
      const reader = await tools.begin(visitor, workflow)
      const started = [...(await reader.until(2))]
      clock.advance(100)
      const cancel = `POST /api/workflows/${workflow}/runs/${String(started[0]?.data['run_id'])}/cancel`
      for (let time = 0; time < 2; time++) expect((await visitor.call(cancel)).status).toBe(200)
      clock.advance(1000)
      await reader.rest()
      expect(await tools.runOf(visitor, workflow, started)).toMatchObject({ status })
    },
  )

  it('a workflow run ends when its workflow is deleted', async () => {
    const mounted = await mount({ speed: 1 })
    mounted.fake.world().clock.freeze()
    const visitor = await signIn(mounted)
    const workflow = await tools.newWorkflow(visitor, tools.taking(5000))
    const reader = await tools.begin(visitor, workflow)
    await reader.until(2)
    await visitor.call(`DELETE /api/workflows/${workflow}`)
    expect((await reader.rest()).at(-1)?.event).toBe('end')
    expect([...mounted.fake.world().runningWorkflows]).toEqual([])
  })
})
