import * as z from 'zod/mini'
import { fixture } from './fixture.ts'
import { type RecordKind, recordKinds } from './kinds.ts'
import { storedSettings } from './records/administration.ts'

function recordSchemaOf(kind: RecordKind): z.ZodMiniType {
  if (kind === 'settings') return storedSettings
  const { def } = fixture.shape[kind]
  return def.type === 'optional' ? def.innerType.def.element : def.element
}

/** The schemas of stored records. */
export const recordSchemas = Object.fromEntries(
  recordKinds.map((kind) => [kind, recordSchemaOf(kind)]),
) as Readonly<Record<RecordKind, z.ZodMiniType>>
