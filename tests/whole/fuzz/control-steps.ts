import * as fc from 'fast-check'
import * as z from 'zod/mini'
import { fault } from '../../../contract/fault.ts'
import type { Fixture } from '../../../contract/fixture.ts'
import { scenario } from '../../../contract/scripts/scenario.ts'
import type { Call } from '../../support/requests.ts'
import { drawnPicks } from '../../support/drawn-picks.ts'
import { oddText, oddValue, spoiled, valid } from './values.ts'

type Made = { readonly id?: string }

const duration = fc.oneof(
  fc.constantFrom<unknown>('1ms', '2h', '30d', 'next', '0s', 9e15, -1, '1e9d', '999999999d'),
  fc.nat(1e9),
  fc.double(),
)
const moment = fc.constantFrom<unknown>(
  true,
  '2026-11-21T08:00:00.000Z',
  '0000-01-01',
  '0000-01-01T00:00+23:59',
  '9999-12-31T23:59:59-23:59',
  '2026-02-30',
)
const worldName = fc.oneof(fc.constantFrom('red', 'default', 'pink'), oddText)
const profile = fc.oneof(
  fc.constantFrom<unknown>('documented', 'deployed-0.8', 'nonsense'),
  fc.nat(1000).map((seed) => ({ picks: drawnPicks(seed) })),
  oddValue,
)

const worldOrder = fc.record(
  {
    name: worldName,
    fixture: fc.constantFrom('demo', 'empty', '__proto__', 'constructor'),
    seed: oddText,
    profile,
    speed: fc.constantFrom<unknown>('max', 1, 0, -1, 1e308, 5e-324),
    ttl: duration,
  },
  { requiredKeys: [] },
)

const clock = fc.oneof(
  fc.record({ advance: duration }),
  fc.record({ freeze: moment }),
  fc.constant({ resume: true }),
  fc.record({ scale: fc.oneof(fc.double(), fc.constantFrom(60, 1e308, 5e-324)) }),
)

const direction = fc.oneof(
  fc.constantFrom<unknown>({ pause: true }, { resume: true }, { step: true }, { skip: true }),
  fc.constantFrom<unknown>({ next: null }, { next: 'refund' }, { next: '__proto__' }),
  fc.record({ say: oddText }),
  fc.record({ speed: fc.constantFrom<unknown>('max', 0, 4, 1e308) }),
)

const query = fc
  .dictionary(
    fc.constantFrom(
      'status',
      'endpoint',
      'method',
      'since',
      'limit',
      'page',
      'size',
      'q',
      'of',
      'id',
    ),
    fc.oneof(oddText, fc.constantFrom('1', '4xx', 'all', '1e9', '-1', '0')),
    { maxKeys: 2 },
  )
  .map((fields) => new URLSearchParams(fields).toString())

const part = (text: string) => {
  const encoded = encodeURIComponent(text.toWellFormed())
  return /^\.*$/.test(encoded) ? 'dots' : encoded
}

const withBody = (operation: string, body: fc.Arbitrary<unknown>): fc.Arbitrary<Call> =>
  fc
    .oneof(
      { weight: 3, arbitrary: body },
      { weight: 2, arbitrary: spoiled(body) },
      { weight: 1, arbitrary: oddValue },
    )
    .map((sent) => ({ operation, body: sent }))

const withoutBody = (operation: string): fc.Arbitrary<Call> =>
  query.map((asked) => ({ operation: `${operation}?${asked}` }))

/** Random calls of the control API for a world of a fixture, valid and invalid. */
export function controlSteps(fixture: Fixture): fc.Arbitrary<Call> {
  const kinds = Object.entries(fixture as Readonly<Record<string, unknown>>).flatMap(
    ([kind, records]) =>
      Array.isArray(records) ? [[kind, records as readonly Made[]] as const] : [],
  )
  const record = fc
    .constantFrom(...kinds.filter(([, records]) => records[0]?.id !== undefined))
    .chain(([kind, records]) => fc.tuple(fc.constant(kind), fc.constantFrom(...records)))
  const records = record.chain(([kind, one]) =>
    fc.oneof(
      spoiled(fc.constant(one)).map((body) => ({ operation: `POST records/${kind}`, body })),
      fc.tuple(fc.constantFrom(...Object.keys(one)), oddValue).map(([field, value]) => ({
        operation: `PATCH records/${kind}/${one.id}`,
        body: { [field]: value },
      })),
      withBody(`PATCH records/${kind}/${one.id}`, fc.constant({})),
      fc.constant({ operation: `DELETE records/${kind}/${one.id}` }),
      fc.constant({ operation: `GET records/${kind}/${one.id}` }),
      withoutBody(`GET records/${kind}`),
    ),
  )
  const named = fc
    .tuple(
      fc.constantFrom(
        'GET worlds/',
        'DELETE worlds/',
        'DELETE faults/',
        'DELETE scenarios/',
        'GET journal/',
        'GET records/',
      ),
      fc.oneof(oddText, fc.constantFrom('red', '1', '2')),
    )
    .map(([start, name]): Call => ({ operation: `${start}${part(name)}` }))
  return fc.oneof(
    { weight: 4, arbitrary: records },
    withBody('POST clock', clock),
    withBody('POST worlds', worldOrder),
    withBody('POST worlds/red/fork', fc.record({ name: worldName })),
    withBody('POST faults', valid(fault as z.ZodMiniType)),
    withBody('PUT choices', fc.record({ profile })),
    withBody('PATCH choices', fc.record({ picks: fc.nat(1000).map(drawnPicks) })),
    withBody('POST scenarios', valid(scenario)),
    withBody('POST director', direction),
    withBody('PUT snapshot', fc.constant({ understudy: 'snapshot', version: 1 })),
    named,
    ...['journal', 'coverage', 'choices', 'scenarios', 'director', 'clock', 'worlds', 'faults'].map(
      (name) => withoutBody(`GET ${name}`),
    ),
    fc.constantFrom(
      ...['POST reset', 'DELETE faults', 'DELETE scenarios', 'DELETE journal'].map((operation) => ({
        operation,
      })),
    ),
  )
}
