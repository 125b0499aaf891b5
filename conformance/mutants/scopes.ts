import { requestNameOf } from '../setup/operations.ts'
import { refusedCalls, type ScopedCall } from '../setup/refusal-table.ts'
import { acceptKeys, respondToKeys } from './issued-credentials.ts'
import { jsonResponse, type Mutant, mutants, refusal, refuseAs } from './wrap.ts'

const allowedCalls: readonly ScopedCall[] = [
  { id: 'scopes.agents-may-list-agents', scope: 'agents', operation: 'agents' },
  { id: 'scopes.agents-may-read-an-agent', scope: 'agents', operation: 'agent' },
  { id: 'scopes.kb-may-list-knowledge-bases', scope: 'kb', operation: 'knowledge bases' },
  { id: 'scopes.kb-may-retrieve', scope: 'kb', operation: 'retrieve' },
  { id: 'scopes.connectors-may-list-connectors', scope: 'connectors', operation: 'connectors' },
  { id: 'scopes.admin-may-administrate', scope: 'admin', operation: 'administration' },
  { id: 'scopes.chat-may-react', scope: 'chat', operation: 'react' },
  { id: 'scopes.chat-may-dag', scope: 'chat', operation: 'dag' },
]

/** Creates a mutant that accepts a key on an operation that the scope of the key does not allow. */
function acceptsBeyondScope({ id, scope, operation }: ScopedCall): Mutant {
  const route = requestNameOf(operation)
  return {
    id: id.replace('scopes.', 'overreach-').replace('may-not-', ''),
    killedBy: id,
    description: `A key with the scope ${scope} is accepted on ${route}.`,
    wrap: acceptKeys(route, ({ scopes }) => scopes === scope),
  }
}

/** Creates a mutant that accepts a key of this scope at `/api/chat/inject`, even without a turn. */
const acceptsInject = (call: ScopedCall): Mutant => ({
  ...acceptsBeyondScope(call),
  description: `A key with the scope ${call.scope} may inject, even if no turn runs.`,
  wrap: respondToKeys(
    requestNameOf(call.operation),
    ({ scopes }) => scopes === call.scope,
    () => jsonResponse(200, { success: true }),
  ),
})

/** Creates a mutant that refuses a key on an operation that the scope of the key allows. */
function refusesWithinScope({ id, scope, operation }: ScopedCall): Mutant {
  const route = requestNameOf(operation)
  return {
    id: id.replace('scopes.', 'lock-out-').replace('may-', ''),
    killedBy: id,
    description: `A key with the scope ${scope} is refused on ${route}.`,
    wrap: respondToKeys(route, ({ scopes }) => scopes === scope, refusal(403, 'forbidden')),
  }
}

const isInject = ({ operation }: ScopedCall): boolean => operation === 'inject'

const listsOfRecords = 'GET /api/agents | GET /api/knowledge-bases'

/** Mutants with a fault in the permissions of keys with scopes. */
export const scopeMutants: readonly Mutant[] = [
  ...refusedCalls.filter((call) => !isInject(call)).map(acceptsBeyondScope),
  ...allowedCalls.map(refusesWithinScope),
  ...refusedCalls.filter(isInject).map(acceptsInject),
  ...mutants({
    'scope-missing-is-unauthorized': {
      killedBy: 'scopes.refusal-is-forbidden',
      description: 'A key without the needed scope gets the code of a missing credential.',
      wrap: refuseAs(listsOfRecords, 'forbidden', 403, 'unauthorized'),
    },
    'unscoped-key-has-no-access': {
      killedBy: 'scopes.unscoped-is-never-refused',
      description: 'A key without scopes has no access instead of full access.',
      wrap: respondToKeys(
        listsOfRecords,
        ({ scopes }) => scopes === undefined,
        refusal(403, 'forbidden'),
      ),
    },
  }),
]
