import { isObject } from '../../contract/json.ts'
import type { Exchange } from '../session/exchange.ts'
import { member } from '../session/json.ts'

/** The value of a request header; `undefined` without it. */
export function requestHeader({ request }: Exchange, name: string): string | undefined {
  const found = Object.entries(request.headers ?? {}).find(([key]) => key.toLowerCase() === name)
  return found?.[1]
}

/** The header `Authorization` of a request. */
const authorizationOf = (exchange: Exchange): string | undefined =>
  requestHeader(exchange, 'authorization') ??
  (exchange.request.bearer === undefined ? undefined : `Bearer ${exchange.request.bearer}`)

/** The scheme and the credential in the header of a request. */
export function authorization(exchange: Exchange) {
  const [, scheme = '', credential = ''] =
    /^(\S+) +(\S.*)$/s.exec(authorizationOf(exchange) ?? '') ?? []
  return { scheme, credential }
}

/** The credential in the header, if its scheme is written as in the specification. */
export function bearerOf(exchange: Exchange): string | undefined {
  const { scheme, credential } = authorization(exchange)
  return scheme === 'Bearer' ? credential : undefined
}

const turnPath = /^\/api\/(?:react|dag|auto)(?:\?|$)/

/** Whether a request is for a turn, whose body may carry the credential. */
export const isTurnRequest = ({ request }: Exchange): boolean =>
  request.method === 'POST' && turnPath.test(request.path)

/** The credential in the body of a turn. */
export function bodyTokenOf(exchange: Exchange): string | undefined {
  const token = isTurnRequest(exchange) ? member(exchange.request.body, 'token') : undefined
  return typeof token === 'string' ? token : undefined
}

/** Whether a request has nothing that could be a credential. */
export const isAnonymous = (exchange: Exchange): boolean =>
  authorizationOf(exchange) === undefined &&
  requestHeader(exchange, 'cookie') === undefined &&
  requestHeader(exchange, 'x-api-key') === undefined &&
  !/[?&](?:token|ticket|key|api_key|access_token)=/.test(exchange.request.path) &&
  (!isObject(exchange.request.body) || exchange.request.body['token'] === undefined)

/** The time of a response by the clock of the deployment, in milliseconds since 1970. */
export function timeOf({ headers }: Exchange): number | undefined {
  const time = Date.parse(headers.get('date') ?? '')
  return Number.isNaN(time) ? undefined : time
}
