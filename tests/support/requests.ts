import type { Fixture } from '../../contract/fixture.ts'
import { operations } from '../../contract/operations.ts'
import type { Operation } from '../../contract/operations/operation.ts'

/** The parts of a request besides its operation and its credential. */
export type Sent = {
  readonly body?: unknown
  /** A raw body, instead of JSON. */
  readonly text?: string | undefined
  /** The content type of the body; JSON by default. */
  readonly type?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
  /** `manual` returns a redirect instead of following it. */
  readonly redirect?: 'manual'
}

/** Makes the request of an operation, such as `GET /api/agents`. */
export function requestTo(
  baseUrl: string,
  operation: string,
  { body, text, type = 'application/json', headers, ...init }: Sent = {},
  bearer?: string,
): Request {
  const [method = 'GET', path = '/'] = operation.split(' ')
  const content = text ?? (body === undefined ? undefined : JSON.stringify(body))
  const isBare = content === undefined || method === 'GET' || method === 'HEAD'
  return new Request(baseUrl + path, {
    method,
    ...init,
    ...(!isBare && { body: content }),
    headers: {
      ...(content !== undefined && { 'content-type': type }),
      ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
      ...headers,
    },
  })
}

/** The path of an operation with values for its parameters. */
export const pathWith = (path: string, valueOf: (parameter: string) => string): string =>
  path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => valueOf(name))

/** The kind of record for each path parameter. */
const kindOfParameter: Readonly<Record<string, keyof Fixture>> = {
  conversation_id: 'conversations',
  agent_id: 'agents',
  id: 'knowledge_bases',
  doc_id: 'documents',
  connector_id: 'connectors',
  server_id: 'mcp_servers',
  org_id: 'organizations',
  channel_id: 'channels',
  workflow_id: 'workflows',
  run_id: 'workflow_runs',
  key_id: 'api_keys',
  user_id: 'users',
}

/** The kinds of records whose ids `readingCalls` needs. */
export const kindsOfParameters = new Set(Object.values(kindOfParameter))

/** A call of the platform, or of the control API if its path has no leading slash. */
export type Call = { readonly operation: string; readonly body?: unknown }

/** The operation of a call, with the path of the control API. */
export const addressOf = (operation: string): string =>
  operation.includes(' /') ? operation : operation.replace(' ', ' /__control/')

/** Calls that read all data of a world and run it; `idOf` gives a record of a kind. */
export function readingCalls(idOf: (kind: keyof Fixture) => string | undefined): readonly Call[] {
  const id = (parameter: string) => idOf(kindOfParameter[parameter] ?? 'users') || 'none'
  const reads = Object.values(operations as Readonly<Record<string, Operation>>)
    .filter(({ method }) => method === 'GET')
    .map(({ path }) => ({ operation: `GET ${pathWith(path, id)}` }))
  const conversation_id = id('conversation_id')
  const turn = { q: 'Where is my order?', conversation_id }
  return [
    ...reads,
    { operation: `GET /api/conversations/${conversation_id}/export?format=markdown` },
    ...['react', 'dag', 'auto'].map((mode) => ({ operation: `POST /api/${mode}`, body: turn })),
    { operation: 'POST /api/chat/resume', body: { conversation_id, cursor: -1 } },
    { operation: `POST /api/knowledge-bases/${id('id')}/retrieve`, body: { query: 'order' } },
    { operation: `POST /api/workflows/${id('workflow_id')}/run`, body: { inputs: {} } },
    ...['director', 'clock', 'coverage', 'choices', 'snapshot', 'journal'].map((name) => ({
      operation: `GET ${name}`,
    })),
  ]
}
