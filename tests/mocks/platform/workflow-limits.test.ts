import { expect, it, onTestFinished, vi } from 'vitest'
import { readProfile } from '../../../contract/profile.ts'
import type { BatchResult } from '../../../contract/records/workflow-run.ts'
import { describeTransports } from '../../support/transports.ts'
import { type Enveloped, signIn, type Visitor } from '../../support/visitor.ts'
import { newWorkflow, runsOf, taking } from '../../support/workflow-tools.ts'

/** Starts a run and reads it to its end; returns the status. */
async function runOnce(visitor: Visitor, workflow: string): Promise<number> {
  const response = await visitor.open(`POST /api/workflows/${workflow}/run`, {
    body: { inputs: {} },
  })
  await response.text()
  return response.status
}

/** Runs a workflow with several input sets. */
const batchOf = (visitor: Visitor, workflow: string, size: number, more: object = {}) =>
  visitor.call<Enveloped<BatchResult>>(`POST /api/workflows/${workflow}/batch-run`, {
    body: { inputs: Array.from({ length: size }, (_, n) => ({ n })), ...more },
  })

describeTransports('the limits of workflow runs', (mount) => {
  it('a batch of runs has an answer in a page where a library has replaced the global Promise', async () => {
    const visitor = await signIn(await mount())
    const workflow = await newWorkflow(visitor, taking(5))
    onTestFinished(() => void vi.unstubAllGlobals())
    vi.stubGlobal('Promise', class ZoneAwarePromise<Value> extends Promise<Value> {})
    const { status, json } = await batchOf(visitor, workflow, 2)
    expect([status, json.data.total]).toEqual([200, 2])
  })

  it('the limits of workflow runs allow a user ten runs per minute', async () => {
    const mounted = await mount()
    const { clock } = mounted.fake.world()
    clock.freeze()
    const visitor = await signIn(mounted)
    const workflow = await newWorkflow(visitor, taking(5))
    for (let count = 0; count < 9; count++) expect(await runOnce(visitor, workflow)).toBe(200)
    clock.advance(30_000)
    expect(await runOnce(visitor, workflow)).toBe(200)
    const refused = await visitor.call(`POST /api/workflows/${workflow}/run`, {
      body: { inputs: {} },
    })
    expect(refused.status).toBe(429)
    expect(refused.headers.get('retry-after')).toBe('30')
    expect(refused.json).toEqual({
      success: false,
      error: 'rate_limit_exceeded',
      message: 'Rate limit exceeded. Maximum is 10 workflow runs per minute.',
    })
    clock.advance(30_000)
    for (let count = 0; count < 9; count++) expect(await runOnce(visitor, workflow)).toBe(200)
    expect(await runOnce(visitor, workflow)).toBe(429)
  })

  it('the limits of workflow runs send no Retry-After in a deployment with known defects', async () => {
    const picks = { 'workflows.dialect': 'editor', 'workflows.defects': 'true' }
    const mounted = await mount({ profile: readProfile({ picks }) })
    mounted.fake.world().clock.freeze()
    const visitor = await signIn(mounted)
    const workflow = await newWorkflow(visitor, taking(5))
    for (let count = 0; count < 10; count++) await runOnce(visitor, workflow)
    const operation = `POST /api/workflows/${workflow}/run`
    const { status, headers } = await visitor.call(operation, { body: { inputs: {} } })
    expect([status, headers.get('retry-after')]).toEqual([429, null])
  })

  it('the limits of workflow runs count each user separately, without dry runs and refused runs', async () => {
    const mounted = await mount()
    mounted.fake.world().clock.freeze()
    const visitor = await signIn(mounted)
    const workflow = await newWorkflow(visitor, taking(5))
    await visitor.call(`POST /api/workflows/${workflow}/publish`, {
      body: { visibility: 'global' },
    })
    const dry = { inputs: {}, dry_run: true }
    for (let count = 0; count < 12; count++)
      expect(
        (await visitor.call(`POST /api/workflows/${workflow}/run`, { body: dry })).status,
      ).toBe(200)
    for (let count = 0; count < 12; count++) await runOnce(visitor, workflow)
    expect(await runOnce(await signIn(mounted, 'other'), workflow)).toBe(200)
    mounted.fake.world().clock.advance(60_000)
    expect(await runOnce(visitor, workflow)).toBe(200)
  })

  it('the limits of workflow runs allow a user three active runs', async () => {
    const mounted = await mount({ speed: 1 })
    const { clock } = mounted.fake.world()
    clock.freeze()
    const visitor = await signIn(mounted)
    const workflow = await newWorkflow(visitor, taking(5000))
    const sent = { body: { inputs: {} } }
    const readers = []
    for (let count = 0; count < 3; count++) {
      const reader = await visitor.read(`POST /api/workflows/${workflow}/run`, sent)
      await reader.until(2)
      readers.push(reader)
    }
    expect(await visitor.refusal(`POST /api/workflows/${workflow}/run`, sent)).toEqual([
      429,
      'rate_limit_exceeded',
    ])
    clock.advance(5000)
    await Promise.all(readers.map((reader) => reader.rest()))
    const next = await visitor.read(`POST /api/workflows/${workflow}/run`, sent)
    expect(next.response.status).toBe(200)
    await next.leave()
  })
})

describeTransports('a batch of workflow runs', (mount) => {
  it('a batch of workflow runs returns its runs in the order of their inputs', async () => {
    const visitor = await signIn(await mount())
    const workflow = await newWorkflow(visitor, taking(5))
    const { status, json } = await batchOf(visitor, workflow, 100, { max_parallel: 10 })
    expect(status).toBe(200)
    expect(json.data.total).toBe(100)
    expect(json.data.results.map(({ inputs }) => inputs)).toEqual(
      Array.from({ length: 100 }, (_, n) => ({ n })),
    )
    expect(json.data.results[7]).toEqual({
      run_id: expect.any(String),
      inputs: { n: 7 },
      status: 'completed',
      outputs: { echo: 7 },
      error: null,
      duration_ms: 0,
    })
  })

  it('a batch of workflow runs starts as many in parallel as requested: 100 runs, 10 in parallel, take ten rounds', async () => {
    const mounted = await mount({ speed: 1 })
    const { clock, store } = mounted.fake.world()
    clock.freeze()
    const visitor = await signIn(mounted)
    const workflow = await newWorkflow(visitor, taking(1000))
    const answer = batchOf(visitor, workflow, 100, { max_parallel: 10 })
    const started = clock.now()
    await expect.poll(() => [...mounted.fake.world().runningWorkflows].length).toBe(100)
    clock.advance(4500)
    const count = (wanted: string) =>
      [...store.workflowRuns.values()].filter(
        ({ workflow_id, status }) => workflow_id === workflow && status === wanted,
      ).length
    expect(['completed', 'running', 'pending'].map(count)).toEqual([40, 10, 50])
    clock.advance(5499)
    expect(count('running')).toBe(10)
    clock.advance(1)
    const { results } = (await answer).json.data
    expect(results.map(({ status }) => status)).toEqual(
      Array.from({ length: 100 }, () => 'completed'),
    )
    const ends = (await runsOf(visitor, workflow, '?size=100')).map(
      ({ completed_at }) => completed_at,
    )
    expect(new Set(ends).size).toBe(10)
    expect(Math.max(...ends.map((moment) => Date.parse(moment ?? '')))).toBe(started + 10_000)
  })

  it('a batch of workflow runs starts three in parallel by default, and skips runs cancelled before their start', async () => {
    const mounted = await mount({ speed: 1 })
    const { clock, runningWorkflows: runs } = mounted.fake.world()
    clock.freeze()
    const visitor = await signIn(mounted)
    const workflow = await newWorkflow(visitor, taking(1000))
    const answer = batchOf(visitor, workflow, 5)
    await expect.poll(() => [...runs].length).toBe(5)
    const [, second, , fourth] = [...runs.keys()]
    await visitor.call(`POST /api/workflows/${workflow}/runs/${fourth ?? ''}/cancel`)
    expect((await runsOf(visitor, workflow, '?status=running')).length).toBe(3)
    clock.advance(500)
    await visitor.call(`POST /api/workflows/${workflow}/runs/${second ?? ''}/cancel`)
    clock.advance(1000)
    const { results } = (await answer).json.data
    expect(results.map(({ status, duration_ms }) => [status, duration_ms])).toEqual([
      ['completed', 1000],
      ['cancelled', 500],
      ['completed', 1000],
      ['cancelled', 0],
      ['completed', 1000],
    ])
  })

  it('a batch of workflow runs counts as one run', async () => {
    const visitor = await signIn(await mount())
    const workflow = await newWorkflow(visitor, taking(5))
    for (let count = 0; count < 10; count++)
      expect((await batchOf(visitor, workflow, 8)).status).toBe(200)
    expect((await batchOf(visitor, workflow, 8)).status).toBe(429)
  })

  it('a batch of workflow runs counts each of its runs separately if the deployment is configured so', async () => {
    const picks = { 'workflows.batch-counts': 'each' }
    const visitor = await signIn(await mount({ profile: readProfile({ picks }) }))
    const workflow = await newWorkflow(visitor, taking(5))
    expect((await batchOf(visitor, workflow, 8)).status).toBe(200)
    expect((await batchOf(visitor, workflow, 3)).status).toBe(429)
    expect((await batchOf(visitor, workflow, 2)).status).toBe(200)
  })

  it('a batch of workflow runs accepts one to a hundred input sets, and a parallelism of one to ten', async () => {
    const visitor = await signIn(await mount())
    const workflow = await newWorkflow(visitor, taking(5))
    const refused = async (size: number, max_parallel: number) =>
      (await batchOf(visitor, workflow, size, { max_parallel })).status
    expect(await refused(0, 3)).toBe(422)
    expect(await refused(101, 3)).toBe(422)
    expect(await refused(1, 0)).toBe(422)
    expect(await refused(1, 11)).toBe(422)
    expect(await refused(1, 10)).toBe(200)
  })
})
