import { bodyForm } from '../../../contract/body-form.ts'
import type { RecordedExchange } from '../../../contract/exchange.ts'
import { isObject, type JsonObject } from '../../../contract/json.ts'

/** The body of a request as an object; empty if it is none. */
export function requestObject({ request }: RecordedExchange): JsonObject {
  const { content, headers, body } = request
  if (typeof content === 'string' && /urlencoded/i.test(headers['content-type'] ?? ''))
    return Object.fromEntries(new URLSearchParams(content))
  return isObject(body) ? body : {}
}

/** The records of a JSON response: those of a page or list, or the one record. */
export function recordsIn({ json }: RecordedExchange): readonly JsonObject[] {
  const { content, list } = bodyForm(json)
  return (list?.items ?? [content]).filter(isObject)
}
