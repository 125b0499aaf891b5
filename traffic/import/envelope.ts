import { isObject, type JsonObject } from '../../contract/json.ts'

/** What an envelope may have beside its `data`. */
const besideData =
  /^(success|ok|data|error|errors|message|msg|code|status|meta|request_id|trace_id)$/

/** The content of an answer without its envelope. */
export function unwrap(body: unknown): unknown {
  if (!isObject(body) || body['data'] === undefined) return body
  return Object.keys(body).every((key) => besideData.test(key)) ? body['data'] : body
}

const listNames = ['items', 'data', 'results', 'records', 'rows', 'list']

/** The list of a page: under a usual name, or one of the `others`; `undefined` without one. */
export function listUnder(
  content: JsonObject,
  others: readonly string[] = [],
): readonly unknown[] | undefined {
  // An object with an id is one record, whatever lists it has.
  if (content['id'] !== undefined) return undefined
  return [...listNames, ...others].map((name) => content[name]).find(Array.isArray)
}
