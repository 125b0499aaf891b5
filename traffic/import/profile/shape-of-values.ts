import { isObject, type JsonObject } from '../../../contract/json.ts'
import { ownLimits } from '../../../contract/limits.ts'
import * as z from 'zod/mini'
import type { Shape } from '../../../contract/profile/shape.ts'
import { textFormats } from '../../../contract/profile/shape.ts'

/** A shape in the notation of profiles. */
type ShapeDocument = string | readonly unknown[] | { readonly [name: string]: unknown }

const maxDepth = 12

/**
 * Returns the narrowest shape of all values: fields, types, formats of ids and dates, and whether a
 * value may be null or absent. A field that is always null is `any`. An object with very many
 * fields, or with ids or dates as keys, is a map.
 *
 * @example
 * shapeOfValues([{ id: 1, note: null }, { id: 2 }]) // { id: 'integer', 'note?': 'any' }
 */
export function shapeOfValues(values: readonly unknown[]): ShapeDocument {
  return shapeWithinLimits(values, maxDepth, { left: ownLimits.shapeParts / 2 })
}

type PartsLeft = { left: number }

function shapeWithinLimits(
  values: readonly unknown[],
  levels: number,
  parts: PartsLeft,
): ShapeDocument {
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
    const shape = [shapeWithinLimits(present.flat(), levels - 1, parts)]
    return isNullable ? { nullable: shape } : shape
  }
  const types = [...new Set(present.map(scalarType))]
  if (types.includes(undefined)) return 'any'
  const named = types.includes('number') ? types.filter((type) => type !== 'integer') : types
  const format = named.join() === 'string' ? textFormatOf(present.map(String)) : ''
  return `${named.map((type) => `${type}${format}`).join('|')}${isNullable ? '|null' : ''}`
}

function scalarType(value: unknown): 'boolean' | 'integer' | 'number' | 'string' | undefined {
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number'
  return typeof value === 'boolean' || typeof value === 'string'
    ? (typeof value as 'boolean' | 'string')
    : undefined
}

function textFormatOf(texts: readonly string[]): string {
  const found = (['uuid', 'date-time'] as const).find((format) =>
    texts.every((text) => text.length < 60 && textFormats[format].test(text)),
  )
  return found === undefined ? '' : `:${found}`
}

/** Keys that are ids, dates or numbers count as data. */
const dataKeyPattern = /^([0-9a-f-]{32,36}|\d{4}-\d\d.*|\d+)$/i

/** Whether a shape would read this name of a field as the name of an optional field. */
export const isOptionalName = (name: string): boolean => name.endsWith('?')

function objectShape(
  objects: readonly JsonObject[],
  levels: number,
  parts: PartsLeft,
): ShapeDocument {
  const fields = Map.groupBy(objects.flatMap(Object.entries<unknown>), ([name]) => name)
  const names = [...fields.keys()]
  if (names.length === 0) return 'object'
  if (names.length > ownLimits.shapeFields / 2 || names.every((name) => dataKeyPattern.test(name)))
    return { '*': shapeWithinLimits(objects.flatMap(Object.values<unknown>), levels - 1, parts) }
  // These field names can't be written in a shape, where they have a special meaning.
  const [first = '', ...others] = names
  const isSpecial = others.length === 0 && ['*', 'nullable', 'oneOf'].includes(first)
  if (isSpecial || names.some(isOptionalName)) return 'object'
  return Object.fromEntries(
    [...fields].map(([name, entries]) => [
      entries.length < objects.length ? `${name}?` : name,
      shapeWithinLimits(
        entries.map(([, value]) => value),
        levels - 1,
        parts,
      ),
    ]),
  )
}

const anyShape: Shape = { kind: 'any' }

/** The response shape of a contract schema. Unions and maps are `any`. */
export function shapeOfSchema(schema: unknown, levels = 8): Shape {
  if (levels === 0) return anyShape
  if (schema instanceof z.ZodMiniObject) {
    // If a schema accepts further fields, responses may contain them, too.
    if (schema.def.catchall !== undefined && !(schema.def.catchall instanceof z.ZodMiniNever))
      return anyShape
    const fields = Object.entries(schema.shape as Readonly<Record<string, unknown>>).map(
      ([name, field]) => {
        const isOptional = field instanceof z.ZodMiniOptional
        return [name, { shape: shapeOfSchema(field, levels - 1), isOptional }] as const
      },
    )
    return { kind: 'object', fields: new Map(fields) }
  }
  if (schema instanceof z.ZodMiniArray)
    return { kind: 'list', item: shapeOfSchema(schema.def.element, levels - 1) }
  if (
    schema instanceof z.ZodMiniOptional ||
    schema instanceof z.ZodMiniNullable ||
    schema instanceof z.ZodMiniDefault
  )
    return shapeOfSchema(schema.def.innerType, levels)
  if (schema instanceof z.ZodMiniNumber) return scalarShape('number')
  if (schema instanceof z.ZodMiniBoolean) return scalarShape('boolean')
  const isText = schema instanceof z.ZodMiniString || schema instanceof z.ZodMiniEnum
  return isText ? scalarShape('string') : anyShape
}

const scalarShape = (type: 'string' | 'number' | 'boolean'): Shape => ({
  kind: 'scalar',
  types: [type],
  limits: {},
  isNullable: false,
})

/** Returns the first non-null alternative of a `oneOf`; returns other shapes unchanged. */
export const plainShape = (shape: Shape = anyShape): Shape =>
  shape.kind === 'oneOf' ? plainShape(shape.shapes.find(({ kind }) => kind !== 'null')) : shape

/** The type of the value at a path; undefined for objects, lists and values of several types. */
export function valueTypeOf(shape: Shape): 'string' | 'number' | 'boolean' | undefined {
  const [type, second] = shape.kind === 'scalar' ? shape.types : []
  if (type === 'object' || second !== undefined) return undefined
  return type === 'integer' ? 'number' : type
}

/** Whether a shape leaves the value at its path open. */
export const isOpenShape = (given: Shape): boolean => {
  const shape = plainShape(given)
  return shape.kind !== 'object' && shape.kind !== 'list' && valueTypeOf(shape) === undefined
}

/** The shape at a path of a body. A list at the end of the path gives the shape of its items. */
export function shapeAt(given: Shape | undefined, [key, ...rest]: readonly string[]): Shape {
  const shape = plainShape(given)
  if (key === undefined) return plainShape(shape.kind === 'list' ? shape.item : shape)
  return shapeAt(shape.kind === 'object' ? shape.fields.get(key)?.shape : undefined, rest)
}
