import type { RequestSpec, Exchange } from '../session/exchange.ts'
import type { TestSession } from '../session/test-session.ts'
import { requireBaseline } from '../session/assertions.ts'
import { userCredential } from './credentials.ts'
import { conversationIdFor } from './conversations.ts'
import { issuedKey } from './keys.ts'
import { agentId, encodeId, knowledgeBaseId, lists } from './lists.ts'
import { isObject } from '../../contract/json.ts'

export type Operation = {
  readonly title: string
  /**
   * Creates a valid request without a credential; undefined if the target lacks a needed record.
   */
  readonly createRequest: (session: TestSession) => Promise<RequestSpec | undefined>
}

const get = (path: string): Operation => ({
  title: `GET ${path}`,
  createRequest: async () => ({ method: 'GET', path }),
})

const post = (
  path: string,
  body: (session: TestSession) => Promise<unknown> | unknown,
): Operation => ({
  title: `POST ${path}`,
  createRequest: async (session) => ({ method: 'POST', path, body: await body(session) }),
})

const question = 'What can you help me with?'

/**
 * Operations that need a credential. Each has a valid request, so that only the credential matters.
 */
export const operations = {
  keys: get(lists.keys),
  conversations: get(lists.conversations),
  'knowledge bases': get(lists['knowledge bases']),
  agents: get(lists.agents),
  agent: {
    title: 'GET /api/agents/{agent_id}',
    createRequest: async (session) => {
      const id = await agentId(session)
      return id === undefined
        ? undefined
        : { method: 'GET', path: `${lists.agents}/${encodeId(id)}` }
    },
  },
  'create key': post(lists.keys, (session) => ({ name: session.uniqueName('key') })),
  'enable key': {
    title: `PATCH ${lists.keys}/{key_id}/active`,
    createRequest: async (session) => ({
      method: 'PATCH',
      path: `${lists.keys}/${encodeId((await issuedKey(session, 'second')).id)}/active`,
      body: { is_active: true },
    }),
  },
  'create conversation': post(lists.conversations, (session) => ({
    title: session.uniqueName('conversation'),
  })),
  'update conversation': {
    title: `PATCH ${lists.conversations}/{conversation_id}`,
    createRequest: async (session) => ({
      method: 'PATCH',
      path: `${lists.conversations}/${encodeId(await conversationIdFor(session))}`,
      body: { starred: false },
    }),
  },
  retrieve: {
    title: 'POST /api/knowledge-bases/{id}/retrieve',
    createRequest: async (session) => {
      const id = await knowledgeBaseId(session)
      if (id === undefined) return undefined
      const path = `${lists['knowledge bases']}/${encodeId(id)}/retrieve`
      return { method: 'POST', path, body: { query: 'conformance', top_k: 1 } }
    },
  },
  // The unique name lets the clean-up find a conversation that a target created for the question.
  react: post('/api/react', (session) => ({ q: session.uniqueName('question') })),
  dag: post('/api/dag', (session) => ({ q: session.uniqueName('question') })),
  // Uses a conversation that may get a turn, because a target may store the text.
  inject: post('/api/chat/inject', async (session) => ({
    conversation_id: await conversationIdFor(session, 'titled'),
    content: question,
  })),
  resume: post('/api/chat/resume', async (session) => ({
    conversation_id: await conversationIdFor(session),
    cursor: -1,
  })),
  verify: get('/api/auth/verify'),
  connectors: get('/api/connectors'),
  administration: get('/api/admin/users'),
} as const satisfies Record<string, Operation>

export type OperationName = keyof typeof operations

/** The name of an operation in reports, such as `GET /api/agents/{id}`. */
export const requestNameOf = (name: OperationName): string =>
  operations[name].title.replaceAll(/\{\w+\}/g, '{id}')

/** The operations that stream a turn. */
export type TurnName = 'react' | 'dag'

/** Whether an operation streams a turn. */
export const isTurn = (name: OperationName): name is TurnName => name === 'react' || name === 'dag'

// Operations that would create records or cost money. Each has a similar operation that is called
// instead as the positive control.
const controlOperations: Partial<Record<OperationName, OperationName>> = {
  'create key': 'keys',
  'create conversation': 'conversations',
  retrieve: 'knowledge bases',
}

/**
 * Calls an operation with this credential, or without one. Undefined if the target lacks a needed
 * record. A stream is cut at its start. On react and dag the credential is sent in header and body,
 * because deployments read it in different places.
 */
export async function callOperation(
  session: TestSession,
  name: OperationName,
  credential?: string,
): Promise<Exchange | undefined> {
  const request: RequestSpec | undefined = await operations[name].createRequest(session)
  if (request === undefined) return undefined
  const token = isTurn(name) && credential !== undefined ? { token: credential } : {}
  const body = isObject(request.body) ? { ...request.body, ...token } : request.body
  return session.send({ ...request, bearer: credential, body })
}

/** Calls an operation as the user with full access: the positive control of refusals. */
export const callAsUser = (
  session: TestSession,
  name: OperationName,
): Promise<Exchange | undefined> =>
  session.once(`${operations[name].title} as the user`, async () => {
    const credential = await userCredential(session)
    if (isTurn(name)) return probeTurn(session, name, { bearer: credential, token: credential })
    return callOperation(session, controlOperations[name] ?? name, credential)
  })

/**
 * Requires that the target refuses a missing credential before an invalid `q`. If it validates the
 * body first, the response to `probeTurn` says nothing about the credential.
 */
export async function requireCredentialFirst(session: TestSession, name: TurnName): Promise<void> {
  const { status } = await session.once(`calling ${name} without a credential`, () =>
    probeTurn(session, name, {}),
  )
  requireBaseline(status === 401, `${name} validates the body before the credential`)
}

/** A text that every target refuses, so that no turn runs. */
export const invalidQuery = { a: 1 }

/** Requests a turn with an invalid `q`, to test a credential without running a turn. */
export const probeTurn = (
  session: TestSession,
  name: TurnName,
  { bearer, token }: { readonly bearer?: string | undefined; readonly token?: string | undefined },
): Promise<Exchange> => {
  const body = { q: invalidQuery, ...(token !== undefined && { token }) }
  return session.send({ method: 'POST', path: `/api/${name}`, bearer, body })
}
