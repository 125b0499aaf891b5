import { expect, it } from 'vitest'
import { LiveRun } from '../../../mocks/platform/workflows/live-run.ts'
import { describeTransports } from '../../support/transports.ts'
import { signIn } from '../../support/visitor.ts'
import * as tools from '../../support/workflow-tools.ts'

const failToPlan = () => {
  throw new Error('This run cannot be planned.')
}

describeTransports('the runs of a workflow', (mount) => {
  it('the runs of a workflow are listed newest first, filtered by status on request', async () => {
    const visitor = await signIn(await mount())
    const workflow = tools.demoWorkflow('Invoice approval')
    const moments = (await tools.runsOf(visitor, workflow)).map(({ created_at }) => created_at)
    expect(moments).toEqual(moments.toSorted().toReversed())
    expect(moments).toHaveLength(5)
    const { json } = await visitor.call(`GET /api/workflows/${workflow}/runs?size=2`)
    expect(json).toMatchObject({ total: 5, page: 1, size: 2, pages: 3 })
    expect(await tools.runsOf(visitor, workflow, '?status=failed')).toEqual([])
  })

  it('the runs of a workflow belong to the user who started them, and are visible to the owner of the workflow', async () => {
    const mounted = await mount()
    const [demo, other] = [await signIn(mounted), await signIn(mounted, 'other')]
    const workflow = tools.demoWorkflow('Incident triage')
    expect(await tools.runsOf(other, workflow)).toEqual([])
    const events = await tools.run(other, workflow, { region: 'fra-1', minutes: 20 })
    expect(await tools.runsOf(other, workflow)).toHaveLength(1)
    const id = String(events[0]?.data['run_id'])
    expect(await demo.refusal(`GET /api/workflows/${workflow}/runs/${id}`)).toEqual([
      404,
      'not_found',
    ])
    const shared = tools.demoWorkflow('Invoice approval')
    const of = (await tools.runsOf(demo, shared)).map(({ user_id }) => user_id)
    expect(new Set(of).size).toBe(2)
  })

  it('a run of a workflow gets 404 below the path of another workflow', async () => {
    const visitor = await signIn(await mount())
    const [one] = await tools.runsOf(visitor, tools.demoWorkflow('Weekly report'))
    const elsewhere = `/api/workflows/${tools.demoWorkflow('Invoice approval')}/runs/${one?.id ?? ''}`
    expect(await visitor.refusal(`GET ${elsewhere}`)).toEqual([404, 'not_found'])
  })

  it('a run of a workflow that cannot be planned leaves no record', async () => {
    const mounted = await mount()
    const world = mounted.fake.world()
    const [workflow] = world.store.workflows.values()
    if (workflow === undefined) throw new Error('The demo has no workflow.')
    const before = [...world.store.workflowRuns.values()].length
    const about = { workflow, userId: workflow.user_id, inputs: {}, plan: failToPlan }
    const options = { ...about, timeoutSeconds: 600, hasDefects: false, isStreamed: true }
    const start = () => new LiveRun(world, options)
    expect(start).toThrow('This run cannot be planned.')
    expect([...world.store.workflowRuns.values()]).toHaveLength(before)
    expect(world.runningWorkflows.size).toBe(0)
  })

  it('clearing the runs of a workflow keeps active runs', async () => {
    const mounted = await mount({ speed: 1 })
    mounted.fake.world().clock.freeze()
    const visitor = await signIn(mounted)
    const workflow = tools.demoWorkflow('Weekly report')
    const reader = await tools.begin(visitor, workflow)
    await reader.until(2)
    const { json } = await visitor.call(`DELETE /api/workflows/${workflow}/runs`)
    expect(json).toEqual({ success: true, data: { deleted_count: 3 } })
    expect((await tools.runsOf(visitor, workflow)).map(({ status }) => status)).toEqual(['running'])
    await reader.leave()
  })
})
