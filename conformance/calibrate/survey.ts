import { conversationInBody } from '../../contract/exchange.ts'
import { isUndecided, skip } from '../session/assertions.ts'
import { type Exchange, type RequestSpec, turnPaths } from '../session/exchange.ts'
import { OverBudget } from '../session/outcomes.ts'
import type { TestSession } from '../session/test-session.ts'
import { userCredential } from '../setup/credentials.ts'
import { lists } from '../setup/lists.ts'
import { type OperationName, operations } from '../setup/operations.ts'
import { unknownUuid } from '../setup/unknown-resources.ts'
import { question } from '../stream/turns.ts'
import { isTurn } from '../session/request.ts'

/** A credential that is neither a key nor a token. */
export const malformed = 'not-a-credential'

type Row = {
  readonly method: string
  readonly path: string
  /** A valid body. It changes nothing, because the id in the path is unknown. */
  readonly valid?: object
  /** A body that every deployment refuses, so that nothing is created. */
  readonly invalid?: object
  /** Whether the operation takes no credential. */
  readonly isPublic?: boolean
}

const invalidValue = { a: 1 }

/** The valid body of a turn that does not start, because its conversation does not exist. */
const unstartedTurnBody = { q: question, conversation_id: unknownUuid }
const row = (method: string, path: string, rest: Omit<Row, 'method' | 'path'> = {}): Row => ({
  method,
  path,
  ...rest,
})
const withUnknownId = (path: string) => `${path}/${unknownUuid}`

/**
 * The operations that the survey calls: those that the specification describes, and those that it
 * only names. Every id is unknown, so no request changes anything.
 */
const rows: readonly Row[] = [
  row('GET', lists.keys),
  row('POST', lists.keys, { invalid: { name: invalidValue } }),
  row('PATCH', `${withUnknownId(lists.keys)}/active`, {
    valid: { is_active: true },
    invalid: { is_active: invalidValue },
  }),
  row('DELETE', withUnknownId(lists.keys)),
  row('GET', lists.conversations),
  row('POST', lists.conversations, { invalid: { title: invalidValue } }),
  row('GET', withUnknownId(lists.conversations)),
  row('PATCH', withUnknownId(lists.conversations), {
    valid: { starred: false },
    invalid: { title: invalidValue },
  }),
  row('DELETE', withUnknownId(lists.conversations)),
  row('GET', lists['knowledge bases']),
  row('POST', `${withUnknownId(lists['knowledge bases'])}/retrieve`, {
    valid: { query: 'conformance', top_k: 1 },
    invalid: { query: invalidValue },
  }),
  row('POST', `${withUnknownId(lists['knowledge bases'])}/toggle`),
  row('GET', lists.agents),
  row('GET', withUnknownId(lists.agents)),
  row('POST', '/api/auth/login', { invalid: { email: invalidValue }, isPublic: true }),
  row('POST', '/api/auth/refresh', { invalid: { refresh_token: invalidValue }, isPublic: true }),
  row('GET', '/api/auth/verify'),
  row('GET', '/api/auth/me'),
  row('POST', '/api/react', { valid: unstartedTurnBody, invalid: { q: invalidValue } }),
  row('POST', '/api/dag', { valid: unstartedTurnBody, invalid: { q: invalidValue } }),
  row('POST', '/api/auto', { valid: unstartedTurnBody, invalid: { q: invalidValue } }),
  row('POST', '/api/chat/inject', {
    valid: { conversation_id: unknownUuid, content: 'conformance' },
    invalid: { conversation_id: invalidValue },
  }),
  row('POST', '/api/chat/resume', {
    valid: { conversation_id: unknownUuid, cursor: -1 },
    invalid: { conversation_id: invalidValue, cursor: -1 },
  }),
  row('GET', '/api/connectors'),
  row('POST', '/api/connectors', { invalid: { name: invalidValue } }),
  row('GET', withUnknownId('/api/connectors')),
  row('PUT', withUnknownId('/api/connectors'), { invalid: { name: invalidValue } }),
  row('DELETE', withUnknownId('/api/connectors')),
  row('POST', `${withUnknownId('/api/connectors')}/toggle`),
  row('GET', '/api/mcp-servers'),
  row('GET', withUnknownId('/api/mcp-servers')),
  row('PUT', `${withUnknownId('/api/mcp-servers')}/my-credentials`, {
    valid: {},
    invalid: { env: 1, headers: 1 },
  }),
  row('GET', '/api/channels'),
  row('POST', '/api/channels', { invalid: { name: invalidValue } }),
  row('GET', withUnknownId('/api/channels')),
  row('PATCH', withUnknownId('/api/channels'), { valid: {}, invalid: { name: invalidValue } }),
  row('DELETE', withUnknownId('/api/channels')),
  row('POST', `${withUnknownId('/api/channels')}/callback`, { isPublic: true }),
  row('POST', `${withUnknownId('/api/confirmations')}/respond`, {
    valid: { decision: 'reject' },
    invalid: { decision: invalidValue },
  }),
  row('POST', `${withUnknownId('/api/workflows')}/batch-run`, {
    valid: { inputs: [{}] },
    invalid: { inputs: invalidValue },
  }),
  row('DELETE', `${withUnknownId('/api/workflows')}/runs/${unknownUuid}`),
  row('GET', '/api/workflows'),
  row('GET', '/api/orgs'),
  row('GET', '/api/models'),
  row('GET', '/api/admin/users'),
  row('GET', '/api/admin/stats'),
  row('GET', '/api/admin/audit-log'),
  row('GET', '/api/admin/system/health'),
]

/** Whether a turn started in a conversation that does not exist. */
const startedUnknown = (exchange: Exchange): boolean =>
  exchange.status < 300 && isTurn(exchange) && conversationInBody(exchange) === unknownUuid

/**
 * Requests a turn that cannot start, because its conversation does not exist. If a target has
 * started such a turn once, later requests are skipped, to save turns.
 */
export async function sendUnstartedTurn(
  session: TestSession,
  path: string,
  { bearer, token }: { readonly bearer?: string; readonly token?: string },
): Promise<Exchange> {
  if (session.exchanges.some(startedUnknown))
    skip('the target starts turns in unknown conversations')
  const body = { ...unstartedTurnBody, ...(token !== undefined && { token }) }
  return session.send({ method: 'POST', path, bearer, body })
}

/** Creates the requests to an operation: without a credential, with a wrong one, with each body. */
function requestsTo(
  { method, path, valid, invalid, isPublic }: Row,
  credential: string,
): readonly RequestSpec[] {
  const isTurnRow = turnPaths.includes(path)
  const request = (bearer: string | undefined, body?: object): RequestSpec => {
    const token = isTurnRow && bearer !== undefined ? { token: bearer } : {}
    const content = body === undefined && method === 'GET' ? undefined : { ...body, ...token }
    return { method, path, bearer, ...(content && { body: content }) }
  }
  const refused = isPublic ? [] : [request(undefined, valid), request(malformed, valid)]
  const wrongInput =
    invalid === undefined
      ? []
      : [{ ...request(isPublic ? undefined : credential, invalid), invalidField: 'any' }]
  const isHarmless = method === 'GET' || path.includes(unknownUuid) || path.startsWith('/api/chat/')
  const plain = isHarmless && !isTurnRow ? [request(credential, valid)] : []
  return [...refused, ...wrongInput, ...plain]
}

/** Invalid requests without a credential, one for each operation that takes a body. */
export const invalidRequests = (): readonly RequestSpec[] =>
  rows.flatMap(({ method, path, invalid, isPublic }) =>
    invalid === undefined || isPublic ? [] : [{ method, path, body: invalid }],
  )

/** Creates the requests with ids of existing records that no other observer sends. */
async function requestsWithIds(
  session: TestSession,
  bearer: string,
): Promise<readonly RequestSpec[]> {
  // Returns no request if the target has no record for the operation.
  const requestTo = async (name: OperationName): Promise<readonly RequestSpec[]> => {
    const request = await operations[name].createRequest(session).catch(() => undefined)
    return request === undefined ? [] : [{ ...request, bearer }]
  }
  const withWrong = (field: string) => (request: RequestSpec) =>
    ({ ...request, body: { [field]: invalidValue }, invalidField: 'any' }) as const
  const get = (path: string): RequestSpec => ({ method: 'GET', path, bearer })
  const agent = await requestTo('agent')
  const retrieval = await requestTo('retrieve')
  const change = await requestTo('update conversation')
  const enabling = await requestTo('enable key')
  return [
    ...agent,
    ...retrieval,
    ...retrieval.map(withWrong('query')),
    ...change.map(({ path }) => get(path)),
    ...change.map(withWrong('title')),
    ...enabling.map(withWrong('is_active')),
    ...Object.values(lists).map((path) => ({ ...get(`${path}?page=0`), invalidField: 'any' })),
    { method: 'POST', path: '/api/auth/refresh', body: { refresh_token: malformed } },
  ]
}

/**
 * Sends requests to every operation of the specification, to find operations that differ. Most
 * requests must be refused. Stops without an error if the target is unreachable or time is over.
 */
export async function sendSurvey(session: TestSession): Promise<void> {
  const credential = await userCredential(session).catch(() => undefined)
  if (credential === undefined) return
  const fixed = rows.flatMap((each) => requestsTo(each, credential))
  try {
    for (const request of [...fixed, ...(await requestsWithIds(session, credential))])
      await session.send(request).catch((error: unknown) => {
        if (!(error instanceof OverBudget)) throw error
      })
  } catch (error) {
    // If the survey stops early, the choices keep the options that were observed before.
    if (!isUndecided(error)) throw error
  }
}
