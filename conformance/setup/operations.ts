import type { RequestSpec, Exchange } from '../session/exchange.ts'
import { isObject } from '../session/json.ts'
import type { TestSession } from '../session/test-session.ts'
import { userCredential } from './credentials.ts'
import { conversation } from './conversations.ts'
import { issuedKey } from './keys.ts'
import { agentId, knowledgeBaseId, lists } from './lists.ts'

export type Operation = {
  readonly says: string
  /** A valid request without any credential; undefined where the target has nothing to ask it of. */
  readonly ask: (lab: TestSession) => Promise<RequestSpec | undefined>
}

const get = (path: string): Operation => ({
  says: `GET ${path}`,
  ask: async () => ({ method: 'GET', path }),
})

const post = (path: string, body: (lab: TestSession) => Promise<unknown> | unknown): Operation => ({
  says: `POST ${path}`,
  ask: async (lab) => ({ method: 'POST', path, body: await body(lab) }),
})

const question = 'What can you help me with?'

/** Operations that need a credential, each with a valid request, so that no other rule hides it. */
export const operations = {
  keys: get(lists.keys),
  conversations: get(lists.conversations),
  'knowledge bases': get(lists['knowledge bases']),
  agents: get(lists.agents),
  agent: {
    says: 'GET /api/agents/{agent_id}',
    ask: async (lab) => {
      const id = await agentId(lab)
      return id === undefined ? undefined : { method: 'GET', path: `/api/agents/${id}` }
    },
  },
  'create key': post(lists.keys, (lab) => ({ name: lab.name('key') })),
  'enable key': {
    says: `PATCH ${lists.keys}/{key_id}/active`,
    ask: async (lab) => ({
      method: 'PATCH',
      path: `${lists.keys}/${(await issuedKey(lab, 'second')).id}/active`,
      body: { is_active: true },
    }),
  },
  'create conversation': post(lists.conversations, (lab) => ({ title: lab.name('conversation') })),
  'update conversation': {
    says: `PATCH ${lists.conversations}/{conversation_id}`,
    ask: async (lab) => ({
      method: 'PATCH',
      path: `${lists.conversations}/${await conversation(lab)}`,
      body: { starred: false },
    }),
  },
  retrieve: {
    says: 'POST /api/knowledge-bases/{id}/retrieve',
    ask: async (lab) => {
      const id = await knowledgeBaseId(lab)
      const path = `${lists['knowledge bases']}/${id}/retrieve`
      const body = { query: 'conformance', top_k: 1 }
      return id === undefined ? undefined : { method: 'POST', path, body }
    },
  },
  react: post('/api/react', () => ({ q: question })),
  dag: post('/api/dag', () => ({ q: question })),
  inject: post('/api/chat/inject', async (lab) => ({
    conversation_id: await conversation(lab),
    content: question,
  })),
  resume: post('/api/chat/resume', async (lab) => ({
    conversation_id: await conversation(lab),
    cursor: -1,
  })),
  verify: get('/api/auth/verify'),
  connectors: get('/api/connectors'),
  administration: get('/api/admin/users'),
} as const satisfies Record<string, Operation>

export type OperationName = keyof typeof operations

/** The operations that stream a turn. */
export type TurnName = 'react' | 'dag'

const isTurn = (name: OperationName): name is TurnName => name === 'react' || name === 'dag'

// As the user these would create something or cost something; their neighbours show as much.
const neighbours: Partial<Record<OperationName, OperationName>> = {
  'create key': 'keys',
  'create conversation': 'conversations',
  retrieve: 'knowledge bases',
}

/**
 * Calls an operation with this credential, or without any; undefined where the target has nothing
 * to ask it of. No turn is let run: a stream is cut when it begins. On react and dag a credential
 * is sent in header and body, since either may be the one that counts.
 */
export async function callOperation(
  lab: TestSession,
  name: OperationName,
  credential?: string,
): Promise<Exchange | undefined> {
  const ask: RequestSpec | undefined = await operations[name].ask(lab)
  if (ask === undefined) return undefined
  const token = isTurn(name) && credential !== undefined ? { token: credential } : {}
  const body = isObject(ask.body) ? { ...ask.body, ...token } : ask.body
  return lab.send({ ...ask, bearer: credential, body })
}

/** What the user with full access is answered: the positive control of every refusal. */
export const asUser = (lab: TestSession, name: OperationName): Promise<Exchange | undefined> =>
  lab.once(`${operations[name].says} as the user`, async () => {
    const credential = await userCredential(lab)
    if (isTurn(name)) return probeTurn(lab, name, { bearer: credential, token: credential })
    return callOperation(lab, neighbours[name] ?? name, credential)
  })

/** Asks for a turn with a `q` that is no string: shows if a credential counts, at no cost. */
export const probeTurn = (
  lab: TestSession,
  name: TurnName,
  credential: { readonly bearer?: string; readonly token?: string },
): Promise<Exchange> => {
  const token = credential.token === undefined ? {} : { token: credential.token }
  const body = { q: { a: 1 }, ...token }
  const ask = { method: 'POST', path: `/api/${name}`, bearer: credential.bearer, body }
  return lab.send(ask)
}
