import { describe, expect, it } from 'vitest'
import { toEditorBlueprint } from '../../../../mocks/platform/workflows/dialects.ts'
import { demo } from '../../../support/transports.ts'
import { blueprintOf } from '../../../support/workflow-tools.ts'
import { addWorkflow, chain, resultOf, runOf, storyOf } from './drawn-run.ts'

const truly = { hasDefects: true }

const failing = (error_strategy?: string) =>
  blueprintOf(
    {
      s: { type: 'start' },
      bad: { type: 'llm', fails: true, ...(error_strategy && { error_strategy }) },
      after: { type: 'llm' },
      slow: { type: 'llm', duration_ms: 5000 },
      other: { type: 'llm' },
      z: { type: 'end', output_mapping: { a: 1 } },
    },
    's > bad',
    's > slow',
    'bad > after',
    'slow > other',
    'after > z',
    'other > z',
  )
const statuses = (run: ReturnType<typeof runOf>) =>
  Object.fromEntries(run.steps.map(({ node, status }) => [node.id, status]))

describe('the order of a drawn workflow', () => {
  it('ready nodes start in the order of their ids, five at a time, and a join waits for all its inputs (F-033)', () => {
    const ids = ['a', 'b', 'c', 'd', 'e', 'f']
    const nodes = Object.fromEntries(
      ids.map((id, at) => [id, { type: 'llm', duration_ms: 100 + at }]),
    )
    const blueprint = blueprintOf(
      { z: { type: 'end', output_mapping: { a: 1 } }, ...nodes, s: { type: 'start' } },
      ...ids.flatMap((id) => [`s > ${id}`, `${id} > z`]),
    )
    const story = storyOf(runOf(blueprint))
    expect(story.slice(0, 9)).toEqual([
      'start s',
      'end s',
      ...ids.slice(0, 5).map((id) => `start ${id}`),
      'end a',
      'start f',
    ])
    expect(story.slice(-4)).toEqual(['end e', 'end f', 'start z', 'end z'])
  })

  it('a node is skipped if no edge into it is active, and so are its successors; an unconnected node runs (F-033)', () => {
    const blueprint = blueprintOf(
      {
        s: { type: 'start' },
        b: {
          type: 'conditionBranch',
          conditions: [{ id: '1', variable: 'q', operator: '==', value: 'x' }],
        },
        x: { type: 'llm' },
        y: { type: 'llm' },
        j: { type: 'llm' },
        lone: { type: 'llm' },
        z: { type: 'end', output_mapping: { a: '{{j.output}}' } },
      },
      's > b',
      'b.condition-1 > x',
      'x > y',
      'y > j',
      'b.source-default > j',
      'j > z',
    )
    const run = runOf(blueprint, { q: 'o' })
    expect(
      run.steps.filter(({ status }) => status === 'skipped').map(({ node }) => node.id),
    ).toEqual(['x', 'y'])
    expect(storyOf(run).slice(0, 3)).toEqual(['start lone', 'start s', 'end s'])
    expect(run.outcome.status).toBe('completed')
  })

  it.each([
    ['stop_workflow', { after: 'skipped', slow: 'completed', other: 'skipped', z: 'skipped' }],
    ['continue', { after: 'completed', slow: 'completed', other: 'completed', z: 'completed' }],
    ['fail_branch', { after: 'skipped', slow: 'completed', other: 'completed', z: 'skipped' }],
  ])(
    'after a failed node with the strategy %s, the other nodes are %j; as deployed, the run fails (F-034)',
    (strategy, after) => {
      const there = runOf(failing(strategy), {}, truly)
      expect(statuses(there)).toMatchObject({ bad: 'failed', ...after })
      expect(resultOf(there)).toBe("Nodes failed: ['bad']")
      const here = runOf(failing(strategy))
      expect(statuses(here)).toMatchObject({ bad: 'failed', ...after })
      expect(here.outcome.status).toBe(strategy === 'stop_workflow' ? 'failed' : 'completed')
      expect(there.notes).toEqual(strategy === 'stop_workflow' ? [] : ['F-034'])
      const step = there.steps.find(({ node }) => node.id === 'bad')
      expect(step).toMatchObject({
        strategy,
        ...(strategy === 'fail_branch' && { skippedDownstream: ['after', 'z'] }),
      })
    },
  )

  it('a failed node is tried again, after delays that double up to a minute (F-035)', () => {
    const node = {
      type: 'llm',
      fails: 3,
      error: 'Busy',
      retry_count: 3,
      retry_delay_ms: 25_000,
      duration_ms: 10,
    }
    const run = runOf(chain({ n: node }))
    expect(storyOf(run).filter((one) => one.includes('retrying'))).toEqual([
      'node_retrying LLM/1/3/25000/Busy',
      'node_retrying LLM/2/3/50000/Busy',
      'node_retrying LLM/3/3/60000/Busy',
    ])
    expect(run.steps.find(({ node: { id } }) => id === 'n')).toMatchObject({
      retries: 3,
      status: 'completed',
      endsAt: 135_040,
    })
    expect(resultOf(runOf(chain({ n: { ...node, retry_count: 2 } })))).toBe("Nodes failed: ['n']")
  })

  it('a run that takes longer than its limit times out, and skips its remaining nodes (F-033)', () => {
    const slow = { type: 'llm', duration_ms: 20_000 }
    const run = runOf(chain({ a: slow, b: slow, c: slow }), {}, { timeoutSeconds: 30 })
    expect(resultOf(run)).toBe('The run timed out after 30 seconds')
    expect(statuses(run)).toMatchObject({
      a: 'completed',
      b: 'cancelled',
      c: 'skipped',
      z: 'skipped',
    })
    expect(run.endsAt).toBe(30_000)
  })

  it('a cancelled run lets its running nodes end, skips the later nodes and is completed (F-037)', () => {
    const run = runOf(
      chain({ a: { type: 'llm' }, b: { type: 'llm' } }),
      {},
      { hasDefects: true, cancelledAt: 100 },
    )
    expect(statuses(run)).toMatchObject({ a: 'completed', b: 'skipped', z: 'skipped' })
    expect(run.steps.at(-1)).toMatchObject({ reason: 'The run was cancelled' })
    expect(resultOf(run)).toEqual({})
  })
})

const iterate = (items: unknown, data: object = {}) =>
  runOf(
    chain(
      {
        i: {
          type: 'iterator',
          list_variable: 's.items',
          iterator_variable: 'one',
          index_variable: 'at',
          ...data,
        },
        t: { type: 'templateTransform', template: '{{ i.at }}{{ i.one }}' },
      },
      { results: 'i.results', count: '{{i.count}}' },
    ),
    { items },
    { hasDefects: 'hasDefects' in data },
  )

const loop = (data: object, options = {}) =>
  runOf(
    chain(
      {
        l: { type: 'loop', condition: 'loop_index < 3', ...data },
        t: { type: 'templateTransform', template: '{{ l.loop_index }}' },
      },
      { rounds: '{{l.iterations}}', last: '{{t.output}}', out: 'l.output' },
    ),
    { n: 0 },
    options,
  )

describe('a loop of a drawn workflow', () => {
  it('an iterator runs its body for each item, one after the other, and collects the results (1.4)', () => {
    const run = iterate(['a', 'b'])
    expect(resultOf(run)).toEqual({ results: ['0a', '1b'], count: 2 })
    expect(storyOf(run).slice(2)).toEqual([
      'start i',
      'end i',
      'iterator_iteration 0/2',
      'start t',
      'end t',
      'iterator_iteration 1/2',
      'start t',
      'end t',
      'start z',
      'end z',
    ])
    expect(resultOf(iterate('["x"]'))).toEqual({ results: ['0x'], count: 1 })
  })

  it('a loop of a cancelled run ends its running pass, and starts and announces no further pass (F-037)', () => {
    const blueprint = chain({
      i: { type: 'iterator', list_variable: 's.items' },
      t: { type: 'llm', duration_ms: 1000 },
    })
    const cancelled = (cancelledAt: number) =>
      runOf(blueprint, { items: [1, 2, 3, 4] }, { hasDefects: true, cancelledAt })
    expect(storyOf(cancelled(1500)).slice(4)).toEqual([
      'iterator_iteration 0/4',
      'start t',
      'end t',
      'iterator_iteration 1/4',
      'start t',
      'end t',
      'skip z',
    ])
    const early = cancelled(1)
    expect(storyOf(early).slice(4)).toEqual(['skip t', 'skip z'])
    expect(early.steps.at(-2)).toMatchObject({ reason: 'The run was cancelled' })
  })

  it('an iterator stops at its maximum; for an empty list it runs once as deployed, and never by default (1.4)', () => {
    expect(resultOf(iterate([1, 2, 3], { max_iterations: 2 }))).toEqual({
      results: ['01', '12'],
      count: 2,
    })
    expect(resultOf(iterate([]))).toEqual({ results: [], count: 0 })
    const there = iterate([], { hasDefects: true })
    expect(storyOf(there)).toContain('end t')
    expect(resultOf(there)).toMatchObject({ results: null })
    expect(there.notes).toContain('1.4')
  })

  const output = { loop_variable: 'loop_index', completed: true, _loop_continue: false }

  it('a loop runs while its condition holds (1.4)', () => {
    expect(resultOf(loop({}))).toEqual({
      rounds: 3,
      last: '2',
      out: { ...output, iterations: 3, max_iterations: 50 },
    })
    expect(storyOf(loop({})).filter((one) => one.startsWith('loop_'))).toEqual([
      'loop_iteration 0',
      'loop_iteration 1',
      'loop_iteration 2',
    ])
  })

  it.each([
    [{ max_iterations: 2 }, 2, 1, false],
    [{ max_iterations: 1 }, 1, 1, false],
    [{ condition: '{{n}} > 0' }, 0, 1, true],
  ])(
    'a loop with %j runs %i times by default and %i times as deployed, completed %j (1.4)',
    (data, here, there, completed) => {
      const [kind, real] = [loop(data), loop(data, truly)]
      const bodies = [kind, real].map((run) => storyOf(run).filter((one) => one === 'end t').length)
      expect(bodies).toEqual([here, there])
      expect(resultOf(kind)).toMatchObject({ out: { completed } })
      expect(real.notes).toContain('1.4')
    },
  )

  it('nested loops run all rounds of the inner loop in each round of the outer, up to a maximum number of nodes', () => {
    const nested = chain(
      {
        a: { type: 'loop', condition: 'n < 1', max_iterations: 3, loop_variable: 'outer' },
        b: { type: 'iterator', list_variable: 's.items' },
        t: { type: 'templateTransform', template: '{{ a.outer }}{{ b.current_item }}' },
      },
      { last: '{{t.output}}' },
    )
    const run = runOf(nested, { n: 0, items: ['x', 'y'] })
    expect(resultOf(run)).toEqual({ last: '2y' })
    expect(storyOf(run).filter((one) => one === 'end t')).toHaveLength(6)
    const deep = Array.from({ length: 11 }, (_, at) => [
      `l${String(at).padStart(2, '0')}`,
      { type: 'loop', condition: 'True', max_iterations: 1 },
    ])
    const tooDeep = runOf(chain({ ...Object.fromEntries(deep), t: { type: 'delay' } }))
    expect(tooDeep.steps.find(({ status }) => status === 'failed')).toMatchObject({
      node: { id: 'l10' },
      error: 'Loops are nested deeper than 10',
    })
    const endless = chain({
      a: { type: 'loop', condition: 'True', max_iterations: 1000 },
      b: { type: 'loop', condition: 'True', max_iterations: 1000 },
      t: { type: 'delay', duration_ms: 0 },
    })
    expect(resultOf(runOf(endless))).toMatch(/^Nodes failed/)
    expect(runOf(endless).steps.length).toBeLessThanOrEqual(2010)
  })
})

const nestedRunOf = (workflow_id: string) =>
  runOf(chain({ w: { type: 'subWorkflow', workflow_id } }, { all: 'w.output' }))
const errorOf = (workflow_id: string) =>
  nestedRunOf(workflow_id).steps.find(({ node }) => node.id === 'w')

describe('a workflow inside of a drawn workflow', () => {
  it('a nested workflow gets its inputs as texts, returns outputs, sends no events, and reads the secrets (F-039)', () => {
    addWorkflow(
      'inner',
      chain(
        { m: { type: 'llm', prompt_template: '{{s.q}} {{env.TOKEN}}' } },
        { text: 'm.output', q: 's.q' },
      ),
    )
    const sub = {
      type: 'subWorkflow',
      workflow_id: 'inner',
      input_mapping: { q: '{{s.q}}' },
      output_variable: 'sub_result',
    }
    const run = runOf(chain({ w: sub }, { all: 'w.output', named: '{{w.sub_result}}' }), { q: 5 })
    const inner = { text: 'A draft for: 5 secret', q: '5' }
    expect(resultOf(run)).toEqual({ all: inner, named: inner })
    expect(storyOf(run)).toEqual(['start s', 'end s', 'start w', 'end w', 'start z', 'end z'])
  })

  it('a nested workflow that is stored in the short dialect gives the outputs of its own run', () => {
    for (const { id, blueprint } of demo.workflows) {
      addWorkflow(id, blueprint)
      const own = resultOf(runOf(toEditorBlueprint(blueprint)))
      expect(resultOf(nestedRunOf(id))).toEqual({ all: own })
    }
  })

  it('a nested workflow fails if a node fails, if the workflow is unknown, and beyond five levels (F-039)', () => {
    addWorkflow('self', chain({ again: { type: 'subWorkflow', workflow_id: 'self' } }))
    addWorkflow('bad', chain({ broken: { type: 'llm', fails: true } }))
    expect(errorOf('self')).toMatchObject({ status: 'failed', error: 'The workflow failed: again' })
    expect(errorOf('bad')).toMatchObject({ status: 'failed', error: 'The workflow failed: broken' })
    expect(errorOf('none')).toMatchObject({ error: 'Workflow not found or inactive: none' })
  })
})

describe('200 random workflows', () => {
  it('a random workflow runs in the same way each time', () => {
    for (let seed = 0; seed < 200; seed += 20) {
      const inputs = { q: seed, items: [1, 2, 3] }
      expect(runOf(randomBlueprint(seed), inputs)).toEqual(runOf(randomBlueprint(seed), inputs))
    }
  })

  it('all random workflows end within the limits of a run', () => {
    for (let seed = 0; seed < 200; seed++) {
      const blueprint = randomBlueprint(seed)
      for (const hasDefects of [false, true]) {
        const run = runOf(blueprint, { q: seed, items: [1, 2, 3] }, { hasDefects })
        expect(run.steps.length).toBeLessThanOrEqual(2010)
        expect(run.endsAt).toBeLessThanOrEqual(600_000)
        const ended = new Set(run.steps.map(({ node }) => node.id))
        const isWhole = run.outcome.status !== 'completed' || ended.size === blueprint.nodes.length
        expect(isWhole).toBe(true)
      }
    }
  })
})

/** Random loops, branches and joins: each node follows one or two earlier nodes. */
function randomBlueprint(seed: number) {
  let state = seed + 1
  const below = (count: number) => (state = (state * 48_271) % 2_147_483_647) % count
  const kinds = [
    { type: 'loop', condition: 'q < 100', max_iterations: 3 },
    { type: 'iterator', list_variable: 's.items' },
    {
      type: 'conditionBranch',
      conditions: [{ id: '1', variable: 'q', operator: '>', value: '50' }],
    },
    {
      type: 'questionClassifier',
      classes: [
        { id: '1', label: 'One' },
        { id: '2', label: 'Two' },
      ],
    },
    { type: 'templateTransform', template: '{{ q }}' },
    { type: 'llm', fails: 1, retry_count: 1, error_strategy: 'continue' },
    { type: 'llm', prompt_template: '{{s.q}}' },
    { type: 'variableAssign', assignments: [{ variable: 'q', expression: 'q + 1' }] },
  ] as const
  const handles = ['', '.condition-1', '.source-default', '.class-1', '.class-2']
  const count = 3 + below(9)
  const ids = Array.from({ length: count }, (_, at) => `n${at}`)
  const nodes = Object.fromEntries(ids.map((id) => [id, kinds[below(kinds.length)] ?? kinds[0]]))
  const edges = ids.flatMap((id, at) =>
    Array.from(
      { length: 1 + below(2) },
      () => `${at === 0 ? 's' : `n${below(at)}${handles[below(5)]}`} > ${id}`,
    ),
  )
  const ends = ids.slice(-2).map((id) => `${id} > z`)
  return blueprintOf(
    { s: { type: 'start' }, ...nodes, z: { type: 'end', output_mapping: { a: 1 } } },
    ...new Set(edges),
    ...ends,
  )
}
