import type * as z from 'zod/mini'
import { fixtureInput } from '../../../contract/fixture-input.ts'
import type { JsonObject } from '../../../contract/json.ts'
import { type ContractKind, contractKinds } from '../../../contract/kinds.ts'
import { complements } from './complete-records.ts'
import type { ImportedKind } from './kinds.ts'
import type { Knowledge } from './knowledge.ts'
import type { KnownRecord } from './record-store.ts'

/** A record that the fixture can't have. */
export type DroppedRecord = {
  readonly kind: ImportedKind
  readonly id: string
  readonly reason: string
}

type Written = {
  readonly records: Readonly<Record<string, readonly JsonObject[]>>
  readonly dropped: readonly DroppedRecord[]
  readonly notes: readonly string[]
}

/** Writes the known records as those of a fixture. */
export function writeRecords(known: Knowledge): Written {
  const dropped: DroppedRecord[] = []
  const notes: string[] = []
  const written = contractKinds.map((kind) => {
    const records = [...known.store.of(kind), ...(kind === 'models' ? namedModels(known) : [])]
    const complete = records.flatMap((record) => {
      const made = validated(kind, complements[kind](record, known, notes))
      if ('reason' in made) dropped.push({ kind, id: record.id, reason: String(made['reason']) })
      return 'reason' in made ? [] : [made.record]
    })
    return [kind, complete] as const
  })
  return {
    records: Object.fromEntries(written.filter(([, records]) => records.length > 0)),
    dropped,
    notes,
  }
}

/** The models that conversations name and no list shows. */
function namedModels({ store }: Knowledge): readonly KnownRecord[] {
  const known = new Set(store.of('models').map(({ fields }) => fields['name']))
  const names = new Set(
    store
      .of('conversations')
      .flatMap(({ fields: { model_name: name } }) =>
        typeof name === 'string' && !known.has(name) ? [name] : [],
      ),
  )
  return [...names].map((name) => {
    const fields = { id: `model-${name}`, name, role: 'general' }
    return { kind: 'models', id: fields.id, fields, kept: {}, caller: undefined }
  })
}

/** A record that a fixture accepts, without fields that it refuses; else the reason. */
function validated(
  kind: ContractKind,
  record: JsonObject,
): { readonly record: JsonObject } | { readonly reason: string } {
  const list: unknown = fixtureInput.shape[kind].def.innerType
  const schema = (list as z.ZodMiniArray<z.ZodMiniObject>).def.element
  const first = schema.safeParse(record)
  if (first.success) return { record }
  const wrong = new Set(
    first.error.issues.flatMap((issue) => [
      ...('keys' in issue ? issue.keys : []),
      ...issue.path.slice(0, 1),
    ]),
  )
  const rest = Object.fromEntries(Object.entries(record).filter(([name]) => !wrong.has(name)))
  const second = schema.safeParse(rest)
  if (second.success) return { record: rest }
  const [issue] = second.error.issues
  return { reason: `${issue?.path.join('.') || 'the record'} is missing or not allowed` }
}
