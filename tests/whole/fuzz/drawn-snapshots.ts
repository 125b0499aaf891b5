import * as fc from 'fast-check'
import type { Fixture } from '../../../contract/fixture.ts'
import { readingCalls } from '../../support/requests.ts'
import type { Documents } from './documents.ts'
import { withOddValues } from './hostile-values.ts'

/** Snapshots with errors or contradictions, with a call of every operation that reads. */
export const snapshots = (snapshot: object, fixture: Fixture): Documents => {
  const calls = readingCalls((kind) => {
    const records = fixture[kind]
    const [one] = Array.isArray(records) ? records : []
    return (one as { readonly id?: string } | undefined)?.id
  })
  return fc.tuple(withOddValues(fc.constant(snapshot), 2), fc.nat(1000)).map(([body, from]) => [
    { operation: 'PUT snapshot', body, opens: true as const },
    // Only 24 calls for each snapshot, because all of them take long.
    ...calls.map((_, index) => calls[(from + index) % calls.length] ?? calls[0]!).slice(0, 24),
  ])
}
