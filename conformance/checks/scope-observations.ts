import { scopes } from '../../contract/scopes.ts'
import type { ActiveCheck } from '../session/check.ts'
import type { TestSession } from '../session/test-session.ts'
import { isAccepted } from '../session/assertions.ts'
import { findFullKey, postKey, findKeyRecord, scopedKey } from '../setup/keys.ts'
import { callOperation, operations } from '../setup/operations.ts'
import type { OperationName } from '../setup/operations.ts'

const observed = { plan: 'core', needs: ['user'], level: 'observe' } as const

const unlisted = [
  'keys',
  'conversations',
  'update conversation',
  'resume',
  'verify',
] as const satisfies readonly OperationName[]

/** The statuses that keys of each scope get where the table names no scope. */
async function observeMatrix(lab: TestSession): Promise<unknown> {
  const matrix: Record<string, Record<string, number | undefined>> = {}
  for (const name of unlisted) {
    const row: Record<string, number | undefined> = {}
    for (const scope of scopes) {
      row[scope] = (await callOperation(lab, name, await scopedKey(lab, scope)))?.status
    }
    matrix[operations[name].says] = row
  }
  return matrix
}

/** What keys made with `agents` and `kb` in one string may read, by the way they are written. */
async function observeSeveral(lab: TestSession): Promise<unknown> {
  const seen: Record<string, unknown> = {}
  for (const separator of [',', ' ', ';']) {
    const written = ['agents', 'kb'].join(separator)
    const creation = await postKey(lab, { name: lab.name('key'), scopes: written })
    const value = findFullKey(creation.json)?.value
    if (typeof value !== 'string') {
      seen[written] = { created: creation.status }
      continue
    }
    seen[written] = {
      stored: findKeyRecord(creation.json)?.['scopes'] ?? null,
      agents: (await callOperation(lab, 'agents', value))?.status,
      'knowledge bases': (await callOperation(lab, 'knowledge bases', value))?.status,
    }
  }
  return seen
}

/** Where the table of scopes is silent (5). */
export const scopeObservations: readonly ActiveCheck[] = [
  { ...observed, id: 'scopes.unlisted-operations', rule: 'scopes.refusal', run: observeMatrix },
  {
    ...observed,
    id: 'scopes.escalation',
    rule: 'scopes.refusal',
    run: async (lab) => {
      const key = await scopedKey(lab, 'chat')
      const creation = await postKey(lab, { name: lab.name('key') }, key)
      return {
        'a chat key creates a key with full access': isAccepted(creation),
        status: creation.status,
      }
    },
  },
  { ...observed, id: 'scopes.several-in-one', rule: 'scopes.several', run: observeSeveral },
]
