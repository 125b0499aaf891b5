import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import {
  compareRuns,
  type Run,
  varyingEvents,
  varyingFields,
} from '../../conformance/report/compare.ts'
import type { Shapes } from '../../conformance/report/report.ts'

const run = (shapes: Shapes, results: Run['results'] = []): Run => ({ shapes, results })

const result = (id: string, verdict: 'pass' | 'fail' | 'observed', observation?: unknown) => ({
  id,
  verdict,
  message: crypto.randomUUID(),
  observation,
})

const skipped = (message: string): Run => ({
  results: [{ id: 'a.check', verdict: 'skipped', message }],
})

const blocked = (id: string, reason: string) => ({
  id,
  verdict: 'blocked' as const,
  message: reason,
})

/** The list as a table in Markdown, for docs/conformance-reference.md. */
const varyingFieldsTable = (): string =>
  [
    '| Fields | Left out | Why |',
    '|---|---|---|',
    ...varyingFields.map(
      ({ fields, ignored, why }) =>
        `| ${fields.map((field) => `\`${field}\``).join(', ')} | ${leftOut[ignored]} | ${why} |`,
    ),
    `| the events ${varyingEvents.map((event) => `\`${event}\``).join(', ')} | whether they come | a model decides |`,
  ].join('\n')

const leftOut = {
  value: 'the value',
  presence: 'whether it is there, inside an event',
  content: 'everything inside it',
} as const

describe('the fields that models, clocks and chance vary', () => {
  it.each([
    ['a text', { text: 'Hello' }, { text: 'Good morning' }],
    ['an id', { agent_id: 'a' }, { agent_id: 'b' }],
    ['a time', { created_at: '2026-01-01T00:00:00Z' }, { created_at: '2026-01-02T00:00:00Z' }],
    ['a number of tokens', { usage: { total_tokens: 7 } }, { usage: { total_tokens: 8 } }],
    ['a number of deltas', { deltas: 30 }, { deltas: 12 }],
    ['the arguments of a tool', { input: { query: 'a' } }, { input: { place: 'b' } }],
  ])('`compare` ignores %s in observations, because it varies', (_, one, other) => {
    const runs = [one, other].map((seen) => run({}, [result('a.seen', 'observed', seen)]))
    expect(compareRuns(runs[0]!, runs[1]!).checks).toEqual([])
  })

  it('`compare` compares the type of a varying field, but not its value', () => {
    const runs = [7, 'seven'].map((total) => run({}, [result('a.seen', 'observed', { total })]))
    expect(compareRuns(runs[0]!, runs[1]!).checks).toHaveLength(1)
  })

  it('`compare` reports a missing event, unless a model may leave the event out', () => {
    const step = { 'POST /api/react 200 step': { '': ['object'] } }
    const beat = { 'POST /api/react 200 heartbeat': { '': ['object'] } }
    expect(compareRuns(run({ ...step, ...beat }), run({})).shapes).toEqual([
      { where: 'POST /api/react 200 heartbeat', a: 'seen', b: 'never seen' },
    ])
  })

  it('a check that one run skipped because the model sent no event is not a difference for `compare`', () => {
    const passed: Run = { results: [{ id: 'a.check', verdict: 'pass', message: '' }] }
    expect(compareRuns(passed, skipped('POST /api/dag has no step event')).checks).toEqual([])
    expect(compareRuns(passed, skipped('POST /api/dag has no answer event')).checks).toHaveLength(1)
  })

  it('docs/conformance-reference.md lists the varying fields that `compare` uses', async () => {
    expect(await readFile('docs/conformance-reference.md', 'utf8')).toContain(varyingFieldsTable())
  })
})

describe('the causes of differences', () => {
  it('`compare` groups checks that one run blocks for the same reason into one cause, and lists it first', () => {
    const ids = Array.from({ length: 101 }, (_, index) => `keys.check-${index}`)
    const a = [result('lists.size', 'pass'), ...ids.map((id) => result(id, 'pass'))]
    const reason = 'the full key: expected a string that starts with svc_ in the reply, got'
    const b = [
      result('lists.size', 'fail'),
      ...ids.map((id, index) => blocked(id, `${reason} ${JSON.stringify({ key: index })}`)),
    ]
    const { checks, causes } = compareRuns(run({}, a), run({}, b))
    expect(checks).toHaveLength(102)
    expect(causes.checks.map(({ where }) => where.length)).toEqual([101, 1])
  })

  it('`compare` groups responses that differ in the same fields into one cause', () => {
    const names = ['GET /api/agents 404', 'GET /api/connectors 404']
    const side = (places: Shapes[string]) =>
      run(Object.fromEntries(names.map((name) => [name, { '': ['object'], ...places }])))
    const { shapes, causes } = compareRuns(
      side({ '/error': ['string'], '/message': ['string'] }),
      side({ '/detail': ['string'] }),
    )
    expect(shapes).toHaveLength(6)
    expect(causes.shapes).toEqual([
      {
        where: names,
        pointers: ['/error', '/message', '/detail'],
        a: '/error string, /message string, /detail absent',
        b: '/error absent, /message absent, /detail string',
      },
    ])
  })
})
