import { computeOnce } from '../../contract/memoize.ts'
import type { Scope } from '../../contract/scopes.ts'
import { isTurn, type OperationName } from './operations.ts'

/** The data of a state in which a credential must be refused. */
type StateRow = {
  /** The description of the credential in findings, such as `a disabled key`. */
  readonly says: string
  /** The error codes that the error table allows; empty if the table has no row for this state. */
  readonly codes: readonly string[]
  /** The specified status of the refusal; if absent, any 4xx is right. */
  readonly status?: number
}

const scopeState = (scope: Scope): StateRow => ({
  says: `a key with only the scope ${scope}`,
  codes: ['forbidden'],
  status: 403,
})

/** The states in which credentials must be refused (specification, 5 and 7). */
export const credentialStates = {
  missing: { says: 'no credential', codes: ['unauthorized'], status: 401 },
  'other-prefix': { says: 'a key with another prefix', codes: ['invalid_token'] },
  malformed: { says: 'a malformed token', codes: ['invalid_token'] },
  unissued: { says: 'a key that was never issued', codes: [] },
  'expired-token': { says: 'an expired access token', codes: ['token_expired', 'invalid_token'] },
  expired: { says: 'an expired key', codes: ['invalid_token', 'token_expired'] },
  disabled: { says: 'a disabled key', codes: ['unauthorized'], status: 401 },
  deleted: { says: 'a deleted key', codes: ['invalid_token'] },
  chat: scopeState('chat'),
  agents: scopeState('agents'),
  kb: scopeState('kb'),
  connectors: scopeState('connectors'),
} as const satisfies Record<string, StateRow>

export type CredentialState = keyof typeof credentialStates

const stateNames = Object.keys(credentialStates) as readonly CredentialState[]

/** The scopes without `admin`, which permits everything in many deployments. */
export type LimitedScope = Exclude<Scope, 'admin'>

// The operations that each scope allows (5.R6).
const allowed: Readonly<Record<LimitedScope, readonly OperationName[]>> = {
  chat: ['react', 'dag', 'inject'],
  agents: ['agents', 'agent'],
  kb: ['knowledge bases', 'retrieve'],
  connectors: ['connectors'],
}

export const limitedScopes = Object.keys(allowed) as readonly LimitedScope[]

export const isScopeState = (state: CredentialState): state is LimitedScope => state in allowed

/** The operations in the table of scopes of the specification, with their names in check ids. */
const scopedOperations = {
  agents: 'list-agents',
  agent: 'read-an-agent',
  'knowledge bases': 'list-knowledge-bases',
  retrieve: 'retrieve',
  connectors: 'list-connectors',
  administration: 'administrate',
  react: 'react',
  dag: 'dag',
  inject: 'inject',
} as const satisfies Partial<Record<OperationName, string>>

type ScopedOperation = keyof typeof scopedOperations

const operationsBeyond = (scope: LimitedScope): readonly ScopedOperation[] =>
  (Object.keys(scopedOperations) as ScopedOperation[]).filter(
    (name) => !allowed[scope].includes(name),
  )

/** A call of an operation with a key that has only this scope, and the id of its check. */
export type ScopedCall = {
  readonly id: string
  readonly scope: Scope
  readonly operation: OperationName
}

/** The calls that the table of scopes refuses with 403. */
export const refusedCalls = limitedScopes.flatMap((scope) =>
  operationsBeyond(scope).map((operation) => ({
    id: `scopes.${scope}-may-not-${scopedOperations[operation]}`,
    scope,
    operation,
  })),
)

/** The four lists, which every plan reads. */
export const listOperations = [
  'keys',
  'conversations',
  'knowledge bases',
  'agents',
] as const satisfies readonly OperationName[]

/** Every operation of the specification that needs a credential. */
const credentialOperations = [
  ...listOperations,
  'agent',
  'create key',
  'enable key',
  'create conversation',
  'update conversation',
  'retrieve',
  'react',
  'dag',
  'inject',
  'resume',
] as const satisfies readonly OperationName[]

/** The operations that must refuse a credential in this state. */
export const operationsRefusing = (state: CredentialState): readonly OperationName[] =>
  isScopeState(state) ? operationsBeyond(state) : credentialOperations

/** The place of the credential: header, body, or both. Only react and dag read it in the body. */
export type Carrier = 'header' | 'body' | 'both'

const carriersOf = (state: CredentialState, operation: OperationName): readonly Carrier[] =>
  state !== 'missing' && isTurn(operation) ? ['header', 'body', 'both'] : ['header']

/** When a credential is sent. Later uses test if a cache or another change undid the refusal. */
const moments = ['at once', 'after another toggle', 'at the end of the run'] as const
export type Moment = (typeof moments)[number]

// Calls react and dag only at once: a target that accepts the credential starts a turn, and late in
// a run no turn may be left.
const momentsOf = (operation: OperationName): readonly Moment[] =>
  isTurn(operation) ? ['at once'] : moments

/** A cell of the refusal table: at this moment, the operation refuses this credential. */
export type RefusalCell = {
  readonly state: CredentialState
  readonly operation: OperationName
  readonly carrier: Carrier
  readonly moment: Moment
}

/** Returns the pairs of values in a table cell. `coveringSet` covers each pair at least once. */
export const columnPairs = ({
  state,
  operation,
  carrier,
  moment,
}: RefusalCell): readonly string[] => [
  `${state} × ${operation}`,
  `${state} × ${carrier}`,
  `${operation} × ${carrier}`,
  `${state} × ${moment}`,
]

/** All cells of the refusal table. A run tests only those of `coveringSet`. */
export const allCells: readonly RefusalCell[] = stateNames.flatMap((state) =>
  operationsRefusing(state).flatMap((operation) =>
    carriersOf(state, operation).flatMap((carrier) =>
      momentsOf(operation).map((moment) => ({ state, operation, carrier, moment })),
    ),
  ),
)

/** Creates a cell with the moment `at once`; the credential is in the header by default. */
export const immediateCell = (
  state: CredentialState,
  operation: OperationName,
  carrier: Carrier = 'header',
): RefusalCell => ({ state, operation, carrier, moment: 'at once' })

/** The cell of a check `scopes.X-may-not-Y`. On react and dag, the key is in header and body. */
const scopeCell = (scope: LimitedScope, operation: OperationName): RefusalCell =>
  immediateCell(scope, operation, carriersOf(scope, operation).length > 1 ? 'both' : 'header')

/** The cells that have a separate check. */
const cellsWithOwnCheck: readonly RefusalCell[] = [
  ...refusedCalls.map(({ scope, operation }) => scopeCell(scope, operation)),
  ...listOperations.map((operation) => immediateCell('missing', operation)),
  immediateCell('other-prefix', 'react', 'body'),
  immediateCell('disabled', 'react', 'body'),
  immediateCell('deleted', 'react', 'body'),
]

/**
 * A small set of cells that covers every pair of `columnPairs`. It starts with `cellsWithOwnCheck`,
 * then repeatedly adds the cell that covers most of the missing pairs.
 */
export const coveringSet = computeOnce((): readonly RefusalCell[] => {
  const candidates = allCells.map((cell) => ({ cell, pairs: columnPairs(cell) }))
  const open = new Set(candidates.flatMap(({ pairs }) => pairs))
  const chosen = [...cellsWithOwnCheck]
  for (const pair of chosen.flatMap(columnPairs)) open.delete(pair)
  while (open.size > 0) {
    const gains = candidates.map(({ pairs }) => pairs.filter((pair) => open.has(pair)).length)
    const best = candidates[gains.indexOf(Math.max(...gains))]
    if (best === undefined) break
    chosen.push(best.cell)
    for (const pair of best.pairs) open.delete(pair)
  }
  return chosen
})

/** The cells of `coveringSet` that have no separate check. */
export const sharedCells = (): readonly RefusalCell[] =>
  coveringSet().slice(cellsWithOwnCheck.length)

/** Describes a cell of the table for reports: operation, credential, place and moment. */
export const describeCell = (title: string, { state, carrier, moment }: RefusalCell): string => {
  const where = { header: '', body: ' in the body field token', both: ' in header and body' }
  const when = moment === 'at once' ? '' : ` ${moment}`
  return `${title} with ${credentialStates[state].says}${where[carrier]}${when}`
}
