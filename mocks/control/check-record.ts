import type * as z from 'zod/mini'
import type { Kind } from '../state/kinds.ts'
import { readAs } from './read-as.ts'
import { unknownName } from './stock.ts'

/** A record as a world stores it: with what the platform shows nobody, as passwords. */
export type StoredRecord = { readonly id: string } & Readonly<Record<string, unknown>>

/** A record that is what a world stores of its kind. Throws `ControlError` with the path of what is wrong. */
export async function checkRecord(
  kind: Kind,
  record: Readonly<Record<string, unknown>>,
): Promise<StoredRecord> {
  const schema = await schemaOf(kind)
  const known = 'shape' in schema ? Object.keys(schema.shape as object) : undefined
  for (const field of Object.keys(record))
    if (known?.includes(field) === false) throw unknownName(`field of ${kind}`, field, known)
  readAs(schema, record, `Nothing of the ${kind} was changed.`)
  return record as StoredRecord
}

/** What the records of a kind are, as a fixture has them. */
async function schemaOf(kind: Kind): Promise<z.ZodMiniType> {
  // The schemas of all records take longer to load than most calls.
  const { fixture, storedSettings } = await import('./forms.ts')
  if (kind === 'settings') return storedSettings
  const { [kind]: list } = fixture.shape
  const { element } = list.def.type === 'optional' ? list.def.innerType.def : list.def
  return element
}
