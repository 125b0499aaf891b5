import type { RecordedExchange } from '../../../contract/exchange.ts'
import { isObject, type JsonObject } from '../../../contract/json.ts'
import { listUnder, unwrap } from '../envelope.ts'

/** The body of a request as an object; empty if it is none. */
export function requestObject({ request }: RecordedExchange): JsonObject {
  const { content, headers, body } = request
  if (typeof content === 'string' && /urlencoded/i.test(headers['content-type'] ?? ''))
    return Object.fromEntries(new URLSearchParams(content))
  return isObject(body) ? body : {}
}

/** The records of a JSON response: those of a page or list, or the one record. */
export function recordsIn({ json }: RecordedExchange): readonly JsonObject[] {
  const content = unwrap(json)
  const list = isObject(content) ? (listUnder(content) ?? [content]) : [content].flat()
  return list.filter(isObject)
}
