import { formatCount } from '../format-count.ts'
import { stringify } from 'yaml'
import { isObject, type JsonObject } from '../json.ts'
import { kindOfFamily } from '../kinds.ts'
import { ownLimits } from '../limits.ts'
import { shapeProblems } from '../profile/shape-problems.ts'
import { sampleOf } from '../sample.ts'
import { readShape } from '../profile/shape.ts'
import {
  collectionFamily,
  mergedFields,
  type Methods,
  recordContent,
  type OpenApiFamily,
} from './openapi-collection.ts'
import { parentField } from './openapi-key.ts'
import { isFieldMap, literalOf, plainName } from './openapi-shape.ts'
import {
  ignoredQueryNotes,
  type OpenApiDocument,
  type OpenApiOperation,
} from './openapi-document.ts'
import { withoutParameterNames } from '../operations/path-table.ts'

/** The families of a profile as YAML, and notes on their differences from the OpenAPI document. */
type OpenApiFamilies = {
  readonly yaml: string
  readonly families: number
  readonly operations: number
  readonly notes: readonly string[]
}

/** The maximum number of families for one document. */
const maxFamilies = 500

/** Writes the operations of a document as families of a profile, in YAML. */
export function familiesYaml({ title, schemas, ...given }: OpenApiDocument): OpenApiFamilies {
  const notes: string[] = [...given.leftOut]
  const families = new Map<string, JsonObject>()
  const played = new Set<OpenApiOperation>()
  const add = (name: string, { document, ...one }: OpenApiFamily) => {
    const lost = schemas.takeNotes()
    if (families.size >= maxFamilies) return
    families.set(name, document)
    notes.push(...one.notes, ...lost.map((note) => `${String(document['path'])}: ${note}`))
    for (const operation of one.played) played.add(operation)
  }
  const { operations, repeated } = withSamePaths(given.operations)
  notes.push(...repeated.map((name) => `${name}: the document has it twice; the first one is used`))
  const byPath = Map.groupBy(operations, ({ path }) => path)
  const at = (path: string): Methods =>
    new Map((byPath.get(path) ?? []).map((operation) => [operation.method, operation]))
  const itemOf = itemPaths([...byPath.keys()])
  /** The names of collections, by the path of a single record (without parameter names). */
  const collections = new Map<string, string>()
  // Shorter paths come first, because a parent must be known before the lists below it.
  for (const path of [...byPath.keys()].toSorted(
    (one, other) => pathDepth(one) - pathDepth(other),
  )) {
    if (families.size >= maxFamilies) break
    const item = itemOf.get(withoutParameterNames(path))
    const found = item === undefined ? undefined : collectionFamily(at(path), at(item), schemas)
    if (found === undefined) schemas.takeNotes()
    if (item === undefined || found === undefined) continue
    const place = familyPathOf(path, collections, families, found.document['record'])
    if (place.hasUnknownParent) {
      schemas.takeNotes()
      notes.push(
        `${path}: the collection of its parent records is missing; add a family with \`within\``,
      )
      continue
    }
    const name = freeName(families, path)
    add(name, { ...found, document: placeBelowParents(found.document, place, families) })
    collections.set(withoutParameterNames(item), name)
  }
  for (const path of byPath.keys()) {
    if (families.size >= maxFamilies) break
    const left = new Map([...at(path)].filter(([, operation]) => !played.has(operation)))
    const reading = left.get('GET')
    const isTaken = collections.has(withoutParameterNames(path)) || left.size < at(path).size
    if (reading !== undefined && !isTaken) {
      const found = documentFamily(
        left,
        reading,
        familyPathOf(path, collections, families),
        schemas,
      )
      add(freeName(families, path), found)
      for (const operation of found.played) left.delete(operation.method)
    }
    for (const operation of left.values()) {
      const familyAt = (end: string) =>
        [...collections].find(([item]) => {
          const start = item.replace(/\/\{\}$/, end)
          return (
            `${withoutParameterNames(path)}/`.startsWith(start) &&
            !withoutParameterNames(path).slice(start.length).includes('{')
          )
        })?.[1]
      const name = freeName(families, path, operation.method)
      const place = familyPathOf(path, collections, families)
      const record = familyAt('/{}/')
      const found = actionFamily(
        { ...operation, path: place.path },
        operation,
        record && kindOfFamily(record),
        schemas,
      )
      const [list, ids] = [familyAt('/'), batchIdsExpression(operation, found.document)]
      const { within } = place
      const bulk = {
        on: list && kindOfFamily(list),
        ...(Object.keys(within).length > 0 && { within }),
        each: ids,
        removes: true,
      }
      const removes = list !== undefined && ids !== undefined
      add(name, removes ? { ...found, document: { ...found.document, ...bulk } } : found)
    }
  }
  const missing = operations.length - played.size
  if (missing > 0)
    notes.push(
      `left out ${formatCount(missing, 'operation')}: a profile gets at most ${maxFamilies} families; choose others with --only`,
    )
  const profile = { name: title.slice(0, 100), operations: Object.fromEntries(families) }
  const yaml = stringify(profile, { lineWidth: 100, aliasDuplicateObjects: false })
  return { yaml, families: families.size, operations: played.size, notes }
}

/** Unifies the parameter names of equal paths. Also returns operations that a document repeats. */
function withSamePaths(given: readonly OpenApiOperation[]) {
  const paths = new Map<string, string>()
  const operations = new Map<string, OpenApiOperation>()
  const repeated: string[] = []
  for (const one of given) {
    const plain = withoutParameterNames(one.path)
    const path = paths.get(plain) ?? one.path
    paths.set(plain, path)
    const name = `${one.method} ${path}`
    if (operations.has(name)) repeated.push(`${one.method} ${one.path}`)
    else operations.set(name, { ...one, path })
  }
  return { operations: [...operations.values()], repeated }
}

type FamilyPath = {
  /** The path. Each parameter has the name of the record field that holds its value. */
  readonly path: string
  /** The kind of each parent record, by the name of its parameter. */
  readonly within: Readonly<Record<string, string>>
  /** Whether a parameter names a record that no collection has. */
  readonly hasUnknownParent: boolean
}

/** Finds the parents in a path, and names each parameter after the record field that holds it. */
function familyPathOf(
  givenPath: string,
  collections: ReadonlyMap<string, string>,
  families: ReadonlyMap<string, JsonObject>,
  record?: unknown,
): FamilyPath {
  const fields = isObject(record) ? Object.keys(record).map(plainName) : []
  const within: Record<string, string> = {}
  let hasUnknownParent = false
  const parts = givenPath.split('/')
  const kindAt = (index: number) =>
    collections.get(withoutParameterNames(parts.slice(0, index + 1).join('/')))
  const nearest = families.get(parts.map((_, index) => kindAt(index)).findLast(Boolean) ?? '')
  const path = parts.map((part, index) => {
    if (!part.startsWith('{')) return part
    const name = kindAt(index)
    hasUnknownParent ||= name === undefined
    if (name === undefined) return part
    const { key = 'id' } = families.get(name) ?? {}
    const kind = kindOfFamily(name)
    const field =
      parentField(fields, part, parts[index - 1] ?? '', String(key)) ??
      parentFieldOf(nearest, kind) ??
      `${name}_id`
    within[field] = kind
    return `{${field}}`
  })
  return { path: path.join('/'), within, hasUnknownParent }
}

/** Returns the record field of a family that holds the id of the parent of this kind. */
const parentFieldOf = (family: JsonObject | undefined, kind: string): string | undefined =>
  Object.entries(family?.['within'] ?? {}).find(([, parent]) => parent === kind)?.[0]

/** Places a collection below its parents: its seed record belongs to the parent's first record. */
function placeBelowParents(
  { seeds, ...document }: JsonObject,
  { path, within }: FamilyPath,
  families: ReadonlyMap<string, JsonObject>,
): JsonObject {
  const parents = Object.entries(within)
  const [parameter, parent] = parents.at(-1) ?? []
  if (parameter === undefined) return { ...document, seeds }
  const [seed] = seeds as readonly unknown[]
  if (seed === undefined) return { ...document, path, within, seeds }
  const [, above] = [...families].find(([name]) => kindOfFamily(name) === parent) ?? []
  const { key = 'id' } = above ?? {}
  const fields = parents.map(
    ([field, kind]) =>
      `${field}: ${field === parameter ? fieldText(String(key)) : (parentFieldOf(above, kind) ?? field)}`,
  )
  // `[-1:]` is the oldest parent: clients may create further parents before the first call.
  const first = `records('${parent}')[-1:].merge(${literalOf(seed)}, { ${fields.join(', ')} })`
  return { ...document, path, within, seeds: first }
}

/** Writes a field name for an expression, with quotes if necessary. */
const fieldText = (name: string) => (/^[a-z_]\w*$/i.test(name) ? name : JSON.stringify(name))

const pathDepth = (path: string) => path.split('/').length

/** Maps the path of each list, without parameter names, to the path of one record. */
function itemPaths(paths: readonly string[]): ReadonlyMap<string, string> {
  const items = paths.flatMap((path) => {
    const [, list] = /^(.*)\/\{\w+\}$/.exec(path) ?? []
    return list === undefined ? [] : [[withoutParameterNames(list), path] as const]
  })
  return new Map(items)
}

/** Converts a text to a name of lower-case letters, digits and `_` that begins with a letter. */
function toFamilyName(text: string): string {
  const words = text.toLowerCase().match(/[a-z0-9]+/g) ?? []
  return words.join('_').replace(/^[0-9_]+/, '') || 'operation'
}

/** Returns an unused name from the last words of a path: `run` for `/api/skills/{id}/run`. */
function freeName(takenNames: ReadonlyMap<string, unknown>, path: string, method = 'get'): string {
  const words = path.split('/').filter((part) => part !== '' && !part.startsWith('{'))
  const names = words.map((_, index) => toFamilyName(words.slice(-index - 1).join('_')))
  const [last = 'operation'] = names
  const candidates = [last, `${method.toLowerCase()}_${last}`, ...names]
  const free = candidates.find((name) => !takenNames.has(name))
  if (free !== undefined) return free
  for (let number = 2; ; number += 1)
    if (!takenNames.has(`${last}_${number}`)) return `${last}_${number}`
}

type Schemas = OpenApiDocument['schemas']

/** Creates a `document` family. Its value can be changed if the path has PUT or PATCH. */
function documentFamily(
  methods: Methods,
  reading: OpenApiOperation,
  { path, within, hasUnknownParent }: FamilyPath,
  schemas: Schemas,
): OpenApiFamily {
  const changing = methods.get('PUT') ?? methods.get('PATCH')
  const { record, envelope } = recordContent(schemas.shapeOf(reading.success.schema))
  const example = exampleFor(reading, record)
  const sent = changing?.body === undefined ? undefined : schemas.requestShapeOf(changing.body)
  // If the body has another shape than the value, a request only changes the fields that it sends.
  const isOther =
    isObject(sent) && isFieldMap(sent) && JSON.stringify(sent) !== JSON.stringify(record)
  const document = {
    kind: 'document',
    path,
    ...(!hasUnknownParent && Object.keys(within).length > 0 && { within }),
    ...(reading.isPublic && { public: true }),
    record,
    value: example,
    ...(reading.isPublic && { of: 'world' }),
    replace: changing?.method ?? 'none',
    ...(isOther && { input: sent, set: '@' }),
    ...(envelope !== undefined && { one: envelope }),
  }
  return {
    document,
    played: changing === undefined ? [reading] : [reading, changing],
    notes: ignoredQueryNotes(reading),
  }
}

/** Returns the example of a response if it fits the shape, else a sample. */
function exampleFor({ success }: OpenApiOperation, shape: unknown): unknown {
  const read = readShape(shape)
  const isValid = success.example !== undefined && shapeProblems(read, success.example).length === 0
  return isValid ? success.example : sampleOf(read, 'whole')
}

/** Creates a family of the kind `action`: one operation, which responds with an example. */
function actionFamily(
  { method, path, body, query, isPublic, success }: OpenApiOperation,
  original: OpenApiOperation,
  on: string | undefined,
  schemas: Schemas,
): OpenApiFamily {
  const { status, schema } = success
  const shape = schema === undefined ? undefined : schemas.shapeOf(schema)
  const fields = body === undefined ? undefined : mergedFields(schemas.requestShapeOf(body))
  const isChecked = isObject(fields) && method !== 'GET' && isFieldMap(fields)
  const answer = shape === undefined ? '`null`' : exampleExpression(original, shape)
  const document = {
    kind: 'action',
    method,
    path,
    ...(isPublic && { public: true }),
    ...(on !== undefined && { on }),
    ...(isChecked && { body: fields }),
    answer,
    ...(status !== 200 && status < 300 && { status }),
    ...(shape !== undefined && status !== 204 && { shape: { [status]: shape } }),
  }
  const notes = [
    ...(body === undefined || isChecked
      ? []
      : [`${method} ${path}: any body is accepted, because its schema has no fields`]),
    ...ignoredQueryNotes({ ...original, path, query }),
  ]
  return { document, played: [original], notes }
}

/** Returns the expression for the ids of a batch deletion, if the body only has a list of ids. */
function batchIdsExpression(
  { method, path }: OpenApiOperation,
  { body }: JsonObject,
): string | undefined {
  const [[name = '', ids] = [], another] = isObject(body) ? Object.entries(body) : []
  const isDeletion = method === 'DELETE' || /delete|remove/i.test(path.split('/').at(-1) ?? '')
  const isList = Array.isArray(ids) && /^(string|integer)/.test(String(ids[0]))
  return isDeletion && isList && another === undefined
    ? `$body.${JSON.stringify(plainName(name))}`
    : undefined
}

/** Writes the example as an expression, or a sample of the required fields if it is too long. */
function exampleExpression(operation: OpenApiOperation, shape: unknown): string {
  const whole = literalOf(exampleFor(operation, shape))
  return whole.length <= ownLimits.expressionCharacters
    ? whole
    : literalOf(sampleOf(readShape(shape), 'required'))
}
