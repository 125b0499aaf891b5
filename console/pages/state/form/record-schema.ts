import { useEffect, useState } from 'preact/hooks'
import type { StoredRecord } from '../../../../contract/control/worlds.ts'

/** The part of JSON Schema that the schemas of records use. */
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

/** Dates as the platform stores them. */
const timestampPattern = String.raw`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$`

/** Whether a schema describes dates. */
export const isDateSchema = ({ pattern }: Schema): boolean => pattern === timestampPattern

/** The schemas are read when the first form opens. */
const load = async () =>
  (await import('../../../../generated/record.schemas.json')).default as unknown as Readonly<
    Record<string, Schema>
  >

/**
 * The schema of a kind of records; `undefined` until it is read. A kind without a schema, such as
 * one of a profile, gets the schema of the records that are known.
 */
export function useRecordSchema(kind: string, known: readonly StoredRecord[]): Schema | undefined {
  const [schemas, setSchemas] = useState<Readonly<Record<string, Schema>>>()
  useEffect(() => void load().then(setSchemas), [])
  if (schemas === undefined) return undefined
  const schema = schemas[kind]
  return schema?.properties === undefined ? schemaOfObjects(known) : schema
}

/** A schema that all given objects match. */
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
  const ownSchema = schemaOfPresent(present)
  return present.length < values.length ? { anyOf: [ownSchema, { type: 'null' }] } : ownSchema
}

/** A schema for values that are not null; `{}` if they have several types. */
function schemaOfPresent(values: readonly unknown[]): Schema {
  const isEvery = (test: (value: unknown) => boolean) => values.length > 0 && values.every(test)
  const date = new RegExp(timestampPattern)
  if (isEvery((value) => typeof value === 'string' && date.test(value)))
    return { type: 'string', pattern: timestampPattern }
  for (const type of ['string', 'boolean', 'number'])
    if (isEvery((value) => typeof value === type)) return { type }
  if (isEvery(Array.isArray)) return { type: 'array', items: schemaOfValues(values.flat()) }
  if (isEvery((value) => typeof value === 'object' && !Array.isArray(value)))
    return schemaOfObjects(values as object[])
  return {}
}
