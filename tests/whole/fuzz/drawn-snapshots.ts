import { kindOfParameter } from '../../support/kind-of-parameter.ts'
import * as fc from 'fast-check'
import { operations } from '../../../contract/operations.ts'
import type { Operation } from '../../../contract/operations/operation.ts'
import type { Fixture } from '../../../contract/fixture.ts'
import type { Documents } from './documents.ts'
import { withOddValues } from './hostile-values.ts'
import type { DocumentCall } from './play-documents.ts'

const ask = { q: 'Where is my order?' }
const rows = Object.values(operations as Readonly<Record<string, Operation>>)

/** A call of each operation that takes no body, and of turns, in a world of a fixture. */
const everything = (fixture: Fixture): readonly DocumentCall[] => {
  const idOf = (name: string) => {
    const records = fixture[kindOfParameter[name] ?? 'users']
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

/** Snapshots with errors or contradictions, with a call of every operation that reads. */
export const snapshots = (snapshot: object, fixture: Fixture): Documents => {
  const calls = everything(fixture)
  return fc.tuple(withOddValues(fc.constant(snapshot), 2), fc.nat(1000)).map(([body, from]) => [
    { operation: 'PUT snapshot', body, opens: true as const },
    // A sample each time: all of them take long, and each is drawn often enough.
    ...calls.map((_, index) => calls[(from + index) % calls.length] ?? calls[0]!).slice(0, 24),
  ])
}
