import { isObject, type JsonObject } from '../../contract/json.ts'
import { isAccepted } from '../session/assertions.ts'
import type { Exchange } from '../session/exchange.ts'
import { member } from '../session/json.ts'
import { itemsIn } from './response.ts'

/** The form of a list; `undefined` if the response lists nothing. */
export function envelopeOf({ json }: Exchange) {
  if (Array.isArray(json)) return 'array'
  const data = member(json, 'data')
  if (Array.isArray(data)) return 'data'
  if (Array.isArray(member(data, 'items'))) return 'wrapped'
  if (!Array.isArray(member(json, 'items'))) return undefined
  if (isObject(json) && 'total' in json) return 'page'
  return isObject(json) && Object.keys(json).join() === 'items' ? 'items' : undefined
}

/** Lists of the specification; other arrays are fields of records. */
const listPaths =
  /^\/api\/(?:me\/api-keys|conversations|knowledge-bases|agents|connectors|mcp-servers|channels|orgs|models|workflows|admin\/users|admin\/audit-log|admin\/system\/health)(?:\?|$)/

/** Whether a request asks for a list. */
export const isListCall = ({ request }: Exchange): boolean =>
  request.method === 'GET' && listPaths.test(request.path)

/** Whether a response is a list. */
export const isList = (exchange: Exchange): boolean => isListCall(exchange) && isAccepted(exchange)

/** The records of a response: the items of a list, or its one object. */
export function recordsIn(exchange: Exchange): readonly JsonObject[] {
  if (isList(exchange)) return itemsIn(exchange)
  const { json } = exchange
  const data = member(json, 'data')
  // An envelope around something else is no record.
  if (!isObject(data) && member(json, 'success') !== undefined) return []
  const record = isObject(data) ? data : json
  if (!isObject(record)) return []
  const { user } = record
  return isObject(user) ? [user] : [record]
}
