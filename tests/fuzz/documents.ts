import * as fc from 'fast-check'
import { endpoints } from '../../contract/endpoints.ts'
import type { Endpoint } from '../../contract/endpoints/endpoint.ts'
import type { Fixture } from '../../contract/fixture.ts'
import { scenario, type Scenario } from '../../contract/scenario.ts'
import { drawnPicks } from '../drawn-picks.ts'
import { harmed, hostileNumber, hostileValue, longText } from './hostile-values.ts'
import type { DocumentCall } from './play-documents.ts'
import { oddText, valid } from './values.ts'

/** Documents with the calls that they change. */
type Documents = fc.Arbitrary<readonly DocumentCall[]>

const ask = { q: 'Where is my order?' }
const rows = Object.values(endpoints as Readonly<Record<string, Endpoint>>)

/** Which records the parameters of paths lead to. */
const kindOf: Readonly<Record<string, keyof Fixture>> = {
  conversation_id: 'conversations',
  agent_id: 'agents',
  id: 'knowledge_bases',
  doc_id: 'documents',
  connector_id: 'connectors',
  server_id: 'mcp_servers',
  org_id: 'organizations',
  channel_id: 'channels',
  workflow_id: 'workflows',
  run_id: 'workflow_runs',
  key_id: 'api_keys',
  user_id: 'users',
}

/** A call of each operation that takes no body, and of turns, in a world of a fixture. */
const everything = (fixture: Fixture): readonly DocumentCall[] => {
  const idOf = (name: string) => {
    const records = fixture[kindOf[name] ?? 'users']
    const [one] = Array.isArray(records) ? records : []
    return String((one as { readonly id?: string } | undefined)?.id ?? 'none')
  }
  const calls = rows
    .filter(({ method }) => method === 'GET')
    .map(({ path }) => ({
      operation: `GET ${path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => idOf(name))}`,
    }))
  const conversation_id = idOf('conversation_id')
  return [
    ...calls,
    { operation: `GET /api/conversations/${conversation_id}/export?format=markdown` },
    { operation: 'POST /api/react', body: { ...ask, conversation_id } },
    { operation: 'POST /api/auto', body: ask },
    { operation: 'POST /api/chat/resume', body: { conversation_id, cursor: -1 } },
    { operation: `POST /api/knowledge-bases/${idOf('id')}/retrieve`, body: { query: 'order' } },
    { operation: `POST /api/workflows/${idOf('workflow_id')}/run`, body: { inputs: {} } },
    ...['director', 'clock', 'coverage', 'snapshot', 'journal'].map((name) => ({
      operation: `GET ${name}`,
    })),
  ]
}

/** Snapshots in which something is wrong, or contradicts itself, and then a call of all that reads. */
export const snapshots = (snapshot: object, fixture: Fixture): Documents => {
  const calls = everything(fixture)
  return fc.tuple(harmed(fc.constant(snapshot), 2), fc.nat(1000)).map(([body, from]) => [
    { operation: 'PUT snapshot', body, opens: true as const },
    // Some of them each time: all of them take long, and each comes often enough.
    ...calls.map((_, index) => calls[(from + index) % calls.length] ?? calls[0]!).slice(0, 24),
  ])
}

const template = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '{{inputs}}',
        '{{inputs.x}}',
        '{{a.text}}',
        '{{b}}',
        '{{ ',
        '}}',
        '{',
        ' ',
        '{{a.b.c.d}}',
        '{{__proto__}}',
      ),
      longText,
      oddText,
    ),
    { maxLength: 4 },
  )
  .map((parts) => parts.join(''))

const nodeData = fc.record(
  {
    label: fc.oneof(template, hostileValue),
    duration_ms: fc.oneof(fc.constantFrom<unknown>(0, 1, 2 ** 53 - 1, 8.64e15), hostileNumber),
    output: fc.oneof(
      fc.dictionary(fc.oneof(fc.constant('text'), oddText), fc.oneof(template, hostileValue), {
        maxKeys: 3,
      }),
      hostileValue,
    ),
    condition: fc.record({
      field: fc.oneof(fc.constantFrom('inputs.x', 'inputs', 'a.result', ''), oddText),
      operator: fc.constantFrom('eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'contains'),
      value: fc.oneof(template, hostileValue),
    }),
    prompt: template,
    template,
    message: template,
  },
  { requiredKeys: [] },
)
const nodeId = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom('a', 'b', 'c', 'd', 'e') },
  { weight: 1, arbitrary: oddText },
)
const blueprint = fc.record({
  nodes: fc.uniqueArray(
    fc.record({
      id: nodeId,
      type: fc.constantFrom(
        'start',
        'end',
        'llm',
        'template',
        'condition',
        'fail',
        'delay',
        'http',
        'agent',
        '__proto__',
        'constructor',
      ),
      data: nodeData,
    }),
    { maxLength: 6, selector: ({ id }) => id },
  ),
  edges: fc.array(
    fc.record(
      {
        source: nodeId,
        target: nodeId,
        sourceHandle: fc.constantFrom<unknown>('true', 'false', null, '__proto__'),
      },
      { requiredKeys: ['source', 'target'] },
    ),
    { maxLength: 6 },
  ),
})
const inputs = fc.dictionary(fc.oneof(fc.constantFrom('x', 'y'), oddText), hostileValue, {
  maxKeys: 3,
})

/** Workflows of any drawing, run alone and in batches, read and cancelled. */
export const workflows: Documents = fc
  .tuple(
    fc.oneof({ weight: 5, arbitrary: blueprint }, { weight: 1, arbitrary: harmed(blueprint) }),
    fc.array(inputs, { minLength: 1, maxLength: 4 }),
    hostileNumber,
  )
  .map(([drawing, sets, timeout]) => {
    const [first = {}] = sets
    return [
      { operation: 'POST /api/workflows/validate', body: { blueprint: drawing } },
      {
        operation: 'POST /api/workflows',
        body: { name: 'fuzz', blueprint: drawing },
        opens: true as const,
      },
      {
        operation: 'POST /api/workflows/{made}/run',
        body: { inputs: first, timeout_seconds: timeout },
      },
    ].flatMap((call, index): DocumentCall[] =>
      index < 2
        ? [call]
        : [
            // The id of the workflow is told anew, since a run tells its own.
            { operation: 'GET /api/workflows?size=1' },
            { operation: 'POST /api/workflows/{made}/run', body: { inputs: first, dry_run: true } },
            { operation: 'GET /api/workflows?size=1' },
            call,
            { operation: 'GET /api/workflows?size=1' },
            {
              operation: 'POST /api/workflows/{made}/batch-run',
              body: { inputs: sets, max_parallel: 2 },
            },
            { operation: 'GET /api/workflows?size=1' },
            { operation: 'GET /api/workflows/{made}/runs?size=100' },
            { operation: 'GET /api/workflows?size=1' },
            { operation: 'GET /api/workflows/{made}/stats' },
            { operation: 'GET snapshot' },
          ],
    )
  })

const struck = ['chat.react', 'chat.*', 'GET /api/agents', '/api/*', 'conversations.list']

/** Numbers that a fault may well take, and some that it should not. */
const count = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom<unknown>(0, 1, 2, 5, 40, 1000, 2 ** 53 - 1) },
  { weight: 1, arbitrary: hostileNumber },
)
const time = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom<unknown>(0, 5, '1s', '30d', 1e12) },
  { weight: 1, arbitrary: hostileNumber },
)
const some = <Shape extends Record<string, fc.Arbitrary<unknown>>>(shape: Shape) =>
  fc.record(shape, { requiredKeys: [] })
const flag = fc.constant(true)
const streamEffect = some({
  cut: fc.oneof(
    fc.record({ after_event: count, how: fc.constantFrom('reset', 'close') }),
    fc.record({ at_byte: count }),
    fc.record({
      event: count,
      inside: fc.constantFrom('fields', 'data', 'character', 'blank-line'),
    }),
  ),
  stall: fc.record({ after_event: count, for: time }),
  drip: fc.record({ bytes: count, every: time }),
  duplicate: fc.record({ event: count }),
  reorder: fc.record({ event: count }),
  drop: fc.record({ event: count }),
  malform: fc.record({ event: count, as: fc.constantFrom('json', 'field', 'utf8') }),
  without_end: flag,
  crlf: flag,
  split: fc.record({ bytes: count }),
  merge: fc.record({ events: count }),
})
const effect = fc.oneof(
  fc.record({ stream: streamEffect }),
  fc.record({
    latency: fc.oneof(
      time,
      fc.record({ from: time, to: time }),
      fc.record({ mean: time, deviation: time }),
    ),
  }),
  fc.record({ body: fc.oneof(fc.constant('empty'), fc.record({ truncate: count })) }),
  fc.record({ connection: fc.constantFrom('reset', 'refused') }),
  fc.record({
    error: fc.record({
      code: fc.constantFrom('rate_limit_exceeded', 'forbidden', 'not_found', 'unauthorized'),
      message: fc.oneof(longText, oddText),
      retry_after: count,
    }),
  }),
)
const oneFault = fc
  .record({
    effect,
    match: some({ nth: count, every: count, probability: fc.constantFrom<unknown>(0, 0.5, 1) }),
    times: count,
  })
  .chain((one) =>
    fc.constantFrom(...struck).map((endpoint) => ({ ...one, match: { ...one.match, endpoint } })),
  )

/** Faults of any numbers, which the calls that follow meet. */
export const faults: Documents = fc
  .array(oneFault, { minLength: 1, maxLength: 2 })
  .chain((good) =>
    fc.oneof(
      { weight: 3, arbitrary: fc.constant(good as unknown) },
      { weight: 1, arbitrary: harmed(fc.constant(good)) },
    ),
  )
  .map((body) => [
    { operation: 'POST faults', body, opens: true as const },
    { operation: 'GET faults' },
    ...['GET /api/agents', 'GET /api/conversations'].map((operation) => ({
      operation,
      mayWait: true as const,
    })),
    { operation: 'POST /api/react', body: ask, mayWait: true },
    { operation: 'POST /api/dag', body: ask, mayWait: true },
    { operation: 'GET snapshot' },
    { operation: 'GET journal?limit=3' },
  ])

/** Scripts of any lines, played by the turn that follows; also shipped ones with something wrong. */
export const scripts = (shipped: readonly Scenario[]): Documents =>
  fc
    .oneof(
      { weight: 2, arbitrary: harmed(fc.constantFrom(...shipped)) },
      { weight: 1, arbitrary: valid(scenario) },
      { weight: 1, arbitrary: harmed(valid(scenario)) },
    )
    .map((one) => [
      {
        operation: 'POST scenarios',
        body:
          typeof one === 'object' && one !== null
            ? { ...one, name: 'mine', match: { endpoint: ['react', 'dag'] } }
            : one,
        opens: true as const,
      },
      { operation: 'GET scenarios' },
      { operation: 'POST /api/react', body: { q: 'Where is {{query}} my order?' }, mayWait: true },
      { operation: 'POST /api/dag', body: ask, mayWait: true },
      { operation: 'GET director' },
      { operation: 'GET snapshot' },
    ])

/** Profiles and picks of any kind, and what a deployment that plays them answers. */
export const profiles: Documents = fc
  .tuple(fc.nat(100_000), fc.nat(100_000))
  .chain(([everywhere, there]) => {
    const picks = drawnPicks(everywhere)
    const at = { 'GET /api/agents': drawnPicks(there) }
    return fc.oneof(
      fc.constant({ picks } as unknown),
      harmed(fc.constant({ picks })),
      harmed(fc.constant({ name: 'x', picks, at })),
    )
  })
  .chain((document) => fc.tuple(fc.constant(document), fc.constantFrom('PUT', 'PATCH')))
  .map(([body, method]) => [
    { operation: `${method} choices`, body, opens: true as const },
    { operation: 'GET choices' },
    { operation: 'GET /api/agents' },
    { operation: 'GET /api/me/api-keys?size=1000' },
    { operation: 'POST /api/conversations', body: { title: 'x' } },
    { operation: 'POST /api/react', body: ask, mayWait: true },
    { operation: 'GET /api/none' },
    { operation: 'GET snapshot' },
  ])
