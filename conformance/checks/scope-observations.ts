import { scopes } from '../../contract/scopes.ts'
import { checks } from '../session/check.ts'
import type { TestSession } from '../session/test-session.ts'
import { isAccepted } from '../session/assertions.ts'
import { findFullKey, postKey, findKeyRecord, scopedKey } from '../setup/keys.ts'
import { callOperation, operations, type OperationName } from '../setup/operations.ts'

const observed = { plan: 'core', needs: ['user'], level: 'observe' } as const

const unlisted = [
  'keys',
  'conversations',
  'update conversation',
  'resume',
  'verify',
] as const satisfies readonly OperationName[]

/** Observes the statuses of scoped keys on operations that the table assigns to no scope. */
async function observeMatrix(session: TestSession): Promise<unknown> {
  const matrix: Record<string, Record<string, number | undefined>> = {}
  for (const name of unlisted) {
    const row: Record<string, number | undefined> = {}
    for (const scope of scopes) {
      row[scope] = (await callOperation(session, name, await scopedKey(session, scope)))?.status
    }
    matrix[operations[name].title] = row
  }
  return matrix
}

/**
 * Observes the permissions of keys with the scopes `agents` and `kb` in one string, by separator.
 */
async function observeSeveral(session: TestSession): Promise<unknown> {
  const seen: Record<string, unknown> = {}
  for (const separator of [',', ' ', ';']) {
    const written = ['agents', 'kb'].join(separator)
    const creation = await postKey(session, { name: session.uniqueName('key'), scopes: written })
    const value = findFullKey(creation.json)?.value
    if (typeof value !== 'string') {
      seen[written] = { created: creation.status }
      continue
    }
    seen[written] = {
      stored: findKeyRecord(creation.json)?.['scopes'] ?? null,
      agents: (await callOperation(session, 'agents', value))?.status,
      'knowledge bases': (await callOperation(session, 'knowledge bases', value))?.status,
    }
  }
  return seen
}

/** Observations of scopes that the specification leaves open (5). */
export const scopeObservations = checks(observed, {
  'scopes.unlisted-operations': { rule: 'scopes.refusal', run: observeMatrix },
  'scopes.escalation': {
    rule: 'scopes.refusal',
    run: async (session) => {
      const key = await scopedKey(session, 'chat')
      const creation = await postKey(session, { name: session.uniqueName('key') }, key)
      return {
        'a chat key creates a key with full access': isAccepted(creation),
        status: creation.status,
      }
    },
  },
  'scopes.several-in-one': { rule: 'scopes.several', run: observeSeveral },
})
