import type * as z from 'zod/mini'
import type { Path } from './yaml.ts'

export type JsonSchema = z.core.JSONSchema.JSONSchema

/** The keys that a schema knows at a path, of all alternatives that the path can lead through. */
export const knownKeys = (root: JsonSchema, path: Path): readonly string[] => {
  const alternatives = (schema: JsonSchema['items']): readonly JsonSchema[] => {
    if (typeof schema !== 'object' || Array.isArray(schema)) return []
    const name = schema.$ref?.replace('#/$defs/', '')
    if (name !== undefined) return alternatives(root.$defs?.[name])
    const branches =
      schema.if === undefined ? undefined : [schema.then ?? true, schema.else ?? true]
    const either = schema.anyOf ?? branches
    return either === undefined ? [schema] : either.flatMap(alternatives)
  }
  const schemas = path.reduce<readonly JsonSchema[]>(
    (level, step) => level.flatMap((one) => alternatives(childOf(one, step))),
    alternatives(root),
  )
  return [...new Set(schemas.flatMap(({ properties }) => Object.keys(properties ?? {})))]
}

const childOf = (schema: JsonSchema, step: PropertyKey) =>
  typeof step === 'number'
    ? schema.items
    : (schema.properties?.[String(step)] ?? schema.additionalProperties)
