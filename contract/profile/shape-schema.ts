import * as z from 'zod/mini'
import { moment } from '../operations/fields.ts'
import type { MatchesPattern } from './shape-problems.ts'
import type { Field, Limits, Shape } from './shape.ts'

/**
 * Creates the zod schema of a shape. `matches` tests the patterns: a profile may come from a
 * stranger, and a JavaScript regular expression could take forever.
 */
export function schemaOf(shape: Shape, matches: MatchesPattern): z.ZodMiniType {
  switch (shape.kind) {
    case 'any':
      return z.unknown()
    case 'null':
      return z.null()
    case 'list':
      return z.array(schemaOf(shape.item, matches))
    case 'map':
      return z.record(z.string(), schemaOf(shape.value, matches))
    case 'object':
      return objectSchema(shape.fields, matches)
    case 'oneOf': {
      const options = shape.shapes.map((one) => schemaOf(one, matches))
      return z.unknown().check(
        z.refine((value) => options.some((one) => one.safeParse(value).success), {
          params: { shapes: shape.shapes },
        }),
      )
    }
    case 'scalar': {
      const types = shape.types.map((type) => scalarSchema(type, shape.limits, matches))
      const [first = z.null(), ...others] = shape.isNullable ? [...types, z.null()] : types
      return others.length === 0 ? first : z.union([first, ...others])
    }
  }
}

/** Creates the schema of an object. Optional fields and fields with a default may be absent. */
export const objectSchema = (fields: ReadonlyMap<string, Field>, matches: MatchesPattern) =>
  z.object(
    Object.fromEntries(
      [...fields].map(([name, { shape, isOptional }]) => {
        const schema = schemaOf(shape, matches)
        const hasDefault = shape.kind === 'scalar' && shape.default !== undefined
        return [name, isOptional || hasDefault ? z.optional(schema) : schema]
      }),
    ),
  )

/** Creates the schema of a query. A query has no null: a nullable parameter is optional instead. */
export const querySchema = (fields: ReadonlyMap<string, Field>, matches: MatchesPattern) =>
  objectSchema(
    new Map(
      [...fields].map(([name, { shape, isOptional }]) => [
        name,
        shape.kind === 'scalar'
          ? { shape: { ...shape, isNullable: false }, isOptional: isOptional || shape.isNullable }
          : { shape, isOptional },
      ]),
    ),
    matches,
  )

function formatSchema(format: string | undefined): z.ZodMiniType<string, string> {
  if (format === 'date-time') return moment
  if (format === 'date') return z.iso.date()
  return format === 'uuid' ? z.guid() : z.string()
}

function scalarSchema(
  type: 'string' | 'integer' | 'number' | 'boolean' | 'object',
  limits: Limits,
  matches: MatchesPattern,
): z.ZodMiniType {
  const { min, max } = limits
  const range = [
    ...(min === undefined ? [] : [z.gte(min)]),
    ...(max === undefined ? [] : [z.lte(max)]),
  ]
  if (type === 'integer') return z.int().check(...range)
  if (type === 'number') return z.number().check(...range)
  if (type === 'boolean') return z.boolean()
  if (type === 'object') return z.record(z.string(), z.unknown())
  if (limits.options !== undefined) return z.enum(limits.options as [string, ...string[]])
  const { format, minLength, maxLength, pattern } = limits
  return formatSchema(format).check(
    ...(minLength === undefined ? [] : [z.minLength(minLength)]),
    ...(maxLength === undefined ? [] : [z.maxLength(maxLength)]),
    ...(pattern === undefined
      ? []
      : [z.refine((text) => matches(pattern, String(text)), { params: { pattern } })]),
  )
}
