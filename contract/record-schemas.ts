import * as z from 'zod/mini'
import { fixture } from './fixture.ts'
import { type RecordKind, recordKinds } from './kinds.ts'
import { storedSettings } from './records/administration.ts'

function schemaOf(kind: RecordKind): z.ZodMiniType {
  if (kind === 'settings') return storedSettings
  const { def } = fixture.shape[kind]
  return def.type === 'optional' ? def.innerType.def.element : def.element
}

/** The schemas of records as a world stores them. */
export const recordSchemas = Object.fromEntries(
  recordKinds.map((kind) => [kind, schemaOf(kind)]),
) as Readonly<Record<RecordKind, z.ZodMiniType>>

/** The same schemas as JSON Schema, for the forms of the console. */
export const recordJsonSchemas = () =>
  Object.fromEntries(
    recordKinds.map((kind) => {
      const options = { io: 'input', unrepresentable: 'any' } as const
      const { $schema: _, ...own } = z.toJSONSchema(recordSchemas[kind], options)
      return [kind, own]
    }),
  )
