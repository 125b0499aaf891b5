import { isObject, type JsonObject, parseJson } from '../../../contract/json.ts'
import type { RecordedExchange } from '../../har/read-entry.ts'

/** A body as an object; empty if it is none. */
function objectIn(body: string | Uint8Array | undefined, mimeType = ''): JsonObject {
  if (typeof body !== 'string') return {}
  if (/urlencoded/i.test(mimeType)) return Object.fromEntries(new URLSearchParams(body))
  const value = parseJson(body)
  return isObject(value) ? value : {}
}

/** The body of a request as an object; empty if it is none. */
export const requestObject = ({ request }: RecordedExchange): JsonObject =>
  objectIn(
    request.body === 'missing' ? undefined : request.body,
    request.headers.get('content-type'),
  )

/** The value of a JSON response, without an envelope such as `{ success, data }`. */
function responseValue({ response }: RecordedExchange): unknown {
  if (typeof response.body !== 'string') return undefined
  const value = parseJson(response.body)
  return isObject(value) && 'data' in value ? value['data'] : value
}

/** The records of a JSON response: those of a page or list, or the one record. */
export function recordsIn(exchange: RecordedExchange): readonly JsonObject[] {
  const value = responseValue(exchange)
  const items = isObject(value) && Array.isArray(value['items']) ? value['items'] : value
  const list: readonly unknown[] = Array.isArray(items) ? items : [value]
  return list.filter(isObject)
}
