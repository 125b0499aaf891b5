import { isObject, type JsonObject } from '../../../contract/json.ts'
import { type BodyPath, valueAt } from './expression-text.ts'

/** The fields that can identify a record, the usual ones first. */
const idFields = ['id', 'uuid', '_id', 'key', 'slug', 'code', 'name'] as const

/** A list of records in a body. */
export type ListPart = { readonly path: BodyPath; readonly items: readonly JsonObject[] }

const deepest = 3

/** The paths to the lists of objects in a body, and to the empty lists. */
function* listPaths(value: unknown, path: BodyPath = []): Generator<BodyPath> {
  if (Array.isArray(value)) {
    if (value.every(isObject)) yield path
  } else if (isObject(value) && path.length < deepest)
    for (const [key, part] of Object.entries(value)) yield* listPaths(part, [...path, key])
}

/** The list of records of bodies of one operation: at the same path in all of them. */
export function listIn(bodies: readonly unknown[]): ListPart | undefined {
  const [first] = bodies
  const paths = [
    ...new Set(bodies.flatMap((body) => [...listPaths(body)].map((path) => path.join('\n')))),
  ]
    .map((text) => (text === '' ? [] : text.split('\n')))
    .filter((path) => bodies.every((body) => Array.isArray(valueAt(body, path))))
  const lists = paths.map((path) => {
    const items = bodies.flatMap((body) => valueAt(body, path) as readonly JsonObject[])
    return { path, items }
  })
  const filled = lists.filter(
    ({ items }) => items.length > 0 && items.every(isObject) && idFieldOf(items) !== undefined,
  )
  if (filled.length > 0) return filled.toSorted((a, b) => weightOf(a) - weightOf(b))[0]
  // An empty list is one if the body has nothing else but its paging.
  const empty = lists.filter(({ items }) => items.length === 0)
  const usual = empty.find(
    ({ path }) => path.length === 0 || /^(items|data|results)$/.test(path.at(-1) ?? ''),
  )
  return first === undefined ? undefined : usual
}

/** A list near to the top and under a usual name comes first, then the longest one. */
const weightOf = ({ path, items }: ListPart): number =>
  path.length * 1000 -
  (/^(items|data|results)$/.test(path.at(-1) ?? '') ? 500 : 0) -
  Math.min(items.length, 400)

/** The field that is different in each of some records; undefined if there is none. */
export function idFieldOf(records: readonly JsonObject[]): string | undefined {
  return idFields.find((field) => {
    if (!records.every((record) => isIdValue(record[field]))) return false
    // The same record can be in two pages.
    return field === 'id' || new Set(records.map((record) => record[field])).size === records.length
  })
}

const isIdValue = (value: unknown): value is string | number =>
  (typeof value === 'string' && value.length > 0 && value.length <= 200) ||
  Number.isSafeInteger(value)

/** The id of a record as a path has it. */
export function idOf(record: JsonObject, field: string): string | undefined {
  const value = record[field]
  return isIdValue(value) ? String(value) : undefined
}

/** The object in a body that is a record: the body itself, or one below a key such as `data`. */
export function recordIn(
  body: unknown,
  isRecord: (value: JsonObject) => boolean,
): BodyPath | undefined {
  if (!isObject(body)) return undefined
  if (isRecord(body)) return []
  for (const [key, value] of Object.entries(body))
    if (isObject(value) && isRecord(value)) return [key]
  const data = body['data']
  if (isObject(data))
    for (const [key, value] of Object.entries(data))
      if (isObject(value) && isRecord(value)) return ['data', key]
  return undefined
}

/** The path of the only record in all bodies; undefined if it differs. */
export function recordPathIn(
  bodies: readonly unknown[],
  isRecord: (value: JsonObject, index: number) => boolean,
): BodyPath | undefined {
  const paths = bodies.map((body, index) => recordIn(body, (value) => isRecord(value, index)))
  const [first] = paths
  if (first === undefined) return undefined
  return paths.every((path) => path?.join('\n') === first.join('\n')) ? first : undefined
}

const pageFields = ['items', 'page', 'pages', 'size', 'total'] as const

/** The form of a list by its name in a profile; undefined if only an expression can make it. */
export function listForm(
  body: unknown,
  path: BodyPath,
  isUsual: (body: unknown) => boolean,
): 'array' | 'items' | 'page' | 'envelope' | undefined {
  if (path.length === 0) return 'array'
  if (!isObject(body) || path.length > 1) return undefined
  const keys = Object.keys(body).toSorted().join()
  if (keys === 'items') return 'items'
  if (keys === pageFields.join()) return 'page'
  return isUsual(body) && path[0] === 'data' ? 'envelope' : undefined
}

/** Whether a body is `{ success, data }`, with `error` or without it. */
export const isEnvelope = (body: unknown): body is JsonObject =>
  isObject(body) &&
  body['success'] === true &&
  'data' in body &&
  Object.keys(body).every((key) => ['success', 'data', 'error'].includes(key))

/** The option of `errors.success-error-field` that most bodies show; undefined without envelopes. */
export function successErrorField(bodies: readonly unknown[]): 'null' | 'absent' | undefined {
  const envelopes = bodies.filter(isEnvelope)
  if (envelopes.length === 0) return undefined
  const withError = envelopes.filter((body) => 'error' in body).length
  return withError * 2 > envelopes.length ? 'null' : 'absent'
}

/** Expressions for the fields beside a list: from a page of the fake, if their names say so. */
export function pagingField(name: string, value: unknown): string | undefined {
  if (typeof value !== 'number') return undefined
  if (/^(total|count|total_count|total_items)$/i.test(name)) return 'total'
  if (/^(page|page_number|current_page)$/i.test(name)) return 'page'
  if (/^(size|per_page|page_size|limit)$/i.test(name)) return 'size'
  return /^(pages|total_pages|page_count)$/i.test(name) ? 'pages' : undefined
}
