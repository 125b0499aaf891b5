import { bodyForm } from '../../../contract/body-form.ts'
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

/** The records of a JSON response: those of a page or list, or the one record. */
export function recordsIn({ response }: RecordedExchange): readonly JsonObject[] {
  if (typeof response.body !== 'string') return []
  const { content, list } = bodyForm(parseJson(response.body))
  return (list?.items ?? [content]).filter(isObject)
}
