import { pathOf } from '../../contract/exchange.ts'
import { isObject } from '../../contract/json.ts'
import {
  type Exchange,
  onceForEach,
  queryOf as readQuery,
  resumePath,
  turnPaths,
} from '../session/exchange.ts'

/** The parameters of the query of a request. */
export const queryOf = onceForEach(readQuery)

/** The query parameters of a request without `page` and `size`, as pairs of name and value. */
export const filtersOf = (exchange: Exchange): readonly (readonly [string, string])[] =>
  [...queryOf(exchange)].filter(([name]) => name !== 'page' && name !== 'size')

/** Whether a request has this method and this path; its query is ignored. */
export const isCall = (exchange: Exchange, method: string, path: string | RegExp): boolean =>
  exchange.request.method === method &&
  (typeof path === 'string' ? pathOf(exchange) === path : path.test(pathOf(exchange)))

/** The fields of a JSON request body; empty if the body is not a JSON object. */
export const fieldsOf = ({ request: { body } }: Exchange): Readonly<Record<string, unknown>> =>
  isObject(body) ? body : {}

/** Whether a field of a request is absent or null. */
export const isUnset = (value: unknown): boolean => value === undefined || value === null

/** Whether a request asks for a turn. The body of such a request can contain the credential. */
export const isTurn = (exchange: Exchange): boolean =>
  exchange.request.method === 'POST' && turnPaths.includes(pathOf(exchange))

export const isResume = (exchange: Exchange): boolean => isCall(exchange, 'POST', resumePath)
