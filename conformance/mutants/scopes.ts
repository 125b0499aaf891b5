import type { Call, Route } from './call.ts'
import {
  type IssuedCredentials,
  retryWithCredential,
  withIssuedCredentials,
} from './issued-credentials.ts'
import { errorResponse, jsonResponse, type Mutant, mutants, onResponse, refuseAs } from './wrap.ts'

const agents = 'GET /api/agents'
const agent = 'GET /api/agents/{id}'
const bases = 'GET /api/knowledge-bases'
const retrieve = 'POST /api/knowledge-bases/{id}/retrieve'
const react = 'POST /api/react'
const dag = 'POST /api/dag'
const connectors = 'GET /api/connectors'
const administration = 'GET /api/admin/users'

const keyOf = ({ bearer }: Call, { byValue }: IssuedCredentials) => byValue(bearer)

type Row = readonly [check: string, scope: string, route: Route]

const refused: readonly Row[] = [
  ['chat-may-not-list-agents', 'chat', agents],
  ['chat-may-not-read-an-agent', 'chat', agent],
  ['chat-may-not-list-knowledge-bases', 'chat', bases],
  ['chat-may-not-retrieve', 'chat', retrieve],
  ['chat-may-not-list-connectors', 'chat', connectors],
  ['chat-may-not-administrate', 'chat', administration],
  ['agents-may-not-list-knowledge-bases', 'agents', bases],
  ['agents-may-not-retrieve', 'agents', retrieve],
  ['agents-may-not-list-connectors', 'agents', connectors],
  ['agents-may-not-administrate', 'agents', administration],
  ['agents-may-not-react', 'agents', react],
  ['agents-may-not-dag', 'agents', dag],
  ['kb-may-not-list-agents', 'kb', agents],
  ['kb-may-not-read-an-agent', 'kb', agent],
  ['kb-may-not-list-connectors', 'kb', connectors],
  ['kb-may-not-administrate', 'kb', administration],
  ['kb-may-not-react', 'kb', react],
  ['kb-may-not-dag', 'kb', dag],
  ['connectors-may-not-list-agents', 'connectors', agents],
  ['connectors-may-not-read-an-agent', 'connectors', agent],
  ['connectors-may-not-list-knowledge-bases', 'connectors', bases],
  ['connectors-may-not-retrieve', 'connectors', retrieve],
  ['connectors-may-not-administrate', 'connectors', administration],
  ['connectors-may-not-react', 'connectors', react],
  ['connectors-may-not-dag', 'connectors', dag],
]

const allowed: readonly Row[] = [
  ['agents-may-list-agents', 'agents', agents],
  ['agents-may-read-an-agent', 'agents', agent],
  ['kb-may-list-knowledge-bases', 'kb', bases],
  ['kb-may-retrieve', 'kb', retrieve],
  ['connectors-may-list-connectors', 'connectors', connectors],
  ['admin-may-administrate', 'admin', administration],
  ['chat-may-react', 'chat', react],
  ['chat-may-dag', 'chat', dag],
]

/** Creates a mutant that accepts a key on an operation that the scope of the key does not allow. */
const acceptsBeyondScope = ([check, scope, route]: Row): Mutant => ({
  id: `overreach-${check.replace('may-not-', '')}`,
  killedBy: `scopes.${check}`,
  description: `A key with the scope ${scope} is accepted on ${route}.`,
  wrap: retryWithCredential(route, (call, memory) => {
    const key = keyOf(call, memory)
    return key?.scopes === scope ? key.owner : undefined
  }),
})

/** Creates a mutant that refuses a key on an operation that the scope of the key allows. */
const refusesWithinScope = ([check, scope, route]: Row): Mutant => ({
  id: `lock-out-${check.replace('may-', '')}`,
  killedBy: `scopes.${check}`,
  description: `A key with the scope ${scope} is refused on ${route}.`,
  wrap: withIssuedCredentials((memory) =>
    onResponse(route, (_, call) =>
      keyOf(call, memory)?.scopes === scope ? errorResponse(403, 'forbidden') : undefined,
    ),
  ),
})

/** Creates a mutant that accepts a key of this scope at `/api/chat/inject`, even without a turn. */
const acceptsInject = (scope: string): Mutant => ({
  id: `overreach-${scope}-inject`,
  killedBy: `scopes.${scope}-may-not-inject`,
  description: `A key with the scope ${scope} may inject, even if no turn runs.`,
  wrap: withIssuedCredentials((memory) =>
    onResponse('POST /api/chat/inject', (_, call) =>
      keyOf(call, memory)?.scopes === scope ? jsonResponse(200, { success: true }) : undefined,
    ),
  ),
})

/** Mutants with a fault in the permissions of keys with scopes. */
export const scopeMutants: readonly Mutant[] = [
  ...refused.map(acceptsBeyondScope),
  ...allowed.map(refusesWithinScope),
  ...['agents', 'kb', 'connectors'].map(acceptsInject),
  ...mutants({
    'scope-missing-is-unauthorized': {
      killedBy: 'scopes.refusal-is-forbidden',
      description: 'A key without the needed scope gets the code of a missing credential.',
      wrap: refuseAs(`${agents} | ${bases}`, 'forbidden', 403, 'unauthorized'),
    },
    'unscoped-key-has-no-access': {
      killedBy: 'scopes.unscoped-is-never-refused',
      description: 'A key without scopes has no access instead of full access.',
      wrap: withIssuedCredentials((memory) =>
        onResponse(`${agents} | ${bases}`, (_, call) => {
          const key = keyOf(call, memory)
          return key && key.scopes === undefined ? errorResponse(403, 'forbidden') : undefined
        }),
      ),
    },
  }),
]
