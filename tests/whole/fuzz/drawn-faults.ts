import * as fc from 'fast-check'
import type { Documents } from './documents.ts'
import { withOddValues, hostileNumber, longText } from './hostile-values.ts'
import { oddText } from './values.ts'

const ask = { q: 'Where is my order?' }
const struck = ['chat.react', 'chat.*', 'GET /api/agents', '/api/*', 'conversations.list']

/** Valid and invalid numbers for faults. */
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
    per: fc.constantFrom(undefined, 'session'),
  })
  .chain((one) =>
    fc.constantFrom(...struck).map((endpoint) => ({ ...one, match: { ...one.match, endpoint } })),
  )

/** Random faults, with calls that they affect. */
export const faults: Documents = fc
  .array(oneFault, { minLength: 1, maxLength: 2 })
  .chain((good) =>
    fc.oneof(
      { weight: 3, arbitrary: fc.constant(good as unknown) },
      { weight: 1, arbitrary: withOddValues(fc.constant(good)) },
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
