import { copyExchange, pathOf, type RecordedExchange } from '../../contract/exchange.ts'
import { isObject } from '../../contract/json.ts'
import type { Login } from './credentials.ts'
import { isIdLike } from './id-map.ts'

/** Why an entry is not sent; undefined if it is. */
export function reasonNotToSend(
  { request, status }: RecordedExchange,
  writes: boolean,
): string | undefined {
  if (!request.path.startsWith('/api/')) return 'not a call of the API'
  if (status === 0) return 'the client left before the response'
  if (!writes && !/^(GET|HEAD|OPTIONS)$/.test(request.method)) return 'a write'
  return request.content === 'missing' ? 'the recording lacks the body of the request' : undefined
}

/** The user of a recorded sign-in; undefined for any other request. */
export function loginIn(exchange: RecordedExchange): Login | undefined {
  const { method, body } = exchange.request
  if (method !== 'POST' || !pathOf(exchange).endsWith('/login') || !isObject(body)) return undefined
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
  const login = exchange.status < 400 ? password : recorded.password
  return copyExchange(exchange, { requestContent: JSON.stringify({ email, password: login }) })
}

/**
 * Method and path of a request, with `{id}` for ids. A word in the place of an id is an operation of
 * the deployment, which the contract may not have.
 */
export function operationOf(
  exchange: RecordedExchange,
  isNoted: (text: string) => boolean,
): string {
  const segments = pathOf(exchange).split('/')
  const path = segments.map((text) => (isIdLike(text) || isNoted(text) ? '{id}' : text))
  return `${exchange.request.method} ${path.join('/')}`
}
