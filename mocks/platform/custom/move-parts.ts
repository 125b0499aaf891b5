import { kindOfFamily } from '../../../contract/kinds.ts'
import type { Families } from '../../../contract/profile/own-operations.ts'
import type { World } from '../../world/world.ts'
import { documentValuesOf } from '../own-records/own-document-values.ts'
import type { OwnRecord } from '../own-records/own-index.ts'
import { deleteParts } from './delete-parts.ts'
import { ownRecordsOf } from './expression-scope.ts'

/**
 * Updates the records inside a record that got a new key, because they store the keys of their
 * parents. If `after` is absent, deletes these records and the values of documents, because a later
 * record may get the same key.
 */
export function moveNestedRecords(
  world: World,
  families: Families,
  name: string,
  before: OwnRecord,
  after?: OwnRecord,
): void {
  if (after === undefined) deleteParts(world, kindOfFamily(name), before)
  const own = families[name]
  if (own?.kind !== 'collection' || (own.key === undefined && own.upsert !== true)) return
  const [key, moved] = [before, after].map((record) => String(record?.[own.key ?? 'id']))
  if (after !== undefined && key === moved) return
  const above = Object.entries(own.within ?? {})
  const parents = new Map(above.map(([field, kind]) => [kind, before[field]]))
  parents.set(kindOfFamily(name), key)
  for (const [part, family] of Object.entries(families)) {
    if (family.kind !== 'collection' && family.kind !== 'document') continue
    const [fields, kinds] = [Object.keys(family.within ?? {}), Object.values(family.within ?? {})]
    const at = kinds.indexOf(kindOfFamily(name))
    const isInside = (ids: readonly unknown[]) =>
      at >= 0 &&
      kinds.every((kind, index) => !parents.has(kind) || ids[index] === parents.get(kind))
    if (family.kind === 'collection') {
      const records =
        at < 0 || after === undefined ? undefined : ownRecordsOf(world, { ...family, name: part })
      for (const record of records?.all() ?? []) {
        if (isInside(fields.map((field) => record[field])))
          records?.insert({ ...record, [fields[at] ?? '']: moved })
      }
      continue
    }
    const documents = documentValuesOf(world)
    for (const [place, value] of Array.from(documents.entries())) {
      const [owner, user, ...ids] = place.split('\n')
      if (owner !== part || !isInside(ids)) continue
      documents.delete(place)
      if (after !== undefined)
        documents.set([owner, user, ...ids.with(at, moved ?? '')].join('\n'), value)
    }
  }
}
