import { isObject, type JsonObject } from '../contract/json.ts'
import { sampleOf } from '../contract/sample.ts'
import { readShape } from '../contract/profile/shape.ts'
import type { ShapeWriter } from './json-schema-shape.ts'
import type { OpenApiOperation } from './openapi-document.ts'

/** The operations at one path, by method. */
export type Methods = ReadonlyMap<string, OpenApiOperation>

/** A family, the operations that it has, and where it differs from the document. */
export type OpenApiFamily = {
  readonly document: JsonObject
  readonly played: readonly OpenApiOperation[]
  readonly notes: readonly string[]
}

/** The fields that the platform sets, with shapes that it can send. */
const platformFields: Readonly<Record<string, { shape: string; fits: RegExp }>> = {
  id: { shape: 'string:uuid', fits: /^(string(:uuid)?)$/ },
  user_id: { shape: 'string:uuid', fits: /^(string(:uuid)?(\|null)?)$/ },
  created_at: { shape: 'string:date-time', fits: /^(string(:date-time)?(\|null)?)$/ },
  updated_at: { shape: 'string:date-time|null', fits: /^(string(:date-time)?(\|null)?)$/ },
}

/** A collection with a list, a creation and operations on its records, if these paths are one. */
export function collectionOf(
  list: Methods,
  item: Methods,
  schemas: ShapeWriter,
): OpenApiFamily | undefined {
  const [listing, creation] = [list.get('GET'), list.get('POST')]
  if (listing === undefined || creation?.body === undefined || item.size === 0) return undefined
  const listed = listContent(schemas.shapeOf(listing.success.schema))
  const reading = item.get('GET') ?? item.get('PATCH') ?? item.get('PUT') ?? creation
  const one = oneContent(schemas.shapeOf(reading.success.schema))
  if (listed === undefined) return undefined
  const given = isObject(one.record) && 'id' in one.record ? one.record : listed.record
  if (!isObject(given) || !('id' in given)) return undefined
  const { record, changed } = ownRecord(given, schemas.shapeOf(creation.body))
  const operations = [
    ['list', listing],
    ['create', creation],
    ['read', item.get('GET')],
    ['update', item.get('PATCH')],
    ['replace', item.get('PUT')],
    ['delete', item.get('DELETE')],
  ] as const
  const present = operations.flatMap(([name, operation]) =>
    operation === undefined ? [] : [{ name, operation }],
  )
  const envelope = isObject(one.record) ? one.envelope : 'bare'
  const { path } = listing
  const document = {
    kind: 'collection',
    path,
    ...(listing.isPublic && { public: true }),
    record,
    only: present.map(({ name }) => name),
    ...(listed.list !== undefined && { list: listed.list }),
    ...(envelope !== undefined && { one: envelope }),
    ...(creation.success.status === 200 && { created: 200 }),
    seeds: [seedOf(record)],
  }
  const notes = changed.map(
    (name) => `${path}: \`${name}\` is sent as ${platformFields[name]?.shape}`,
  )
  return { document, played: present.map(({ operation }) => operation), notes }
}

/** The records of a list, and its form. */
function listContent(
  shape: unknown,
): { readonly record: unknown; readonly list: string | undefined } | undefined {
  if (Array.isArray(shape)) return { record: shape[0], list: 'array' }
  if (!isObject(shape)) return undefined
  const items = fieldOf(shape, 'items')
  if (Array.isArray(items)) {
    const [record] = items as readonly unknown[]
    return { record, list: fieldOf(shape, 'total') === undefined ? 'items' : undefined }
  }
  const data = fieldOf(shape, 'data')
  const isEnveloped = fieldOf(shape, 'success') !== undefined && Array.isArray(data)
  return isEnveloped ? { record: (data as readonly unknown[])[0], list: 'envelope' } : undefined
}

/** A record without its success envelope. */
export function oneContent(shape: unknown): {
  readonly record: unknown
  readonly envelope: 'bare' | undefined
} {
  const data = isObject(shape) ? fieldOf(shape, 'data') : undefined
  if (isObject(shape) && data !== undefined && fieldOf(shape, 'success') !== undefined)
    return { record: data, envelope: undefined }
  return { record: shape, envelope: 'bare' }
}

const fieldOf = (shape: JsonObject, name: string): unknown => shape[name] ?? shape[`${name}?`]

/** The record with defaults for what a creation may leave out. */
function ownRecord(given: JsonObject, body: unknown) {
  const changed: string[] = []
  const sent = isObject(body) ? body : {}
  const fields = Object.entries(given).map(([written, shape]): readonly [string, unknown] => {
    const name = written.replace(/\?$/, '')
    const platform = platformFields[name]
    if (platform !== undefined && Object.hasOwn(platformFields, name)) {
      if (shape === 'any' || platform.fits.test(String(shape))) return [written, shape]
      changed.push(name)
      return [written, platform.shape]
    }
    if (written !== name || name in sent) return [written, shape]
    if (shape === null) return [`${name}?`, shape]
    if (typeof shape !== 'string' || shape === 'any' || shape === 'object')
      return isObject(shape) && 'nullable' in shape ? [`${name}?`, shape] : [`${name}?`, shape]
    if (shape.includes(' default ')) return [name, shape]
    return [name, `${shape} default ${JSON.stringify(defaultOf(shape))}`]
  })
  return { record: Object.fromEntries(fields), changed }
}

const defaultOf = (shape: string) =>
  shape.endsWith('|null') ? null : sampleOf(readShape(shape), 'whole')

function seedOf(record: JsonObject): unknown {
  const sample = sampleOf(readShape(record), 'whole') as JsonObject
  const { id: _id, user_id: _user, ...seed } = sample
  return seed
}
