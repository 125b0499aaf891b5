import { describe, expect, it } from 'vitest'
import { loadProfile } from '../../../cli/world-data.ts'
import { mountInProcess } from '../../support/transports.ts'
import { type Enveloped, signIn, visit } from '../../support/visitor.ts'
import { begin, blueprintOf, newWorkflow, runsOf, taking } from '../../support/workflow-tools.ts'
import { chain } from './workflows/drawn-run.ts'

describe('a workflow run of a loaded world', () => {
  it('a workflow run of a loaded world continues, and ends with the same record as an uninterrupted run', async () => {
    const [whole, continued] = (await runInTwoWorlds()).map((finished) => finished())
    expect(continued).toEqual(whole)
    expect(new Set(continued?.map(({ status }) => status))).not.toContain('running')
  })

  it('a workflow run of a loaded world continues with its blueprint, although its workflow was changed', async () => {
    const changed = blueprintOf({ only: { type: 'fail' } })
    const [whole, continued] = (await runInTwoWorlds({ blueprint: changed })).map((end) => end())
    expect(continued).toEqual(whole)
    expect(new Set(continued?.map(({ status }) => status))).not.toContain('running')
  })

  it('a workflow run of a loaded world is continued only once, so that a cancelled run stays cancelled', async () => {
    const mounted = mountInProcess({ speed: 1 })
    mounted.fake.clock.freeze()
    const visitor = await signIn(mounted)
    const control = mounted.fake.control()
    const { id: workflow = '' } = control.records.list('workflows').items[0] ?? {}
    await begin(visitor, String(workflow))
    mounted.fake.clock.advance(100)
    const [{ id: run, user_id } = { id: '', user_id: '' }] = await runsOf(visitor, String(workflow))
    await control.restore(structuredClone(control.snapshot()))
    expect(mounted.fake.world().runCounts.current(user_id)).toBe(1)
    await visitor.call(`POST /api/workflows/${workflow}/runs/${run}/cancel`)
    mounted.fake.clock.advance('10m')
    expect(control.records.read('workflow_runs', run).status).toBe('cancelled')
  })

  it('a workflow run of a loaded world continues if its workflow was created in the same millisecond', async () => {
    const [here, there] = [mountInProcess({ speed: 1 }), mountInProcess({ speed: 1 })]
    here.fake.clock.freeze()
    const visitor = await signIn(here)
    const workflow = await newWorkflow(visitor, taking(1000))
    await begin(visitor, workflow)
    await there.fake.control().restore(structuredClone(here.fake.control().snapshot()))
    there.fake.clock.advance(1000)
    const [run] = await runsOf(await signIn(there), workflow)
    expect(run).toMatchObject({ status: 'completed', error: null })
  })

  it('a workflow run of a loaded world without its workflow fails, and leaves no review pending', async () => {
    const [here, there] = [mountInProcess(), mountInProcess()]
    const visitor = await signIn(here)
    const review = { type: 'humanIntervention', title: 'Look' }
    const workflow = await newWorkflow(visitor, chain({ r: review }))
    await begin(visitor, workflow)
    const snapshot = structuredClone(here.fake.control().snapshot())
    const workflows = (snapshot.fixture.workflows ?? []).filter(({ id }) => id !== workflow)
    await there.fake.control().restore({ ...snapshot, fixture: { ...snapshot.fixture, workflows } })
    await signIn(there)
    const stored = there.fake.control().records.list('confirmations', { size: 100 }).items
    const looks = stored.filter((one) => JSON.stringify(one).includes('Look'))
    expect(looks.map(({ status }) => status)).toEqual(['expired'])
  })
})

describe('a triggered run of a loaded world at the known deployment', () => {
  it('a triggered run of a loaded world waits for its review longer than a stream may be silent', async () => {
    const profile = await loadProfile('profiles/deployed-0.8')
    const [here, there] = [mountInProcess({ profile }), mountInProcess({ profile })]
    here.fake.clock.freeze()
    const visitor = await signIn(here)
    const review = { type: 'HUMAN_INTERVENTION', title: 'Look' }
    const workflow = await newWorkflow(visitor, chain({ r: review }))
    const made = await visitor.call<Enveloped<{ readonly api_key: string }>>(
      `POST /api/workflows/${workflow}/generate-api-key`,
    )
    const trigger = `POST /api/workflows/trigger/${made.json.data.api_key}`
    void visit(here).call(trigger, { body: { inputs: {} } })
    await expect.poll(() => here.fake.world().runningWorkflows.size).toBe(1)
    await there.fake.control().restore(structuredClone(here.fake.control().snapshot()))
    there.fake.clock.advance('1h')
    const [run] = await runsOf(await signIn(there), workflow)
    expect(run).toMatchObject({ status: 'running', completed_at: null })
  })
})

/** A fake with a running workflow, and a second fake with its snapshot. Both clocks are frozen. */
async function runInTwoWorlds(change?: Readonly<Record<string, unknown>>) {
  const [here, there] = [mountInProcess({ speed: 1 }), mountInProcess({ speed: 1 })]
  here.fake.clock.freeze()
  const visitor = await signIn(here)
  const { records } = here.fake.control()
  const { id = '' } = records.list('workflows').items[0] ?? {}
  await visitor.read(`POST /api/workflows/${id}/run`, { body: { inputs: {} } })
  here.fake.clock.advance(100)
  if (change !== undefined) await records.change('workflows', String(id), change)
  await there.fake.control().restore(structuredClone(here.fake.control().snapshot()))
  await signIn(there)
  return [here, there].map(({ fake }) => () => {
    fake.clock.advance('10m')
    return fake.control().records.list('workflow_runs', { size: 100 }).items
  })
}
