import { parseJson } from '../../contract/json.ts'
import { requestName } from '../../contract/operations/operation-index.ts'
import { apiPath } from '../../contract/operations/path-table.ts'

/** A request, parsed for mutants. */
export type Call = {
  readonly method: string
  /** The path from `/api` on, without the query. */
  readonly path: string
  /** The operation, such as `PATCH /api/conversations/{id}`. */
  readonly operation: Route
  readonly query: URLSearchParams
  readonly bearer: string | undefined
  /** The parsed body; `undefined` if there is none or if it is not JSON. */
  readonly body: unknown
  readonly request: Request
}

/** Parses a copy of a request, so that the server can still read its body. */
export async function readCall(request: Request): Promise<Call> {
  const { pathname, searchParams } = new URL(request.url)
  const text = await request.clone().text()
  return {
    method: request.method,
    path: apiPath(pathname),
    operation: requestName(request.method, pathname),
    query: searchParams,
    bearer: request.headers.get('authorization')?.replace(/^Bearer /, ''),
    body: parseJson(text),
    request,
  }
}

/** An operation, such as `PATCH /api/conversations/{id}`, or several, separated by ` | `. */
export type Route = string

/** Whether a call matches a route. */
export const matches = (route: Route, { operation }: Call): boolean =>
  route === anyRoute || route.split(' | ').includes(operation)

/** Returns the request with some parts replaced. */
export function changeRequest(
  { request, body }: Call,
  parts: { body?: unknown; bearer?: string | null; path?: string },
): Request {
  const headers = new Headers(request.headers)
  if (parts.bearer === null) headers.delete('authorization')
  else if (parts.bearer !== undefined) headers.set('authorization', `Bearer ${parts.bearer}`)
  const content = 'body' in parts ? parts.body : body
  const url = parts.path === undefined ? request.url : new URL(parts.path, request.url)
  return new Request(url, {
    method: request.method,
    headers,
    body: content === undefined ? null : JSON.stringify(content),
    signal: request.signal,
  })
}

export const anyRoute: Route = '*'

/** The routes of the four lists. */
export const lists: Route =
  'GET /api/me/api-keys | GET /api/conversations | GET /api/knowledge-bases | GET /api/agents'

/** The operations that stream a live turn. */
export const turns: Route = 'POST /api/react | POST /api/dag'

export const resume: Route = 'POST /api/chat/resume'

export const login: Route = 'POST /api/auth/login'
export const refresh: Route = 'POST /api/auth/refresh'

export const keys = {
  create: 'POST /api/me/api-keys',
  list: 'GET /api/me/api-keys',
  switch: 'PATCH /api/me/api-keys/{id}/active',
  delete: 'DELETE /api/me/api-keys/{id}',
} as const satisfies Record<string, Route>

export const conversations = {
  create: 'POST /api/conversations',
  list: 'GET /api/conversations',
  update: 'PATCH /api/conversations/{id}',
} as const satisfies Record<string, Route>
