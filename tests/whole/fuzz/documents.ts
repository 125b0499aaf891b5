import * as fc from 'fast-check'
import { scenario, type Scenario } from '../../../contract/scripts/scenario.ts'
import { drawnPicks } from '../../support/drawn-picks.ts'
import { withOddValues } from './hostile-values.ts'
import type { DocumentCall } from './play-documents.ts'
import { valid } from './values.ts'

/** Documents with the calls that they change. */
export type Documents = fc.Arbitrary<readonly DocumentCall[]>

const ask = { q: 'Where is my order?' }

/** Random scripts, each played by the next turn; also shipped scripts with random errors. */
export const scripts = (shipped: readonly Scenario[]): Documents =>
  fc
    .oneof(
      { weight: 2, arbitrary: withOddValues(fc.constantFrom(...shipped)) },
      { weight: 1, arbitrary: valid(scenario) },
      { weight: 1, arbitrary: withOddValues(valid(scenario)) },
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

/** Random profiles and picks, with calls to a deployment that plays them. */
export const profiles: Documents = fc
  .tuple(fc.nat(100_000), fc.nat(100_000))
  .chain(([everywhere, there]) => {
    const picks = drawnPicks(everywhere)
    const at = { 'GET /api/agents': drawnPicks(there) }
    return fc.oneof(
      fc.constant({ picks } as unknown),
      withOddValues(fc.constant({ picks })),
      withOddValues(fc.constant({ name: 'x', picks, at })),
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
