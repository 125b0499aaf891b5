import { isObject, type JsonObject } from '../json.ts'
import { decodeSegment } from '../operations/path-table.ts'
import { textForPattern } from '../pattern-text.ts'
import { readShape } from '../profile/shape.ts'

/** Converts schemas of one document, and notes what it can't express. */
export type ShapeWriter = {
  /** The shape of a schema, in the notation of profiles. */
  shapeOf(schema: unknown): unknown
  /** The schema that a `$ref` names; the schema itself without one. */
  resolve(schema: unknown): JsonObject
}

const maxDepth = 6
/** Schemas of one shape. With many references in each schema, their number grows exponentially. */
const mostSchemas = 200

/**
 * Creates a converter for the schemas of a JSON document. A schema that contains itself or is too
 * deep becomes `any`. The work is bounded.
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
  const resolve = (schema: unknown): JsonObject => {
    let found = schema
    for (let hops = 0; hops < 10 && isObject(found); hops += 1) {
      const reference = found['$ref']
      if (typeof reference !== 'string') return found
      found = reference.startsWith('#') ? target(reference) : undefined
    }
    return isObject(found) && !('$ref' in found) ? found : {}
  }
  let left = mostSchemas
  const convert = (given: unknown, trail: readonly unknown[]): unknown => {
    const schema = resolve(given)
    left -= 1
    if (left < 0 || trail.length > maxDepth || trail.includes(schema)) return 'any'
    const inner = [...trail, schema]
    const parts = ['allOf'].flatMap((key) => listOf(schema[key])).map(resolve)
    if (parts.length > 0) return convert(mergeAll([schema, ...parts]), inner)
    const branches = [...listOf(schema['oneOf']), ...listOf(schema['anyOf'])]
    if (branches.length > 0) return oneOf(branches.map((one) => convert(one, inner)))
    if ('const' in schema) return literal([schema['const']])
    if (Array.isArray(schema['enum'])) return literal(schema['enum'])
    const types = [schema['type']].flat().filter((type) => typeof type === 'string')
    const isNullable = schema['nullable'] === true || types.includes('null')
    const type = types.find((one) => one !== 'null') ?? guessType(schema)
    const others = types.filter((one) => one !== 'null' && one !== type)
    if (type === undefined) return isNullable && types.length > 0 ? null : 'any'
    if (others.length > 0)
      return oneOf(
        [type, ...others, ...(isNullable ? ['null'] : [])].map((one) =>
          convert({ ...schema, type: one, nullable: false }, inner),
        ),
      )
    const shape =
      type === 'array'
        ? [convert(schema['items'] ?? {}, inner)]
        : type === 'object'
          ? objectShape(schema, (one) => convert(one, inner))
          : scalarShape(type, schema, isNullable)
    return isNullable && typeof shape !== 'string' ? { nullable: shape } : shape
  }
  return {
    resolve,
    shapeOf(schema) {
      left = mostSchemas
      return convert(schema, [])
    },
  }
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

const guessType = (schema: JsonObject): string | undefined =>
  'properties' in schema ? 'object' : 'items' in schema ? 'array' : undefined

/** Merges object schemas into one with all their properties. The first schema wins. */
function mergeAll([whole = {}, ...parts]: readonly JsonObject[]): JsonObject {
  const { allOf: _parts, ...rest } = whole
  return parts.reduce<JsonObject>(
    (merged, part) => ({
      ...part,
      ...merged,
      properties: { ...(part['properties'] as object), ...(merged['properties'] as object) },
      required: [...listOf(part['required']), ...listOf(merged['required'])],
    }),
    rest,
  )
}

const isNull = (shape: unknown) => shape === null || shape === 'null'

/** A union, flat and without repetitions. */
function oneOf(shapes: readonly unknown[]): unknown {
  const unique = [...new Map(shapes.map((shape) => [JSON.stringify(shape), shape])).values()]
  if (unique.includes('any')) return 'any'
  const others = unique.filter((shape) => !isNull(shape))
  if (others.length === unique.length) return others.length === 1 ? others[0] : { oneOf: unique }
  const [only, ...more] = others
  if (only === undefined) return null
  if (more.length > 0) return { oneOf: [...others, null] }
  return typeof only === 'string' && !only.includes(' default ')
    ? `${only}|null`
    : { nullable: only }
}

function objectShape(schema: JsonObject, convert: (schema: unknown) => unknown): unknown {
  const properties = schema['properties']
  const required = listOf(schema['required'])
  // A field whose name has a special meaning in the notation can't be written.
  const names = isObject(properties)
    ? Object.keys(properties).filter((name) => !/\?$|^(\*|nullable|oneOf)$/.test(name))
    : []
  if (names.length === 0) {
    const values = schema['additionalProperties']
    return isObject(values) ? { '*': convert(values) } : 'object'
  }
  return Object.fromEntries(
    names.map((name) => [
      required.includes(name) ? name : `${name}?`,
      convert((properties as JsonObject)[name]),
    ]),
  )
}

function literal(values: readonly unknown[]): unknown {
  const texts = values.filter((value) => typeof value === 'string')
  const nullable = values.includes(null) ? '|null' : ''
  const isPlain = texts.every((text) => /^[^|{}]+$/.test(text))
  if (texts.length > 0 && texts.length + (nullable === '' ? 0 : 1) === values.length)
    return `string${isPlain ? `{${texts.join('|')}}` : ''}${nullable}`
  const types = values.map((value) =>
    Number.isInteger(value) ? 'integer' : value === null ? 'null' : typeof value,
  )
  return oneOf(types.map((type) => (type === 'null' ? null : type)))
}

function scalarShape(type: string, schema: JsonObject, isNullable: boolean): string {
  if (!['string', 'integer', 'number', 'boolean'].includes(type)) return 'any'
  const nullable = isNullable ? '|null' : ''
  const plain = `${type}${nullable}`
  const figure = (name: string) => {
    const value = schema[name]
    return typeof value === 'number' && /^-?\d+(\.\d+)?$/.test(String(value)) ? value : undefined
  }
  const limit = (written: string, name: string) => {
    const value = figure(name)
    return value === undefined ? [] : [`${written}${value}`]
  }
  const format = schema['format']
  const head = type === 'string' && typeof format === 'string' && /^[a-z-]+$/.test(format)
  const limits =
    type === 'string'
      ? [...limit('len>=', 'minLength'), ...limit('len<=', 'maxLength'), ...patternOf(schema)]
      : [...limit('>=', 'minimum'), ...limit('<=', 'maximum')]
  const written = `${[`${type}${head ? `:${String(format)}` : ''}`, ...limits].join(' ')}${nullable}`
  const value = schema['default']
  const isSimple = ['string', 'number', 'boolean'].includes(typeof value)
  const shape = isSimple ? `${written} default ${JSON.stringify(value)}` : written
  try {
    readShape(shape)
    return shape
  } catch {
    return plain
  }
}

/** The pattern of texts, if the notation has it and a text for it can be made. */
function patternOf({ pattern }: JsonObject): readonly string[] {
  const isWhole = typeof pattern === 'string' && /^\^(?:[^$\\]|\\.)*\$$/.test(pattern)
  return isWhole && textForPattern(pattern) !== undefined ? [`~${pattern}`] : []
}
