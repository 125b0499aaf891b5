import { isObject, isSameJson, type JsonObject } from '../json.ts'
import { ownLimits } from '../limits.ts'
import { readShape } from '../profile/shape.ts'
import { shapeProblems } from '../profile/shape-problems.ts'
import { exampleId, sampleOf } from '../sample.ts'
import type { ShapeWriter } from './json-schema-shape.ts'
import { ignoredQueryNotes, type OpenApiOperation } from './openapi-document.ts'
import { keyOf, namedKey } from './openapi-key.ts'
import { type ListContent, listContent } from './openapi-list.ts'
import { fieldShapeOf, isFieldMap, literalOf, plainName } from './openapi-shape.ts'

/** The operations at one path, by method. */
export type Methods = ReadonlyMap<string, OpenApiOperation>

/** A family of a profile, its operations, and notes on how it differs from the OpenAPI document. */
export type OpenApiFamily = {
  readonly document: JsonObject
  readonly played: readonly OpenApiOperation[]
  readonly notes: readonly string[]
}

/** Fields that the platform sets. If `fits` does not match a document's shape, `shape` is used. */
const platformFields: Readonly<Record<string, { shape: string; fits: RegExp }>> = {
  id: { shape: 'string:uuid', fits: /^(string(:uuid)?|integer( >=[01])?)$/ },
  user_id: { shape: 'string:uuid', fits: /^(string(:uuid)?(\|null)?)$/ },
  created_at: { shape: 'string:date-time', fits: /^(string(:date-time)?(\|null)?)$/ },
  updated_at: { shape: 'string:date-time|null', fits: /^(string(:date-time)?(\|null)?)$/ },
}

/** The shape of a key that the platform generates. */
const generatedKeyShape = 'string:uuid'

/** Creates a collection if operations exist that list records, create one, and use a single one. */
export function collectionFamily(
  list: Methods,
  item: Methods,
  schemas: ShapeWriter,
): OpenApiFamily | undefined {
  const [listing, posting, putting] = [list.get('GET'), list.get('POST'), item.get('PUT')]
  const creation = posting ?? putting
  if (listing === undefined || creation?.body === undefined || item.size === 0) return undefined
  const listed = listContent(schemas.shapeOf(listing.success.schema))
  if (listed === undefined) return undefined
  const reading = item.get('GET') ?? item.get('PATCH') ?? item.get('PUT') ?? creation
  const answered = recordContent(schemas.shapeOf(reading.success.schema))
  const path = reading === creation ? (item.values().next().value?.path ?? '') : reading.path
  const { record: own, wrapper } = unwrapRecord(answered.record, listed, path)
  const known = [own, listed.record].map(mergedFields).filter((shape) => isObject(shape))
  const { sent, around } = unwrapBody(schemas.requestShapeOf(creation.body), known)
  const body = mergedFields(sent)
  // If the response has no schema in the document, the record gets the fields of the request body.
  const given =
    known.find((shape) => keyOf(shape, path) !== undefined) ??
    (known.length === 0 && isObject(body) && isFieldMap(body)
      ? { ...(namedKey(body, path) === undefined && { id: 'string:uuid' }), ...body }
      : undefined)
  const key = given && keyOf(given, path)
  if (given === undefined || key === undefined) return undefined
  const isUpsert = posting === undefined
  if (isUpsert && (key === 'id' || !String(fieldShapeOf(given, key)).startsWith('string')))
    return undefined
  const named = isUpsert && { [`${key}?`]: given[key] }
  const { record, changed, missing } = withFieldDefaults(
    given,
    { ...(isObject(body) && body), ...named },
    key,
  )
  const change = findChange(item, record, body, schemas)
  const input = inputOf(body, record, [change, putting], schemas)
  const operations = [
    ['list', listing],
    ['create', posting],
    ['read', item.get('GET')],
    ['update', change],
    ['replace', change?.method === 'PUT' ? undefined : putting],
    ['delete', item.get('DELETE')],
  ] as const
  const present = operations.flatMap(([name, operation]) =>
    operation === undefined ? [] : [{ name, operation }],
  )
  const isPaged = listed.list === undefined || listed.list === 'items'
  const isPaging = (name: string) => isPaged && /^(page|size)$/.test(name)
  const filters = listing.query.filter(
    (name) =>
      !['id', 'search'].includes(name) &&
      !isPaging(name) &&
      typeof fieldShapeOf(record, name) === 'string',
  )
  const envelope = isObject(own) ? answered.envelope : 'bare'
  const deleted = deletionResponse(item.get('DELETE'), record, schemas)
  const document = {
    kind: 'collection',
    path: listing.path,
    // Requests without a credential have no user, so everyone shares all records.
    ...(listing.isPublic && { public: true, others: 'shared' }),
    ...(key !== 'id' && { key }),
    record,
    ...(around === undefined
      ? input && !isSameJson(input, withoutPlatformFields(record)) && { input }
      : { input: { [around]: input ?? body }, set: JSON.stringify(around) }),
    only: present.map(({ name }) => name),
    ...(isUpsert && { upsert: true }),
    ...(change !== undefined && change.method !== 'PATCH' && { update: change.method }),
    ...showRecords(wrapper, record, missing, listed),
    ...(listed.list !== undefined && { list: listed.list }),
    ...(wrapper === undefined && listed.lists !== undefined && { lists: listed.lists('@') }),
    ...(filters.length > 0 && { filters }),
    ...(envelope !== undefined && { one: envelope }),
    ...(posting?.success.status === 200 && { created: 200 }),
    ...(deleted !== undefined && { deleted }),
    seeds: seedRecords(record, key, sent, isUpsert),
  }
  const idle = listing.query.filter((name) => !filters.includes(name) && !isPaging(name))
  const notes = [
    ...changed.map(
      (name) =>
        `${listing.path}: \`${name}\` is sent as ${platformFields[name]?.shape ?? generatedKeyShape}`,
    ),
    ...(body === sent
      ? []
      : [
          `${creation.method} ${creation.path}: a body may mix the fields of the alternatives in \`oneOf\``,
        ]),
    ...present
      .filter(({ operation }) => operation.isPublic !== listing.isPublic)
      .map(
        ({ operation: { method, path: at } }) =>
          `${method} ${at}: it needs ${listing.isPublic ? 'no' : 'a'} credential, as its list`,
      ),
    ...ignoredQueryNotes({ ...listing, query: idle }),
  ]
  return { document, played: present.map(({ operation }) => operation), notes }
}

/**
 * Finds the operation that changes a record: PATCH, a PUT that lacks a required field of the
 * creation, or a POST of record fields.
 */
function findChange(
  item: Methods,
  record: JsonObject,
  created: unknown,
  schemas: ShapeWriter,
): OpenApiOperation | undefined {
  const [put, post] = [item.get('PUT'), item.get('POST')]
  const [replaced, posted] = [put, post].map((one) => fieldsSentTo(one, record, schemas))
  const needed = isObject(created) ? Object.keys(created).filter(isRequiredField) : []
  if (item.has('PATCH')) return item.get('PATCH')
  if (replaced !== undefined && needed.some((name) => !(name in replaced))) return put
  const isChange =
    posted !== undefined &&
    Object.keys(posted).every((name) => fieldShapeOf(record, plainName(name)) !== undefined)
  return put === undefined && isChange ? post : undefined
}

/** The fields of the body of an operation; undefined if its schema has none. */
function fieldsSentTo(
  operation: OpenApiOperation | undefined,
  record: JsonObject,
  schemas: ShapeWriter,
): JsonObject | undefined {
  const { sent } = unwrapBody(operation?.body && schemas.requestShapeOf(operation.body), [record])
  const shape = mergedFields(sent)
  return isObject(shape) && isFieldMap(shape) ? shape : undefined
}

const withoutPlatformFields = (fields: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(fields).filter(([name]) => !Object.hasOwn(platformFields, plainName(name))),
  )

/** The fields that clients send: those of a creation, and optional ones that only changes have. */
function inputOf(
  created: unknown,
  record: JsonObject,
  changes: readonly (OpenApiOperation | undefined)[],
  schemas: ShapeWriter,
): JsonObject | undefined {
  if (!isObject(created) || !isFieldMap(created)) return undefined
  const others = changes.flatMap((one) => Object.entries(fieldsSentTo(one, record, schemas) ?? {}))
  const added = others.flatMap(([written, shape]) => {
    const name = plainName(written)
    return fieldShapeOf(created, name) === undefined ? [[`${name}?`, shape]] : []
  })
  return withoutPlatformFields({ ...created, ...Object.fromEntries(added) })
}

/** Returns the fields of a body, without a wrapper such as `{ data: { … } }`. */
function unwrapBody(shape: unknown, knownRecords: readonly JsonObject[]) {
  const [[name = '', inner] = [], another] = isObject(shape) ? Object.entries(shape) : []
  const isField = knownRecords.some((record) => fieldShapeOf(record, plainName(name)) !== undefined)
  return another === undefined &&
    isObject(inner) &&
    isFieldMap(inner) &&
    knownRecords.length > 0 &&
    !isField
    ? { sent: inner, around: plainName(name) }
    : { sent: shape }
}

const isRequiredField = (name: string) => !name.endsWith('?')

/**
 * Returns the settings of a collection whose responses wrap each record in an object, or have
 * fields that a new record lacks. `missing` has the first values of such fields.
 */
function showRecords(
  wrapper: string | undefined,
  record: JsonObject,
  missing: JsonObject,
  { lists }: ListContent,
) {
  // Selects fields by name, because a stored record can have more or fewer fields than its shape.
  const names = literalOf(Object.keys(record).map(plainName))
  const stored = `from_items(items(@)[?contains(${names}, [0])])`
  const filled = `merge(${literalOf(missing)}, ${stored})`
  const isFilled =
    Object.keys(missing).length > 0 && filled.length <= ownLimits.expressionCharacters
  const made = isFilled ? filled : stored
  const fields = Object.entries(record).map(([written, of]): [string, unknown] => {
    const name = plainName(written)
    return [isFilled && Object.hasOwn(missing, name) ? name : written, of]
  })
  const shape = Object.fromEntries(fields)
  if (wrapper === undefined) return isFilled ? { show: made, shown: shape } : {}
  const records = `[].${JSON.stringify(wrapper)}`
  return {
    show: `{ ${JSON.stringify(wrapper)}: ${made} }`,
    shown: { [wrapper]: shape },
    lists: lists === undefined ? records : lists(records),
  }
}

/** Writes the response of a deletion: fields of the record, and sample values for other fields. */
function deletionResponse(
  deletion: OpenApiOperation | undefined,
  record: JsonObject,
  schemas: ShapeWriter,
): string | undefined {
  if (deletion?.success.status !== 200 || deletion.success.schema === undefined) return undefined
  const { record: shape } = recordContent(schemas.shapeOf(deletion.success.schema))
  if (!isObject(shape) || !isFieldMap(shape)) return literalOf(sampleOf(readShape(shape), 'whole'))
  const fields = Object.entries(shape).map(([written, of]) => {
    const name = JSON.stringify(plainName(written))
    if (fieldShapeOf(record, plainName(written)) !== undefined) return `${name}: ${name}`
    // A flag such as `deleted` is true in the response of a deletion.
    const value = of === 'boolean' ? true : sampleOf(readShape(of), 'whole')
    return `${name}: ${literalOf(value)}`
  })
  return `{ ${fields.join(', ')} }`
}

/** Returns the shape of a record, without its success envelope. */
export function recordContent(shape: unknown): {
  readonly record: unknown
  readonly envelope: 'bare' | undefined
} {
  const data = isObject(shape) ? fieldShapeOf(shape, 'data') : undefined
  if (isObject(shape) && data !== undefined && fieldShapeOf(shape, 'success') !== undefined)
    return { record: data, envelope: undefined }
  return { record: shape, envelope: 'bare' }
}

/** Unwraps a record that is the only field of an object, such as `{ rack: { id, … } }`. */
function unwrapRecord(
  shape: unknown,
  { list }: ListContent,
  path: string,
): { readonly record: unknown; readonly wrapper?: string } {
  // Only a list in the form `array` has an expression that can unwrap its records.
  if (!isObject(shape) || list !== 'array') return { record: shape }
  const [[name, inner] = [], another] = Object.entries(shape)
  if (
    name === undefined ||
    another !== undefined ||
    !isObject(inner) ||
    keyOf(inner, path) === undefined
  )
    return { record: shape }
  return { record: inner, wrapper: plainName(name) }
}

/**
 * Returns the record's shape, with defaults for fields that the body of the creation does not have.
 * `missing` has values for required fields whose shapes allow no default, such as lists.
 */
function withFieldDefaults(givenShape: JsonObject, body: unknown, key: string) {
  const changed: string[] = []
  const missing: Record<string, unknown> = {}
  const sent = isObject(body) ? body : {}
  const fields = Object.entries(givenShape).map(([written, shape]): readonly [string, unknown] => {
    const name = plainName(written)
    const platform = platformFields[name]
    if (platform !== undefined && Object.hasOwn(platformFields, name)) {
      if (shape === 'any' || platform.fits.test(String(shape))) return [written, shape]
      changed.push(name)
      return [written, platform.shape]
    }
    if (name === key && name in sent) return [name, shape]
    if (name === key) {
      const isMade = /^integer\b/.test(String(shape)) || acceptsText(shape, exampleId)
      if (!isMade && !(`${name}?` in sent)) changed.push(name)
      return [`${name}?`, isMade || `${name}?` in sent ? shape : generatedKeyShape]
    }
    if (written !== name || name in sent) return [written, shape]
    if (typeof shape !== 'string' || shape === 'any' || shape === 'object') {
      const isNullable = isObject(shape) && 'nullable' in shape
      missing[name] = isNullable ? null : sampleOf(readShape(shape), 'required')
      return [`${name}?`, shape]
    }
    if ('default' in readShape(shape)) return [name, shape]
    return [name, `${shape} default ${JSON.stringify(sampleDefaultOf(shape))}`]
  })
  return { record: Object.fromEntries(fields), changed, missing }
}

const sampleDefaultOf = (shape: string) =>
  shape.endsWith('|null') ? null : sampleOf(readShape(shape), 'whole')

/** Whether a text fits a shape; false if the shape has a pattern: patterns are not tested here. */
const acceptsText = (shape: unknown, value: string): boolean =>
  !String(shape).includes('~') && shapeProblems(readShape(shape), value).length === 0

/** Returns one seed record, with the fields of the first alternative of the creation body. */
function seedRecords(
  record: JsonObject,
  key: string,
  sent: unknown,
  isUpsert: boolean,
): readonly JsonObject[] {
  const sample = sampleOf(readShape(record), 'whole') as JsonObject
  const { id: _id, user_id: _user, [key]: made, ...seed } = sample
  const [alternative] = alternativeShapes(sent) ?? []
  const fields = Object.entries(seed).filter(
    ([name]) =>
      alternative === undefined || name in record || fieldShapeOf(alternative, name) !== undefined,
  )
  const isSent = key !== 'id' && (key in record || isUpsert)
  const first = acceptsText(fieldShapeOf(record, key), 'first') ? 'first' : made
  return [{ ...(isSent && { [key]: first }), ...Object.fromEntries(fields) }]
}

/** Returns the alternatives of a shape, if all of them are objects with fields. */
function alternativeShapes(shape: unknown): readonly JsonObject[] | undefined {
  const all: unknown = isObject(shape) ? shape['oneOf'] : undefined
  const isEach = Array.isArray(all) && all.every((one) => isObject(one) && isFieldMap(one))
  return isEach ? (all as readonly JsonObject[]) : undefined
}

/** Merges alternatives into one object. Fields that an alternative lacks become optional. */
export function mergedFields(shape: unknown): unknown {
  const all = alternativeShapes(shape)
  if (all === undefined) return shape
  const names = new Set(all.flatMap(Object.keys).map(plainName))
  const fields = [...names].map((name) => {
    const shapes = all.map((one) => fieldShapeOf(one, name)).filter((one) => one !== undefined)
    const unique = [...new Map(shapes.map((one) => [JSON.stringify(one), one])).values()]
    const written = all.every((one) => name in one) ? name : `${name}?`
    return [written, unique.length === 1 ? unique[0] : { oneOf: unique }]
  })
  return Object.fromEntries(fields) as JsonObject
}
