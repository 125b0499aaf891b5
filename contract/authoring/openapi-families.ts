import { stringify } from 'yaml'
import { isObject, type JsonObject } from '../json.ts'
import { ownLimits } from '../limits.ts'
import { shapeProblems } from '../profile/shape-problems.ts'
import { sampleOf } from '../sample.ts'
import { readShape } from '../profile/shape.ts'
import type { OpenApiDocument, OpenApiOperation } from './openapi-document.ts'
import type { ShapeWriter } from './json-schema-shape.ts'

/** Families of a profile, and what of the document they leave out or change. */
type OpenApiFamilies = {
  readonly yaml: string
  readonly families: number
  readonly operations: number
  readonly notes: readonly string[]
}

/** The most families of one document. */
const mostFamilies = 500

/** Writes the operations of a document as families of a profile, in YAML. */
export function familiesYaml({ title, schemas, ...given }: OpenApiDocument): OpenApiFamilies {
  const notes: string[] = [...given.leftOut]
  const families = new Map<string, JsonObject>()
  const played = new Set<OpenApiOperation>()
  const add = (name: string, { document, ...one }: OpenApiFamily) => {
    if (families.size >= mostFamilies) return
    families.set(name, document)
    notes.push(...one.notes)
    for (const operation of one.played) played.add(operation)
  }
  const byPath = Map.groupBy(given.operations, ({ path }) => path)
  const at = (path: string): Methods =>
    new Map((byPath.get(path) ?? []).map((operation) => [operation.method, operation]))
  const itemOf = itemPaths([...byPath.keys()])
  /** The names of collections by the path of one record. */
  const collections = new Map<string, string>()
  // Parents are before the lists in them.
  for (const path of [...byPath.keys()].toSorted((one, other) => depth(one) - depth(other))) {
    if (families.size >= mostFamilies) break
    const item = itemOf.get(path)
    const found = item === undefined ? undefined : collectionOf(at(path), at(item), schemas)
    if (item === undefined || found === undefined) continue
    const [, above = '', own = ''] = /^(.*\/\{\w+\})(\/[^{]+)$/.exec(path) ?? []
    const [, parent] = [...collections].find(([one]) => blank(one) === blank(above)) ?? []
    if (path.includes('{') && (parent === undefined || above.split('{').length > 2)) {
      notes.push(`${path}: no collection of the document has its parents; add one with \`within\``)
      continue
    }
    const name = freeName(families, path)
    const place = parent !== undefined && {
      path: `${above.replace(/\{\w+\}$/, `{${parent}_id}`)}${own}`,
      within: { [`${parent}_id`]: parent },
    }
    const { seeds, ...rest } = found.document
    add(name, { ...found, document: { ...rest, ...(place || { seeds }) } })
    collections.set(item, name)
  }
  /** The path as its collection names the parameter. */
  const ownPath = (path: string): string => {
    const name = collections.get(path)
    return name === undefined ? path : path.replace(/\{\w+\}$/, `{${name}_id}`)
  }
  for (const path of byPath.keys()) {
    if (families.size >= mostFamilies) break
    const left = new Map([...at(path)].filter(([, operation]) => !played.has(operation)))
    const reading = left.get('GET')
    const isTaken = collections.has(path) || [...left.values()].length < at(path).size
    if (reading !== undefined && !isTaken) {
      const found = documentOf(left, reading, schemas)
      add(freeName(families, path), found)
      for (const operation of found.played) left.delete(operation.method)
    }
    for (const operation of left.values()) {
      const parent = [...collections].find(
        ([item]) => path.startsWith(`${item}/`) && !path.slice(item.length).includes('{'),
      )
      const name = freeName(families, path, operation.method)
      add(name, actionOf({ ...operation, path: ownPath(path) }, operation, parent?.[1], schemas))
    }
  }
  const missing = given.operations.length - played.size
  if (missing > 0)
    notes.push(
      `${missing} operations: a profile gets ${mostFamilies} families; choose others with --only`,
    )
  const profile = { name: title.slice(0, 100), operations: Object.fromEntries(families) }
  const yaml = stringify(profile, { lineWidth: 100, aliasDuplicateObjects: false })
  return { yaml, families: families.size, operations: played.size, notes }
}

/** A path without the names of its parameters: documents name the same one in several ways. */
const blank = (path: string) => path.replaceAll(/\{\w+\}/g, '{}')

const depth = (path: string) => path.split('/').length

/** The path of one record, by the path of its list. */
function itemPaths(paths: readonly string[]): ReadonlyMap<string, string> {
  const items = paths.flatMap((path) => {
    const [, list] = /^(.*)\/\{\w+\}$/.exec(path) ?? []
    return list === undefined ? [] : [[list, path] as const]
  })
  return new Map(items)
}

/** A name of small letters, digits and `_` that begins with a letter. */
function nameOf(text: string): string {
  const words = text.toLowerCase().match(/[a-z0-9]+/g) ?? []
  return words.join('_').replace(/^[0-9_]+/, '') || 'operation'
}

/** A name from the last words of a path, such as `run` for `/api/skills/{id}/run`. */
function freeName(taken: ReadonlyMap<string, unknown>, path: string, method = 'get'): string {
  const words = path.split('/').filter((part) => part !== '' && !part.startsWith('{'))
  const names = words.map((_, index) => nameOf(words.slice(-index - 1).join('_')))
  const [last = 'operation'] = names
  const candidates = [last, `${method.toLowerCase()}_${last}`, ...names]
  const free = candidates.find((name) => !taken.has(name))
  if (free !== undefined) return free
  for (let number = 2; ; number += 1)
    if (!taken.has(`${last}_${number}`)) return `${last}_${number}`
}

type Schemas = OpenApiDocument['schemas']

/** A value that is read, and replaced if the path has PUT or PATCH. */
function documentOf(methods: Methods, reading: OpenApiOperation, schemas: Schemas): OpenApiFamily {
  const changing = methods.get('PUT') ?? methods.get('PATCH')
  const { record, envelope } = oneContent(schemas.shapeOf(reading.success.schema))
  const example = exampleFor(reading, record)
  const document = {
    kind: 'document',
    path: reading.path,
    ...(reading.isPublic && { public: true }),
    record,
    value: example,
    ...(reading.isPublic && { of: 'world' }),
    replace: changing?.method ?? 'none',
    ...(envelope !== undefined && { one: envelope }),
  }
  return { document, played: changing === undefined ? [reading] : [reading, changing], notes: [] }
}

/** The example of a response, if it has the shape, or else a sample. */
function exampleFor({ success }: OpenApiOperation, shape: unknown): unknown {
  const read = readShape(shape)
  const isValid = success.example !== undefined && shapeProblems(read, success.example).length === 0
  return isValid ? success.example : sampleOf(read, 'whole')
}

/** An operation that answers with an example. */
function actionOf(
  { method, path, body, isPublic, success }: OpenApiOperation,
  original: OpenApiOperation,
  on: string | undefined,
  schemas: Schemas,
): OpenApiFamily {
  const { status, schema } = success
  const shape = schema === undefined ? undefined : schemas.shapeOf(schema)
  const fields = body === undefined ? undefined : schemas.shapeOf(body)
  const answer = shape === undefined ? '`null`' : literal(original, shape)
  const document = {
    kind: 'action',
    method,
    path,
    ...(isPublic && { public: true }),
    ...(on !== undefined && { on }),
    ...(isObject(fields) && method !== 'GET' && isFields(fields) && { body: fields }),
    answer,
    ...(status !== 200 && status < 300 && { status }),
    ...(shape !== undefined && status !== 204 && { shape: { [status]: shape } }),
  }
  return { document, played: [original], notes: [] }
}

const isFields = (shape: JsonObject) => !['*', 'nullable', 'oneOf'].some((key) => key in shape)

// The library of expressions refuses an escaped backtick.
const write = (value: unknown) => `\`${JSON.stringify(value).replaceAll('`', String.raw`\u0060`)}\``

/** An expression that gives an example. If it would be too long, it has only the required fields. */
function literal(operation: OpenApiOperation, shape: unknown): string {
  const whole = write(exampleFor(operation, shape))
  return whole.length <= ownLimits.expressionCharacters
    ? whole
    : write(sampleOf(readShape(shape), 'required'))
}

/** The operations at one path, by method. */
type Methods = ReadonlyMap<string, OpenApiOperation>

/** A family, the operations that it has, and where it differs from the document. */
type OpenApiFamily = {
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
function collectionOf(
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
  const body = schemas.shapeOf(creation.body)
  const known = [one.record, listed.record].filter((shape) => isObject(shape))
  // An answer without a type has what was sent.
  const given =
    known.find((shape) => 'id' in shape) ??
    (known.length === 0 && isObject(body) && isFields(body)
      ? { id: 'string:uuid', ...body }
      : undefined)
  if (given === undefined) return undefined
  const { record, changed } = ownRecord(given, body)
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
  const filters = listing.query.filter(
    (name) => name !== 'id' && typeof fieldOf(record, name) === 'string',
  )
  const document = {
    kind: 'collection',
    path,
    ...(listing.isPublic && { public: true }),
    record,
    only: present.map(({ name }) => name),
    ...(listed.list !== undefined && { list: listed.list }),
    ...(listed.lists !== undefined && { lists: listed.lists }),
    ...(filters.length > 0 && { filters }),
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
function listContent(shape: unknown):
  | {
      readonly record: unknown
      readonly list: string | undefined
      /** The body of a list with other names than those of the platform. */
      readonly lists?: string
    }
  | undefined {
  if (shape === 'any') return { record: shape, list: 'array' }
  if (Array.isArray(shape)) return { record: shape[0], list: 'array' }
  if (!isObject(shape)) return undefined
  const items = fieldOf(shape, 'items')
  if (Array.isArray(items)) {
    const [record] = items as readonly unknown[]
    return { record, list: fieldOf(shape, 'total') === undefined ? 'items' : undefined }
  }
  const data = fieldOf(shape, 'data')
  const isEnveloped = fieldOf(shape, 'success') !== undefined && Array.isArray(data)
  if (isEnveloped) return { record: (data as readonly unknown[])[0], list: 'envelope' }
  const fields = Object.entries(shape).map(([name, of]) => [name.replace(/\?$/, ''), of] as const)
  const [only, another] = fields.filter(([, of]) => Array.isArray(of) && isObject(of[0]))
  if (only === undefined || another !== undefined) return undefined
  const written = fields.map(([name, of]) => {
    const isCount = /^(total|count|total_count|totalCount)$/.test(name)
    const value = isCount ? 'length(@)' : write(sampleOf(readShape(of), 'whole'))
    return `"${name}": ${name === only[0] ? '@' : value}`
  })
  return {
    record: (only[1] as readonly unknown[])[0],
    list: 'array',
    lists: `{ ${written.join(', ')} }`,
  }
}

/** A record without its success envelope. */
function oneContent(shape: unknown): {
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
    if (typeof shape !== 'string' || shape === 'any' || shape === 'object')
      return [`${name}?`, shape]
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
