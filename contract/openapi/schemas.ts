import * as z from 'zod/mini'
import { eventData } from '../events.ts'
import { errorBody, validationBody } from './errors.ts'

export type Json = { readonly [member: string]: unknown }

const modules: readonly object[] = []

const refTo = (name: string) => `#/components/schemas/${name}`

/** A name as the components have it: `apiKey` and `api-key` are `ApiKey`. */
const pascal = (name: string): string =>
  name
    .split(/[-_.]/)
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join('')

const isSchema = (value: unknown): value is z.ZodMiniType =>
  typeof value === 'object' && value !== null && '_zod' in value

const byName = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]) =>
  a < b ? -1 : 1

/** Every schema that has a name of its own: records as they are played, payloads and error bodies. */
const named: readonly (readonly [name: string, schema: z.ZodMiniType])[] = [
  ...modules
    // By name: a bundler keeps the exports of a module in an order of its own.
    .flatMap((exported) => Object.entries(exported as Record<string, unknown>).toSorted(byName))
    .filter((entry): entry is [string, z.ZodMiniType] => isSchema(entry[1]))
    // How a world keeps its records is nobody's business.
    .filter(([name]) => !name.startsWith('stored'))
    .map(([name, schema]) => [pascal(name), schema] as const),
  ...Object.entries(eventData).map(([name, data]) => [`${pascal(name)}Event`, data] as const),
  ['Error', errorBody],
  ['ValidationError', validationBody],
]

const names = new Map(named.map(([name, schema]) => [schema, name]))

/** Open objects, no bounds of safe integers, moments by their format instead of a pattern. */
const settings31 = {
  io: 'input',
  unrepresentable: 'any',
  override({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }) {
    if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
    if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
    delete jsonSchema.propertyNames
    if (jsonSchema.pattern?.startsWith(String.raw`^\d{4}-\d\d-\d\d`) !== true) return
    delete jsonSchema.pattern
    jsonSchema.format = 'date-time'
  },
} as const

/** The schemas with a name, as JSON Schema 2020-12, by their names. */
export function namedSchemas(): Json {
  const registry = z.registry<{ id: string }>()
  for (const [name, schema] of named) registry.add(schema, { id: name })
  const { schemas } = z.toJSONSchema(registry, { ...settings31, uri: refTo })
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, bare(schema)]))
}

/** A schema as JSON Schema: a reference where it has a name. */
export function toSchema(schema: z.ZodMiniType): Json {
  const name = names.get(schema)
  return name === undefined ? bare(z.toJSONSchema(schema, settings31)) : { $ref: refTo(name) }
}

function bare({ $schema: _dialect, $id: _id, ...schema }: Json): Json {
  return schema
}
