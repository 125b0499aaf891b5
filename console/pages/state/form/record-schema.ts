import { useEffect, useState } from 'preact/hooks'
import type { StoredRecord } from '../../../../contract/control/worlds.ts'

/** The part of JSON Schema that describes records. */
export type Schema = {
  readonly type?: string | readonly string[]
  readonly anyOf?: readonly Schema[]
  readonly enum?: readonly string[]
  readonly const?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | Schema
  readonly items?: Schema
  readonly pattern?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
}

/** The pattern of dates that the platform stores, such as `2026-05-01T09:00:00.000Z`. */
const timestampPattern = String.raw`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$`

/** Whether a schema describes dates. */
export const isDateSchema = ({ pattern }: Schema): boolean => pattern === timestampPattern

/** Loads the schemas of all kinds of records, when the first form opens. */
const loadSchemas = async () =>
  (await import('../../../../generated/record.schemas.json')).default as unknown as Readonly<
    Record<string, Schema>
  >

/**
 * Returns the schema of a kind of records; `undefined` until it is loaded. For a kind without a
 * schema, such as one that a profile defines, derives a schema from `knownRecords`.
 */
export function useRecordSchema(
  kind: string,
  knownRecords: readonly StoredRecord[],
): Schema | undefined {
  const [schemas, setSchemas] = useState<Readonly<Record<string, Schema>>>()
  useEffect(() => void loadSchemas().then(setSchemas), [])
  if (schemas === undefined) return undefined
  const schema = schemas[kind]
  return schema?.properties === undefined ? schemaOfObjects(knownRecords) : schema
}

/** Derives a schema that all given objects match. */
function schemaOfObjects(objects: readonly object[]): Schema {
  const names = new Set(objects.flatMap((object) => Object.keys(object)))
  const valuesOf = (name: string) => objects.map((object) => Reflect.get(object, name) as unknown)
  return {
    type: 'object',
    properties: Object.fromEntries(
      [...names].map((name) => [
        name,
        schemaOfValues(valuesOf(name).filter((value) => value !== undefined)),
      ]),
    ),
    required: [...names].filter((name) => objects.every((object) => Object.hasOwn(object, name))),
  }
}

function schemaOfValues(values: readonly unknown[]): Schema {
  const present = values.filter((value) => value !== null)
  const ownSchema = schemaOfNonNullValues(present)
  return present.length < values.length ? { anyOf: [ownSchema, { type: 'null' }] } : ownSchema
}

/** Derives a schema from values that are not null; `{}` if the values have several types. */
function schemaOfNonNullValues(values: readonly unknown[]): Schema {
  const areAll = (test: (value: unknown) => boolean) => values.length > 0 && values.every(test)
  const date = new RegExp(timestampPattern)
  if (areAll((value) => typeof value === 'string' && date.test(value)))
    return { type: 'string', pattern: timestampPattern }
  for (const type of ['string', 'boolean', 'number'])
    if (areAll((value) => typeof value === type)) return { type }
  if (areAll(Array.isArray)) return { type: 'array', items: schemaOfValues(values.flat()) }
  if (areAll((value) => typeof value === 'object' && !Array.isArray(value)))
    return schemaOfObjects(values as object[])
  return {}
}
