import * as z from 'zod/mini'
import { fixture } from './fixture.ts'
import { storedSettings } from './records/administration.ts'

/** The schema of a list's items; `undefined` for anything else. */
function itemsOf(schema: z.ZodMiniType): z.ZodMiniType | undefined {
  const list = schema instanceof z.ZodMiniOptional ? schema.def.innerType : schema
  return list instanceof z.ZodMiniArray ? (list.def.element as z.ZodMiniType) : undefined
}

/** The schemas of records as a world stores them, by kind. */
export const recordSchemas: ReadonlyMap<string, z.ZodMiniType> = new Map([
  ...Object.entries(fixture.shape).flatMap(([kind, schema]) => {
    const items = itemsOf(schema)
    return items === undefined ? [] : [[kind, items] as const]
  }),
  ['settings', storedSettings],
])

/** The same schemas as JSON Schema, for the forms of the console. */
export const recordJsonSchemas = () =>
  Object.fromEntries(
    [...recordSchemas].map(([kind, schema]) => {
      const { $schema: _, ...own } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
      return [kind, own]
    }),
  )
