import { member } from '../session/json.ts'
import { operations, type OperationName, requestNameOf } from '../setup/operations.ts'
import {
  type CredentialState,
  credentialStates,
  isScopeState,
  type RefusalCell,
} from '../setup/refusal-table.ts'
import { anyRoute, type Call, conversations } from './call.ts'
import { retryWithCredential, type IssuedCredentials, type KnownKey } from './issued-credentials.ts'
import { type Mutant, mutants, refuseAs, withState, type Wrap } from './wrap.ts'

/** The state of a credential, the operation, and the place of the credential in a call. */
export type SeenCell = Omit<RefusalCell, 'moment'>

const operationByTitle = new Map(
  (Object.keys(operations) as OperationName[]).map((name) => [requestNameOf(name), name]),
)

/** Reads credential state, operation and place of a call; undefined if its credential is good. */
function readCell(call: Call, memory: IssuedCredentials): SeenCell | undefined {
  const operation = operationByTitle.get(call.operation)
  const token = member(call.body, 'token')
  const inBody = typeof token === 'string' && token !== '' ? token : undefined
  const carrier = inBody === undefined ? 'header' : call.bearer === undefined ? 'body' : 'both'
  const state = stateOf(call.bearer ?? inBody, memory)
  return operation && state && { state, operation, carrier }
}

function stateOf(credential: string | undefined, memory: IssuedCredentials) {
  if (credential === undefined) return 'missing'
  const key = memory.byValue(credential)
  if (key !== undefined) return stateOfKey(key)
  if (credential.startsWith('svc_')) return 'unissued'
  if (credential.startsWith('xyz_')) return 'other-prefix'
  if (credential.startsWith('aaa.')) return 'malformed'
  return memory.tokens.includes(credential) ? undefined : 'expired-token'
}

function stateOfKey({ state, scopes, expiresAt }: KnownKey): CredentialState | undefined {
  if (state === 'deleted' || state === 'disabled') return state
  if (expiresAt !== undefined) return 'expired'
  return isScopeState(scopes as CredentialState) ? (scopes as CredentialState) : undefined
}

/** A fault: accepts credentials that must be refused, if `isMeant` returns true for the call. */
export const acceptsIn = (isMeant: (cell: SeenCell) => boolean): Wrap =>
  retryWithCredential(anyRoute, (call, memory) => {
    const cell = readCell(call, memory)
    const key = memory.byValue(call.bearer ?? String(member(call.body, 'token')))
    return cell && isMeant(cell) ? (key?.owner ?? memory.tokens[0]) : undefined
  })

/**
 * Each row: a mutant, the beginning of a check id, a bad credential, the operation that accepts it.
 */
const inOneOperation = [
  ['agent-takes-another-prefix', 'credentials.other-prefix', 'other-prefix', 'agent'],
  ['update-takes-a-malformed-token', 'credentials.malformed', 'malformed', 'update conversation'],
  ['resume-takes-an-unissued-key', 'credentials.unissued-key', 'unissued', 'resume'],
  [
    'creation-takes-an-expired-token',
    'credentials.expired-token',
    'expired-token',
    'create conversation',
  ],
  ['dag-takes-an-expired-key', 'keys.expired', 'expired', 'dag'],
  ['inject-takes-a-disabled-key', 'keys.disabled', 'disabled', 'inject'],
  ['disabled-key-creates-keys', 'keys.disabled', 'disabled', 'create key'],
  ['deleted-key-retrieves', 'keys.deleted', 'deleted', 'retrieve'],
] as const

const elsewhere = mutants({
  'prefix-of-a-key-is-ignored': {
    killedBy: 'credentials.other-prefix-is-rejected-everywhere',
    looksLike: (got) => got === 'status 200',
    description: 'A valid key is accepted with any prefix.',
    wrap: retryWithCredential(anyRoute, ({ bearer = '' }, { byValue }) =>
      bearer.startsWith('xyz_') ? byValue(bearer.replace('xyz_', 'svc_'))?.owner : undefined,
    ),
  },
  'kb-key-runs-turns-from-the-body': {
    killedBy: 'scopes.refused-in-the-body',
    description: 'POST /api/react and /api/dag ignore the scope of a key in the body.',
    wrap: acceptsIn((cell) => cell.state === 'kb' && cell.carrier === 'body'),
  },
  'update-is-refused-with-another-code': {
    killedBy: 'credentials.refusals-have-their-code-everywhere',
    description: 'PATCH of a conversation refuses an invalid token as a missing credential.',
    wrap: refuseAs(conversations.update, 'invalid_token', 401, 'unauthorized'),
  },
  'key-disabled-twice-works': {
    killedBy: 'credentials.refused-after-another-toggle',
    description: 'A key that is disabled for the second time still works.',
    wrap: retryWithCredential(anyRoute, ({ bearer, body }, { byValue }) => {
      const key = byValue(bearer ?? String(member(body, 'token')))
      return key?.state === 'disabled' && key.wasEnabled ? key.owner : undefined
    }),
  },
  'refresh-revives-deleted-keys': {
    killedBy: 'credentials.refused-at-the-end',
    trafficFrom: ['refresh.gives-an-access-token'],
    description: 'After a refresh of an access token, deleted keys work again.',
    wrap: withState(() => {
      let isRefreshed = false
      const revives = acceptsIn(({ state }) => isRefreshed && state === 'deleted')
      return (fetch, hit) => {
        const broken = revives(fetch, hit)
        return (request) => {
          isRefreshed ||= request.url.endsWith('/api/auth/refresh')
          return broken(request)
        }
      }
    }),
  },
})

/** Mutants that accept a bad credential on one operation, in one place, or at one moment. */
export const forgottenRefusalMutants: readonly Mutant[] = [
  ...inOneOperation.map(([id, check, state, operation]) => ({
    id,
    killedBy: `${check}-is-rejected-everywhere`,
    description: `${operations[operation].title} accepts ${credentialStates[state].says}.`,
    wrap: acceptsIn((cell) => cell.state === state && cell.operation === operation),
  })),
  ...elsewhere,
]
