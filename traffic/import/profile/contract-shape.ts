import * as z from 'zod/mini'
import type { Shape } from '../../../contract/profile/shape.ts'

const anything: Shape = { kind: 'any' }

/** The shape of what the contract sends by a schema. Unions and maps are `any`. */
export function shapeOfSchema(schema: unknown, levels = 8): Shape {
  if (levels === 0) return anything
  if (schema instanceof z.ZodMiniObject) {
    // One that takes further fields sends them, too.
    if (schema.def.catchall !== undefined && !(schema.def.catchall instanceof z.ZodMiniNever))
      return anything
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
  if (schema instanceof z.ZodMiniNumber) return scalar('number')
  if (schema instanceof z.ZodMiniBoolean) return scalar('boolean')
  const isText = schema instanceof z.ZodMiniString || schema instanceof z.ZodMiniEnum
  return isText ? scalar('string') : anything
}

const scalar = (type: 'string' | 'number' | 'boolean'): Shape => ({
  kind: 'scalar',
  types: [type],
  limits: {},
  isNullable: false,
})

/** A shape without alternatives: the first one that is not null. */
export const plainShape = (shape: Shape = anything): Shape =>
  shape.kind === 'oneOf' ? plainShape(shape.shapes.find(({ kind }) => kind !== 'null')) : shape

/** The type of the value at a place; undefined for objects, lists and values of several types. */
export function valueTypeOf(shape: Shape): 'string' | 'number' | 'boolean' | undefined {
  const [type, second] = shape.kind === 'scalar' ? shape.types : []
  if (type === 'object' || second !== undefined) return undefined
  return type === 'integer' ? 'number' : type
}

/** Whether a shape leaves open what is at its place. */
export const isOpenShape = (given: Shape): boolean => {
  const shape = plainShape(given)
  return shape.kind !== 'object' && shape.kind !== 'list' && valueTypeOf(shape) === undefined
}

/** The shape at a path of a body; of the items of a list at its end. */
export function shapeAt(given: Shape | undefined, [key, ...rest]: readonly string[]): Shape {
  const shape = plainShape(given)
  if (key === undefined) return plainShape(shape.kind === 'list' ? shape.item : shape)
  return shapeAt(shape.kind === 'object' ? shape.fields.get(key)?.shape : undefined, rest)
}
