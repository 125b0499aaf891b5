import * as fc from 'fast-check'
import { type OperationId, operationIds, operations } from '../../../contract/operations.ts'
import { oddText, oddValue, spoiled, valid } from './values.ts'

/** Callers: users with a token, API keys of the fixture, a key that the session created, anonymous. */
const callers = [
  'demo',
  'other',
  'ines.aldaba',
  'restricted',
  'full',
  'chat',
  'agents',
  'kb',
  'connectors',
  'admin',
  'disabled',
  'expired',
  'made',
  'nobody',
] as const
export type CallerName = (typeof callers)[number]

/** One call of an operation. It is generated before the ids of the session are known. */
export type CallStep = {
  readonly does: 'call'
  readonly id: OperationId
  readonly caller: CallerName
  /** The index of the record in the path; a text is an invalid id. */
  readonly leadsTo: number | string
  readonly query: Readonly<Record<string, unknown>>
  /** The body as JSON text with id placeholders, or invalid JSON. */
  readonly text: string | undefined
  readonly type: string
  /** The number of times that a silent stream is read again before the reader disconnects. */
  readonly patience: number
}

/** A call of an unknown path, or of a known path with a wrong method. */
export type StrayStep = {
  readonly does: 'stray'
  readonly method: string
  readonly path: string
}

/** The clock is frozen, resumed or advanced. */
type TimeStep =
  | { readonly does: 'stop' }
  | { readonly does: 'go' }
  | { readonly does: 'wait'; readonly ms: number }

export type Step = CallStep | StrayStep | TimeStep

const mostly = <Value>(usual: fc.Arbitrary<Value>, rest: fc.Arbitrary<Value>) =>
  fc.oneof({ weight: 6, arbitrary: usual }, { weight: 1, arbitrary: rest })

/** Callers with many permissions are more frequent, so that sessions create records. */
const caller: fc.Arbitrary<CallerName> = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom<CallerName>('demo', 'other', 'full') },
  { weight: 3, arbitrary: fc.constantFrom(...callers) },
)

const queries = (id: OperationId): fc.Arbitrary<Readonly<Record<string, unknown>>> => {
  const { query } = operations[id]
  const odd = fc.dictionary(
    fc.oneof(fc.constantFrom('page', 'size', 'q', 'status'), oddText),
    oddText,
    {
      maxKeys: 3,
    },
  )
  if (query === undefined) return mostly(fc.constant({}), odd)
  return mostly(valid(query) as fc.Arbitrary<Record<string, unknown>>, odd)
}

const asText = (body: fc.Arbitrary<unknown>) => body.map((value) => JSON.stringify(value) ?? '')

const bodies = (id: OperationId): fc.Arbitrary<string | undefined> => {
  const { body } = operations[id]
  if (body === undefined) return mostly(fc.constant(undefined), asText(oddValue))
  const good = valid(body)
  return fc.oneof(
    { weight: 10, arbitrary: asText(good) },
    { weight: 5, arbitrary: asText(spoiled(good)) },
    { weight: 1, arbitrary: asText(oddValue) },
    { weight: 1, arbitrary: oddText },
    { weight: 1, arbitrary: fc.constantFrom(undefined, '{"a":1', '{"__proto__":{"q":"x"}}') },
  )
}

const callOf = (id: OperationId): fc.Arbitrary<CallStep> =>
  fc.record({
    does: fc.constant('call' as const),
    id: fc.constant(id),
    caller,
    leadsTo: fc.oneof({ weight: 8, arbitrary: fc.nat(60) }, { weight: 1, arbitrary: oddText }),
    query: queries(id),
    text: bodies(id),
    type: mostly(
      fc.constant('application/json'),
      fc.constantFrom('text/plain', 'application/json; charset=x'),
    ),
    patience: fc.constantFrom(0, 4, 40),
  })

const calls = new Map(operationIds.map((id) => [id, callOf(id)]))

/** Operations that create records are more frequent, because later calls need those records. */
const creating = operationIds.filter(
  (id) => /\.create$|^chat\.|confirm|publish|\.run$|keys/.test(id) && calls.has(id),
)

const anyCall = fc
  .oneof(
    { weight: 3, arbitrary: fc.constantFrom(...operationIds) },
    { weight: 2, arbitrary: fc.constantFrom(...creating) },
  )
  .chain((id) => calls.get(id) ?? callOf(id))

const stray: fc.Arbitrary<StrayStep> = fc.record({
  does: fc.constant('stray' as const),
  method: fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'QUERY'),
  path: fc
    .tuple(
      fc.constantFrom('/', '/api/', '/api/agents', '/w/', '/w/x/api/', '/openapi.json/', '/api//'),
      oddText,
    )
    .map(([start, end]) => `${start}${encodeURIComponent(end.toWellFormed())}`),
})

const time: fc.Arbitrary<TimeStep> = fc.oneof(
  fc.constantFrom<TimeStep>({ does: 'stop' }, { does: 'go' }),
  fc.record({
    does: fc.constant('wait' as const),
    ms: fc.constantFrom(1, 1000, 61_000, 600_000, 7_200_000, 86_400_000),
  }),
)

export const sessions = (longest: number): fc.Arbitrary<readonly Step[]> =>
  fc.array(
    fc.oneof(
      { weight: 20, arbitrary: anyCall },
      { weight: 1, arbitrary: stray },
      { weight: 1, arbitrary: time },
    ),
    { minLength: 1, maxLength: longest, size: 'max' },
  )
