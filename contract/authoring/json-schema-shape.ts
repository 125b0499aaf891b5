import { isObject, type JsonObject } from '../json.ts'
import { decodeSegment } from '../operations/path-table.ts'
import { textForPattern } from '../pattern-text.ts'
import { shorten } from '../shorten.ts'
import { readShape, textFormats } from '../profile/shape.ts'
import { shapeProblems } from '../profile/shape-problems.ts'

/** Converts JSON Schemas of one document to shapes, and notes what shapes can't express. */
export type ShapeWriter = {
  /** Converts a schema of responses to a shape, without `writeOnly` fields. */
  shapeOf(schema: unknown): unknown
  /** Converts a schema of requests to a shape, without `readOnly` fields. */
  requestShapeOf(schema: unknown): unknown
  /** Returns the schema that a `$ref` names, or `schema` itself if it has no `$ref`. */
  resolve(schema: unknown): JsonObject
  /** Returns the notes since the last call: what the shapes could not express. */
  takeNotes(): readonly string[]
}

type AddNote = (lost: string) => void

/** JSON Schema keywords that limit values and that shapes cannot express. */
const uncheckedKeywords =
  'not if multipleOf exclusiveMinimum exclusiveMaximum minItems maxItems uniqueItems minProperties maxProperties patternProperties dependentRequired'.split(
    ' ',
  )

const maxDepth = 6
/** The maximum number of schemas in one shape: nested references can multiply them. */
const maxSchemas = 200

/**
 * Creates a converter for the schemas of a JSON document. A schema that contains itself or is too
 * deep becomes `any`. The converter reads at most `maxSchemas` schemas for one shape.
 */
export function createShapeWriter(root: unknown): ShapeWriter {
  const target = (reference: string): unknown =>
    reference
      .replace(/^#\/?/, '')
      .split('/')
      .filter((part) => part !== '')
      .reduce<unknown>((value, part) => {
        const key = decodeSegment(part).replaceAll('~1', '/').replaceAll('~0', '~')
        return (isObject(value) || Array.isArray(value)) && Object.hasOwn(value, key)
          ? (value as JsonObject)[key]
          : undefined
      }, root)
  const notes = new Set<string>()
  const note: AddNote = (lost) => {
    if (notes.size < maxSchemas) notes.add(lost)
  }
  const resolve = (schema: unknown): JsonObject => {
    let found = schema
    for (let hops = 0; hops < 10 && isObject(found); hops += 1) {
      const reference = found['$ref']
      if (typeof reference !== 'string') return found
      found = reference.startsWith('#') ? target(reference) : undefined
    }
    return isObject(found) && !('$ref' in found) ? found : emptySchema
  }
  let left = maxSchemas
  let hidden = 'writeOnly'
  /** Returns a schema with the parts of its `allOf`, including nested parts. */
  const partsOf = (schema: JsonObject, found = new Set<JsonObject>()): Set<JsonObject> => {
    // A schema with too many parts becomes `any`, like a shape with too many schemas.
    if (found.size === maxSchemas) left = 0
    if (left <= 0 || found.has(schema)) return found
    found.add(schema)
    for (const part of toList(schema['allOf'])) partsOf(resolve(part), found)
    return found
  }
  const merge = (parts: readonly JsonObject[]): JsonObject => {
    // A base schema can list the schemas that extend it. The list does not limit these schemas.
    const isBase = (part: JsonObject) =>
      branchesOf(part).some((one) => parts.includes(resolve(one)))
    const all = parts.map((part) => (isBase(part) ? withoutBranches(part) : part))
    if (all.filter((one) => branchesOf(one).length > 0).length > 1)
      note('several `oneOf` or `anyOf` in one `allOf` are not all checked')
    return mergeAll(all)
  }
  const isShown = (property: unknown) =>
    [property, resolve(property)].every((one) => !isObject(one) || one[hidden] !== true)
  const convert = (given: unknown, trail: readonly unknown[]): unknown => {
    const schema = resolve(given)
    // In OpenAPI 3.1, a `$ref` can have a default beside it.
    const { default: value = schema['default'] } = isObject(given) ? given : emptySchema
    return withDefault(convertType(given, schema, trail), value, note)
  }
  const convertType = (given: unknown, schema: JsonObject, trail: readonly unknown[]): unknown => {
    left -= 1
    if (left < 0 || trail.length > maxDepth || trail.includes(schema)) {
      note('a schema that contains itself, or is too deep or too large, accepts anything')
      return 'any'
    }
    if (schema === emptySchema && isObject(given))
      note(`\`${String(given['$ref'])}\` refers to no schema of the document and accepts anything`)
    for (const key of uncheckedKeywords) if (key in schema) note(`\`${key}\` is not checked`)
    const inner = [...trail, schema]
    const all = [...partsOf(schema)]
    if (all.length !== 1) return convert(merge(all), inner)
    const orNull = schema['nullable'] === true ? [null] : []
    const branches = branchesOf(schema)
    if (branches.length > 0) {
      const { nullable: _nullable, ...base } = withoutBranches(schema)
      const extended = (one: unknown) => {
        const parts = [...partsOf(resolve(one))].filter((part) => !inner.includes(part))
        return hasFields(base) ? merge([base, ...parts]) : one
      }
      return oneOfShape([...branches.map((one) => convert(extended(one), inner)), ...orNull])
    }
    const values = 'const' in schema ? [schema['const']] : schema['enum']
    if (Array.isArray(values))
      return literalShape([...new Set<unknown>([...values, ...orNull])], note)
    const types = [schema['type']].flat().filter((type) => typeof type === 'string')
    const isNullable = schema['nullable'] === true || types.includes('null')
    const type = types.find((one) => one !== 'null') ?? guessType(schema)
    const others = types.filter((one) => one !== 'null' && one !== type)
    if (type === undefined) return isNullable && types.length > 0 ? null : 'any'
    if (others.length > 0)
      return oneOfShape(
        [type, ...others, ...(isNullable ? ['null'] : [])].map((one) =>
          convert({ ...schema, type: one, nullable: false }, inner),
        ),
      )
    const shape =
      type === 'array'
        ? [convert(schema['items'] ?? {}, inner)]
        : type === 'object'
          ? objectShape(schema, (one) => convert(one, inner), isShown, note)
          : scalarShape(type, schema, isNullable, note)
    return isNullable && typeof shape !== 'string' ? { nullable: shape } : shape
  }
  function whole(schema: unknown, hides: string): unknown {
    left = maxSchemas
    hidden = hides
    return convert(schema, [])
  }
  return {
    resolve,
    takeNotes() {
      const taken = [...notes]
      notes.clear()
      return taken
    },
    shapeOf: (schema) => whole(schema, 'writeOnly'),
    requestShapeOf: (schema) => whole(schema, 'readOnly'),
  }
}

/** The schema that is used if a `$ref` names no schema. */
const emptySchema: JsonObject = {}

/** The maximum number of characters that a note quotes from the document. */
const maxQuotedLength = 100

const toList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

const guessType = (schema: JsonObject): string | undefined =>
  'properties' in schema ? 'object' : 'items' in schema ? 'array' : undefined

const branchesOf = (schema: JsonObject) => [...toList(schema['oneOf']), ...toList(schema['anyOf'])]

const withoutBranches = ({ oneOf: _one, anyOf: _any, ...base }: JsonObject): JsonObject => base

/** Whether a schema says something about the fields of an object. */
const hasFields = ({ properties, required }: JsonObject): boolean =>
  Object.keys(Object(properties) as object).length > 0 || toList(required).length > 0

/** Merges object schemas. If several have the same property, the property of the first is used. */
const mergeAll = (schemas: readonly JsonObject[]): JsonObject =>
  schemas.reduce<JsonObject>(
    (merged, { allOf: _parts, ...part }) => ({
      ...part,
      ...merged,
      properties: { ...(part['properties'] as object), ...(merged['properties'] as object) },
      required: [...toList(part['required']), ...toList(merged['required'])],
    }),
    {},
  )

const isNull = (shape: unknown) => shape === null || shape === 'null'

const acceptsNull = (shape: unknown) =>
  typeof shape === 'string' ? shape.endsWith('|null') : isObject(shape) && 'nullable' in shape

/** Joins shapes into one union without duplicates. */
function oneOfShape(shapes: readonly unknown[]): unknown {
  const unique = [...new Map(shapes.map((shape) => [JSON.stringify(shape), shape])).values()]
  if (unique.includes('any')) return 'any'
  const others = unique.filter((shape) => !isNull(shape))
  if (others.length === unique.length) return others.length === 1 ? others[0] : { oneOf: unique }
  const [only, ...more] = others
  if (only === undefined) return null
  if (more.length > 0) return { oneOf: [...others, null] }
  if (acceptsNull(only)) return only
  return typeof only === 'string' && !only.includes(' default ')
    ? `${only}|null`
    : { nullable: only }
}

function objectShape(
  schema: JsonObject,
  convert: (schema: unknown) => unknown,
  isShown: (property: unknown) => boolean,
  note: AddNote,
): unknown {
  const all = schema['properties']
  const properties = isObject(all)
    ? Object.fromEntries(Object.entries(all).filter(([, property]) => isShown(property)))
    : {}
  const required = toList(schema['required'])
  // A shape cannot have a field whose name has a special meaning, such as `oneOf`.
  const [names = [], special = []] = [false, true].map((isSpecial) =>
    Object.keys(properties).filter((name) => /\?$|^(\*|nullable|oneOf)$/.test(name) === isSpecial),
  )
  for (const name of special) note(`the field \`${name}\` is left out: its name is reserved`)
  if (names.length === 0) {
    const values = schema['additionalProperties']
    return isObject(values) ? { '*': convert(values) } : 'object'
  }
  return Object.fromEntries(
    names.map((name) => [required.includes(name) ? name : `${name}?`, convert(properties[name])]),
  )
}

function literalShape(values: readonly unknown[], note: AddNote): unknown {
  const texts = values.filter((value) => typeof value === 'string')
  const nullable = values.includes(null) ? '|null' : ''
  const isPlain = texts.every((text) => /^[^|{}]+$/.test(text))
  if (!isPlain || texts.length < values.filter((value) => value !== null).length)
    note(`only the type of ${shorten(JSON.stringify(values), maxQuotedLength)} is checked`)
  if (texts.length > 0 && texts.length + (nullable === '' ? 0 : 1) === values.length)
    return `string${isPlain ? `{${texts.join('|')}}` : ''}${nullable}`
  const types = values.map((value) =>
    Number.isInteger(value) ? 'integer' : value === null ? 'null' : typeof value,
  )
  return oneOfShape(types.map((type) => (type === 'null' ? null : type)))
}

function scalarShape(type: string, schema: JsonObject, isNullable: boolean, note: AddNote): string {
  if (!['string', 'integer', 'number', 'boolean'].includes(type)) {
    note(`the type \`${shorten(type, maxQuotedLength)}\` accepts anything`)
    return 'any'
  }
  const nullable = isNullable ? '|null' : ''
  const plain = `${type}${nullable}`
  const limit = (written: string, name: string) => {
    const value = schema[name]
    const isPlain = typeof value === 'number' && /^-?\d+(\.\d+)?$/.test(String(value))
    return isPlain ? [`${written}${value}`] : []
  }
  const format = schema['format']
  const hasFormat =
    type === 'string' && typeof format === 'string' && Object.hasOwn(textFormats, format)
  const limits =
    type === 'string'
      ? [
          ...limit('len>=', 'minLength'),
          ...limit('len<=', 'maxLength'),
          ...patternSyntaxOf(schema, note),
        ]
      : [...limit('>=', 'minimum'), ...limit('<=', 'maximum')]
  const written = `${[`${type}${hasFormat ? `:${format}` : ''}`, ...limits].join(' ')}${nullable}`
  try {
    readShape(written)
    return written
  } catch {
    note(`only the type of \`${shorten(written, maxQuotedLength)}\` is checked`)
    return plain
  }
}

/** Adds the default of a schema to its shape, if the shape can have it. */
function withDefault(shape: unknown, value: unknown, note: AddNote): unknown {
  const isSimple = ['string', 'number', 'boolean'].includes(typeof value)
  if (!isSimple || typeof shape !== 'string' || /^any$| default /.test(shape)) return shape
  const written = JSON.stringify(value)
  if (shapeProblems(readShape(shape), value).length === 0) return `${shape} default ${written}`
  note(`the default ${shorten(written, maxQuotedLength)} is left out: its schema does not allow it`)
  return shape
}

/** Returns the pattern as a shape writes it; empty if no sample text can be generated for it. */
function patternSyntaxOf({ pattern }: JsonObject, note: AddNote): readonly string[] {
  const isWhole = typeof pattern === 'string' && /^\^(?:[^$\\]|\\.)*\$$/.test(pattern)
  if (isWhole && textForPattern(pattern) !== undefined) return [`~${pattern}`]
  if (typeof pattern === 'string')
    note(`the pattern \`${shorten(pattern, maxQuotedLength)}\` is not checked`)
  return []
}
