import { describe, expect, it } from 'vitest'
import { readProfile } from '../../../contract/profile.ts'
import type { BatchResult } from '../../../contract/records/workflow-run.ts'
import { describeTransports, mountInProcess } from '../../support/transports.ts'
import { type Enveloped, signIn, type Visitor } from '../../support/visitor.ts'
import { blueprintOf, newWorkflow, run, runOf } from '../../support/workflow-tools.ts'

/** Runs a workflow with one node of these fields; returns the result. */
async function ended(visitor: Visitor, node: object, inputs: object) {
  const blueprint = blueprintOf({ a: { type: 'start' }, b: { type: 'http', ...node } }, 'a > b')
  const workflow = await newWorkflow(visitor, blueprint)
  const events = await run(visitor, workflow, inputs)
  return runOf(visitor, workflow, events)
}

const inputs = { x: 'y'.repeat(50_000) }
const manyPlaces = '{{inputs}}'.repeat(9000)

describeTransports('a template whose output would be too large', (mount) => {
  it.each([
    { type: 'template', output: { f0: manyPlaces, f1: manyPlaces } },
    { type: 'template', template: manyPlaces },
    { type: 'llm', prompt: manyPlaces },
    { type: 'template', output: { list: Array(2000).fill('{{inputs}}') } },
    { type: 'fail', message: '{{inputs}}'.repeat(1000) },
    {
      type: 'condition',
      condition: { field: 'inputs.x', operator: 'contains', value: manyPlaces },
    },
  ])(
    'a template whose output would be too large fails its node before the output is created: $type',
    async (node) => {
      const visitor = await signIn(await mount({ speed: Number.POSITIVE_INFINITY }))
      const { status, error } = await ended(visitor, node, inputs)
      expect([status, error]).toEqual(['failed', expect.stringContaining('too large')])
      expect(String(error).length).toBeLessThan(1000)
    },
  )
})

/** Runs five nodes that repeat their input, once per text. Returns the errors, null for none. */
async function errorsOfBatch(visitor: Visitor, texts: readonly string[]) {
  const names = Array.from({ length: 5 }, (_, at) => `n${at}`)
  const nodes = names.map((name) => [name, { type: 'template', template: '{{inputs.x}}' }])
  const workflow = await newWorkflow(visitor, blueprintOf(Object.fromEntries(nodes)))
  const { json } = await visitor.call<Enveloped<BatchResult>>(
    `POST /api/workflows/${workflow}/batch-run`,
    { body: { inputs: texts.map((x) => ({ x })) } },
  )
  return json.data.results.map(({ error }) => error)
}

describe.each(['short', 'editor'])('a batch of runs in the %s dialect', (dialect) => {
  const profile = readProfile({ picks: { 'workflows.dialect': dialect } })

  it('a batch of runs completes its other runs if the outputs of the first run are too large', async () => {
    const visitor = await signIn(mountInProcess({ profile }))
    const texts = [60_000, ...Array<number>(99).fill(1300)].map((length) => 'y'.repeat(length))
    const [first, ...others] = await errorsOfBatch(visitor, texts)
    expect(first).not.toBeNull()
    expect(others).toEqual(Array(99).fill(null))
  })
})

describe('a batch of runs', () => {
  it('the last runs of a batch have an error if the outputs of all runs together are too large', async () => {
    const visitor = await signIn(mountInProcess())
    const errors = await errorsOfBatch(visitor, Array<string>(100).fill('y'.repeat(5000)))
    expect(errors[0]).toBeNull()
    const error = 'The outputs of the batch are too large in total.'
    expect(errors.at(-1)).toEqual(expect.stringContaining(error))
  })
})

const nested = (levels: number, inner: string): unknown =>
  levels === 0 ? inner : { a: nested(levels - 1, inner) }

describe('a run of a workflow', () => {
  it('a run of a workflow whose nodes double their input fails at the limit for the total size of outputs', async () => {
    const visitor = await signIn(mountInProcess({ speed: Number.POSITIVE_INFINITY }))
    const names = Array.from({ length: 400 }, (_, at) => `n${at}`)
    const edges = names.slice(1).map((name, at) => `n${at} > ${name}`)
    const nodes = names.map((name) => [name, { type: 'template', template: '{{inputs.x}}' }])
    const workflow = await newWorkflow(visitor, blueprintOf(Object.fromEntries(nodes), ...edges))
    const record = await runOf(visitor, workflow, await run(visitor, workflow, inputs))
    expect(record).toMatchObject({ status: 'failed' })
    expect(record.error).toContain('The outputs of the run are too large in total.')
    expect(JSON.stringify(record).length).toBeLessThan(2 * 1024 * 1024)
  })

  it('a run of a workflow whose parallel nodes have large outputs fails at the limit for the total size of outputs', async () => {
    const visitor = await signIn(mountInProcess({ speed: Number.POSITIVE_INFINITY }))
    const names = Array.from({ length: 400 }, (_, at) => `n${at}`)
    const nodes = names.map((name) => [name, { type: 'template', template: '{{inputs.x}}' }])
    const workflow = await newWorkflow(visitor, blueprintOf(Object.fromEntries(nodes)))
    const events = await run(visitor, workflow, inputs)
    expect(events.filter(({ event }) => event === 'node_completed').length).toBeLessThan(10)
    const record = await runOf(visitor, workflow, events)
    expect(JSON.stringify(record).length).toBeLessThan(1024 * 1024)
  })

  it('a run of a workflow whose outputs are nested too deeply fails without a crash', async () => {
    const visitor = await signIn(mountInProcess({ speed: Number.POSITIVE_INFINITY }))
    const names = Array.from({ length: 60 }, (_, at) => `n${at}`)
    const edges = names.slice(1).map((name, at) => `n${at} > ${name}`)
    const nodes = names.map((name, at) => [
      name,
      { type: 'http', output: nested(100, at === 0 ? 'x' : `{{n${at - 1}}}`) },
    ])
    const workflow = await newWorkflow(visitor, blueprintOf(Object.fromEntries(nodes), ...edges))
    const record = await runOf(visitor, workflow, await run(visitor, workflow))
    expect(record).toMatchObject({ status: 'failed' })
  })

  it('a run of a workflow accepts inputs and blueprints only within their limits', async () => {
    const visitor = await signIn(mountInProcess())
    const workflow = await newWorkflow(visitor, blueprintOf({ a: { type: 'start' } }))
    const large = { inputs: { x: 'y'.repeat(64 * 1024) } }
    const { status } = await visitor.call(`POST /api/workflows/${workflow}/run`, { body: large })
    expect(status).toBe(422)
    const blueprint = blueprintOf({ a: { type: 'llm', prompt: 'x'.repeat(300_000) } })
    const refused = await visitor.call('POST /api/workflows', { body: { name: 'w', blueprint } })
    expect(refused.status).toBe(422)
    expect(refused.text.length).toBeLessThan(1000)
  })
})
