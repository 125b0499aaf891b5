import { isObject } from '../../contract/json.ts'
import { requestName } from '../../contract/operations/operation-index.ts'
import { withoutQuery } from '../../contract/operations/path-table.ts'
import { parseBody } from './shape-differences.ts'
import type { RecordedExchange } from '../har/read-entry.ts'
import type { Login } from './credentials.ts'
import { isIdLike } from './id-map.ts'

/** Why an entry is not sent; undefined if it is. */
export function reasonNotToSend(
  { request, response }: RecordedExchange,
  writes: boolean,
): string | undefined {
  if (!request.path.startsWith('/api/')) return 'not a call of the API'
  if (response.status === 0) return 'the client left before the response'
  if (!writes && !/^(GET|HEAD|OPTIONS)$/.test(request.method)) return 'a write'
  return request.body === 'missing' ? 'the recording lacks the body of the request' : undefined
}

/** The path of a request from `/api/` on, without its query. */
export const pathOf = ({ request }: RecordedExchange): string => withoutQuery(request.path)

/** The body of a recorded answer as JSON. */
export const recordedJson = ({ response: { body } }: RecordedExchange): unknown =>
  typeof body === 'string' ? parseBody(body) : undefined

export const isStream = ({ response }: RecordedExchange): boolean =>
  /^text\/event-stream/i.test(response.mimeType)

export const bearerOf = ({ request }: RecordedExchange): string | undefined =>
  /^Bearer (.+)$/i.exec(request.headers.get('authorization') ?? '')?.[1]

/** The user of a recorded sign-in; undefined for any other request. */
export function loginIn({ request }: RecordedExchange): Login | undefined {
  if (request.method !== 'POST' || !withoutQuery(request.path).endsWith('/login')) return undefined
  const body = typeof request.body === 'string' ? parseBody(request.body) : undefined
  if (!isObject(body)) return undefined
  const { email, password } = body
  if (typeof email !== 'string' || typeof password !== 'string') return undefined
  return { email, password }
}

/** The recorded sign-in with the user of the target. A wrong password stays wrong. */
export function withLogin(
  exchange: RecordedExchange,
  recorded: Login,
  { email, password }: Login,
): RecordedExchange {
  const login = exchange.response.status < 400 ? password : recorded.password
  const body = JSON.stringify({ email, password: login })
  return { ...exchange, request: { ...exchange.request, body } }
}

/** Method and path of a request, with `{id}` for ids. */
export function operationOf(
  { request }: RecordedExchange,
  isNoted: (text: string) => boolean,
): string {
  return requestName(request.method, request.path, (text) => isIdLike(text) || isNoted(text))
}
