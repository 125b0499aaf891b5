import { isObject, type JsonObject } from '../../../contract/json.ts'
import { ownLimits } from '../../../contract/limits.ts'

/** A shape as a profile writes it. */
export type ShapeDocument = string | readonly unknown[] | { readonly [name: string]: unknown }

const deepest = 12

/**
 * The narrowest shape that all values have: its fields, types, the formats of ids and dates, and
 * what may be null or absent. A place where only null was seen is `any`. An object with very many
 * fields, or with ids or dates as keys, is a map.
 *
 * @example
 * shapeOfValues([{ id: 1, note: null }, { id: 2 }]) // { id: 'integer', 'note?': 'any' }
 */
export function shapeOfValues(values: readonly unknown[]): ShapeDocument {
  return shapeOf(values, deepest, { left: ownLimits.shapeParts / 2 })
}

type Parts = { left: number }

function shapeOf(values: readonly unknown[], levels: number, parts: Parts): ShapeDocument {
  parts.left -= 1
  const present = values.filter((value) => value !== null && value !== undefined)
  const isNullable = present.length < values.length
  if (present.length === 0) return 'any'
  if (levels === 0 || parts.left < 0) return 'any'
  if (present.every(isObject)) {
    const shape = objectShape(present, levels, parts)
    if (typeof shape === 'string') return isNullable ? `${shape}|null` : shape
    return isNullable ? { nullable: shape } : shape
  }
  if (present.every((value) => Array.isArray(value))) {
    const shape = [shapeOf(present.flat(), levels - 1, parts)]
    return isNullable ? { nullable: shape } : shape
  }
  const types = [...new Set(present.map(scalarType))]
  if (types.includes(undefined)) return 'any'
  const named = types.includes('number') ? types.filter((type) => type !== 'integer') : types
  const format = named.join() === 'string' ? formatOf(present.map(String)) : ''
  return `${named.map((type) => `${type}${format}`).join('|')}${isNullable ? '|null' : ''}`
}

function scalarType(value: unknown): 'boolean' | 'integer' | 'number' | 'string' | undefined {
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number'
  return typeof value === 'boolean' || typeof value === 'string'
    ? (typeof value as 'boolean' | 'string')
    : undefined
}

const formats = [
  ['uuid', /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i],
  ['date-time', /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?$/],
] as const

function formatOf(texts: readonly string[]): string {
  const found = formats.find(([, form]) =>
    texts.every((text) => text.length < 60 && form.test(text)),
  )
  return found === undefined ? '' : `:${found[0]}`
}

/** Keys that are ids, dates or numbers are data. */
const dataKey = /^([0-9a-f-]{32,36}|\d{4}-\d\d.*|\d+)$/i

function objectShape(objects: readonly JsonObject[], levels: number, parts: Parts): ShapeDocument {
  const fields = Map.groupBy(objects.flatMap(Object.entries<unknown>), ([name]) => name)
  const names = [...fields.keys()]
  if (names.length === 0) return 'object'
  if (names.length > ownLimits.shapeFields / 2 || names.every((name) => dataKey.test(name)))
    return { '*': shapeOf(objects.flatMap(Object.values<unknown>), levels - 1, parts) }
  // A shape has other meanings for these names.
  if (names.some((name) => name.endsWith('?') || ['*', 'nullable', 'oneOf'].includes(name)))
    return 'object'
  return Object.fromEntries(
    [...fields].map(([name, entries]) => [
      entries.length < objects.length ? `${name}?` : name,
      shapeOf(
        entries.map(([, value]) => value),
        levels - 1,
        parts,
      ),
    ]),
  )
}
