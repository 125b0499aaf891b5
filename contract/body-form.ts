import { isObject, type JsonObject, ownField } from './json.ts'

/** The path of a value in a body: the keys and indices that lead to it. */
export type BodyPath = readonly string[]

/** Returns the value at a path of a body; `undefined` if there is none. */
export const valueAt = (body: unknown, path: BodyPath): unknown =>
  path.reduce<unknown>(
    (value, key) =>
      isObject(value)
        ? ownField(value, key)
        : Array.isArray(value)
          ? value[Number(key)]
          : undefined,
    body,
  )

/** The list in a body, the path of the list, and the fields beside the list. */
type BodyList = {
  readonly path: BodyPath
  readonly items: readonly unknown[]
  /** The fields beside the list, such as `total`. */
  readonly siblingFields: JsonObject
  /** The option of `lists.envelope` that the body matches; `undefined` for another form. */
  readonly form: 'array' | 'items' | 'page' | 'data' | 'wrapped' | undefined
}

/** The content of a body, in any of the envelopes that deployments use. */
export type BodyForm = {
  /** The fields beside `data`, such as `success`; `undefined` without an envelope. */
  readonly envelope: JsonObject | undefined
  /** The path to the content: `['data']` in an envelope, or empty for the whole body. */
  readonly path: BodyPath
  readonly content: unknown
  /** The list in the content; `undefined` for a single record, even if it contains lists. */
  readonly list: BodyList | undefined
}

/** Fields that an envelope may have beside `data`. */
const envelopeFieldPattern =
  /^(success|ok|data|error|errors|message|msg|code|status|meta|request_id|trace_id)$/

/** The usual names of the list in a body. */
export const listNames = ['items', 'data', 'results', 'records', 'rows', 'list']

/**
 * Finds the content of a body, and its list: an array, a page, or either of them in an envelope.
 *
 * @example
 * bodyForm({ success: true, data: { items: [], total: 0 } }).list?.path // ['data', 'items']
 */
export function bodyForm(body: unknown): BodyForm {
  const { data, ...envelope } = isObject(body) ? body : {}
  const isEnveloped =
    data !== undefined &&
    ('success' in envelope || Object.keys(envelope).every((key) => envelopeFieldPattern.test(key)))
  const path = isEnveloped ? ['data'] : []
  const content = isEnveloped ? data : body
  const found = findList(content)
  const form = found && listFormOf(found)
  return {
    envelope: isEnveloped ? envelope : undefined,
    path,
    content,
    list: found && {
      ...found,
      path: [...path, ...found.path],
      form: !isEnveloped
        ? form
        : isPlainEnvelope(envelope)
          ? envelopedForms[form ?? '']
          : undefined,
    },
  }
}

type FoundList = Omit<BodyList, 'form'>

/** Finds the list in the content: the content itself, or a field with a usual name. */
export function findList(
  content: unknown,
  otherNames: readonly string[] = [],
): FoundList | undefined {
  if (Array.isArray(content)) return { path: [], items: content, siblingFields: {} }
  // An object with an `id` is a single record, even if it contains lists.
  if (!isObject(content) || content['id'] !== undefined) return undefined
  for (const name of [...listNames, ...otherNames]) {
    const { [name]: items, ...siblingFields } = content
    if (Array.isArray(items)) return { path: [name], items, siblingFields }
  }
  return undefined
}

/** Detects the form of a list from the fields beside it. */
function listFormOf({ path, siblingFields }: FoundList): 'array' | 'items' | 'page' | undefined {
  if (path.length === 0) return 'array'
  if (path[0] !== 'items') return undefined
  const names = Object.keys(siblingFields).toSorted().join()
  return names === '' ? 'items' : names === 'page,pages,size,total' ? 'page' : undefined
}

const envelopedForms: Readonly<Record<string, BodyList['form']>> = {
  array: 'data',
  page: 'wrapped',
}

const isPlainEnvelope = (beside: JsonObject) =>
  'success' in beside && Object.keys(beside).every((key) => key === 'success' || key === 'error')

/** Whether a body is `{ success: true, data }`, with `error` or without it. */
export function isEnvelope(body: unknown): body is JsonObject {
  if (!isObject(body) || body['success'] !== true || !('data' in body)) return false
  const { data: _data, ...beside } = body
  return isPlainEnvelope(beside)
}

/** Returns the content of a body: the `data` of an envelope, or else the whole body. */
export const unwrapEnvelope = (body: unknown): unknown => (isEnvelope(body) ? body['data'] : body)

/** Returns the record in a body, with or without an envelope; `undefined` if no object is there. */
export function recordIn(body: unknown): JsonObject | undefined {
  const { content } = bodyForm(body)
  return isObject(content) ? content : undefined
}

/** Returns the records in a body: the records of its list, or the single record. */
export function recordsIn(body: unknown): JsonObject[] {
  const { content, list } = bodyForm(body)
  return (list?.items ?? [content]).filter(isObject)
}

// The functions below read bodies of unknown operations, whose fields can have any names.

/** Fields that can identify a record, most common first. */
const idFieldNames = ['id', 'uuid', '_id', 'key', 'slug', 'code', 'name'] as const

/** Returns the field that identifies each of these records; `undefined` if no field does. */
export function idFieldOf(records: readonly JsonObject[]): string | undefined {
  return idFieldNames.find((field) => {
    if (!records.every((record) => isIdValue(record[field]))) return false
    // Values of `id` may repeat, because the same record can be on two pages.
    return field === 'id' || new Set(records.map((record) => record[field])).size === records.length
  })
}

const isIdValue = (value: unknown): value is string | number =>
  (typeof value === 'string' && value.length > 0 && value.length <= 200) ||
  Number.isSafeInteger(value)

/** Returns the id of a record in the form that a path contains. */
export function idOf(record: JsonObject, field: string): string | undefined {
  const value = record[field]
  return isIdValue(value) ? String(value) : undefined
}

/** The records of several bodies, all at the same path. */
export type SharedList = { readonly path: BodyPath; readonly items: readonly JsonObject[] }

const maxDepth = 3

/** Yields the paths of all lists in a body that only contain objects, or nothing. */
function* listPaths(value: unknown, path: BodyPath = []): Generator<BodyPath> {
  if (Array.isArray(value)) {
    if (value.every(isObject)) yield path
  } else if (isObject(value) && path.length < maxDepth)
    for (const [key, part] of Object.entries(value)) yield* listPaths(part, [...path, key])
}

/** Finds the records that all bodies of one operation list at the same path. */
export function sharedList(bodies: readonly unknown[]): SharedList | undefined {
  const found = bodies.flatMap((body) => [...listPaths(body)])
  const paths = [...new Map(found.map((path) => [path.join('\n'), path])).values()]
  const lists = paths
    .filter((path) => bodies.every((body) => Array.isArray(valueAt(body, path))))
    .map((path) => ({
      path,
      items: bodies.flatMap((body) => valueAt(body, path) as readonly JsonObject[]),
    }))
  const filled = lists.filter(
    ({ items }) => items.length > 0 && items.every(isObject) && idFieldOf(items) !== undefined,
  )
  if (filled.length > 0) return filled.toSorted((a, b) => listSortKey(a) - listSortKey(b))[0]
  // An empty list counts as the record list if it is the whole body, or has a usual name.
  return lists.find(
    ({ path, items }) => items.length === 0 && (path.length === 0 || isUsualListName(path)),
  )
}

// A list named `records`, `rows` or `list` gets no precedence over other lists.
const isUsualListName = (path: BodyPath) => /^(items|data|results)$/.test(path.at(-1) ?? '')

/** Returns the sort key of a list: less nested lists come first, then usual names, then length. */
const listSortKey = ({ path, items }: SharedList): number =>
  path.length * 1000 - (isUsualListName(path) ? 500 : 0) - Math.min(items.length, 400)

/** Finds the path of a record in a body: empty for the body itself, or keys such as `['data']`. */
export function recordPath(
  body: unknown,
  isRecord: (value: JsonObject) => boolean,
): BodyPath | undefined {
  if (!isObject(body)) return undefined
  if (isRecord(body)) return []
  const below = (parent: JsonObject) =>
    Object.entries(parent).find(([, value]) => isObject(value) && isRecord(value))?.[0]
  const key = below(body)
  if (key !== undefined) return [key]
  const inner = isObject(body['data']) ? below(body['data']) : undefined
  return inner === undefined ? undefined : ['data', inner]
}

/** Returns the path of the record if all bodies have the same path; otherwise `undefined`. */
export function sharedRecordPath(
  bodies: readonly unknown[],
  isRecord: (value: JsonObject, index: number) => boolean,
): BodyPath | undefined {
  const paths = bodies.map((body, index) => recordPath(body, (value) => isRecord(value, index)))
  const [first] = paths
  return paths.every((path) => path?.join('\n') === first?.join('\n')) ? first : undefined
}
