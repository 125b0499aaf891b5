import { operationName, findOperation } from '../../contract/operations/operation-index.ts'
import { isAccepted } from '../session/assertions.ts'
import type { Exchange } from '../session/exchange.ts'
import { pathOf } from '../../contract/exchange.ts'
import { byStatus, noOption, observed } from './look.ts'
import type { Readings } from './observer.ts'

const originOf = ({ request }: Exchange): string | undefined => request.headers?.['origin']

const isPreflight = ({ request }: Exchange): boolean =>
  request.method === 'OPTIONS' && request.headers?.['access-control-request-method'] !== undefined

/** Whether a request calls an operation whose path has no id. */
function isPlainOperation(method: string, path: string): boolean {
  const id = findOperation(method, path)
  return id !== undefined && !operationName(id).includes('{')
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/** HTTP itself, from any exchange. */
export const httpReadings = {
  'http.cors-origins': (exchange) =>
    originOf(exchange) !== undefined && exchange.headers.get('access-control-allow-origin') === '*'
      ? observed(exchange, 'any')
      : undefined,
  'http.preflight': (exchange) => {
    if (!isPreflight(exchange)) return undefined
    const { status, text, headers } = exchange
    // Some recordings lack bodies.
    const isEmpty = status === 204 || (status === 200 && headers.get('content-length') === '0')
    if (text === '' && isEmpty) return observed(exchange, 'empty')
    if (/^(?:200 OK|400 Disallowed CORS)/.test(`${status} ${text}`))
      return observed(exchange, 'text')
    return text === '' ? undefined : noOption(exchange)
  },
  'http.trailing-slash': (exchange) => {
    const path = pathOf(exchange)
    const plain = path.slice(0, -1)
    if (exchange.request.method !== 'GET' || !path.endsWith('/') || !isPlainOperation('GET', plain))
      return undefined
    if (isAccepted(exchange)) return observed(exchange, 'served')
    return byStatus(exchange, { 307: 'redirect', 404: 'missing' })
  },
  'http.head': (exchange) => {
    if (exchange.request.method !== 'HEAD' || !isPlainOperation('GET', pathOf(exchange)))
      return undefined
    return byStatus(exchange, { 200: 'as-get', 404: 'refused', 405: 'refused' })
  },
  'http.allow': (exchange) => {
    if (exchange.status !== 405) return undefined
    const path = pathOf(exchange)
    // A single method can be all methods of a path.
    const supported = methods.filter((method) => isPlainOperation(method, path))
    if (supported.length < 2) return undefined
    const allowed = (exchange.headers.get('allow')?.split(',') ?? []).filter(
      (method) => !/^\s*(?:HEAD|OPTIONS)\s*$/i.test(method),
    )
    if (allowed.length === 0) return noOption(exchange, 'a 405 without `Allow`')
    return observed(exchange, allowed.length === 1 ? 'one' : 'all')
  },
} as const satisfies Readings
