import type { StoredRecord } from '../../../contract/control/worlds.ts'
import { isContractKind, type RecordKind } from '../../../contract/kinds.ts'
import { collectionOf } from '../../world/store.ts'
import type { World } from '../../world/world.ts'
import { deleteRecord } from '../records/delete-record.ts'
import {
  recordFamilies,
  recordFamilyOfKind,
  recordKindOf,
} from '../own-records/own-record-family.ts'
import { ownRecordsOf } from './expression-scope.ts'

/** A record of a profile that was deleted together with its parent. */
export type DeletedPart = { readonly kind: string; readonly record: StoredRecord }

/**
 * Deletes the records of a profile that belong to a record (`within`), at any depth, and returns
 * them. Call this before the record is deleted, because seeds are made from their parents.
 */
export function deleteParts(world: World, kind: string, parent: StoredRecord): DeletedPart[] {
  const own = recordFamilyOfKind(world.profile, kind)
  const above = Object.entries(own?.within ?? {}).map(
    ([field, each]) => [each, String(parent[field])] as const,
  )
  const keys = new Map([...above, [kind, String(parent[own?.key ?? 'id'])] as const])
  return recordFamilies(world.profile).flatMap((family) => {
    const within = Object.entries(family.within ?? {})
    if (!within.some(([, each]) => each === kind)) return []
    const partKind = recordKindOf(family)
    const records = ownRecordsOf(world, family)
    const isPart = (record: StoredRecord) =>
      within.every(([field, each]) => !keys.has(each) || record[field] === keys.get(each))
    return records
      .all()
      .filter(isPart)
      .flatMap((record) => {
        const parts = deleteParts(world, partKind, record)
        records.delete(record.id)
        return [{ kind: partKind, record }, ...parts]
      })
  })
}

/**
 * Deletes a record of the contract, and the records of a profile that belong to it or to a record that
 * is deleted with it. Returns the records of the profile.
 */
export function deleteWithParts(world: World, kind: RecordKind, id: string): DeletedPart[] {
  const record = collectionOf(world.store, kind).get(id)
  const parts = record === undefined ? [] : deleteParts(world, kind, record)
  const { parts: further } = runWithPartDeletion(world, () => deleteRecord(world, kind, id))
  return [...parts, ...further]
}

/**
 * Runs an operation, and then deletes the records of a profile whose parents the operation has
 * deleted. One deletion can delete many parents, such as the conversations of a user.
 */
export function runWithPartDeletion<Result>(
  world: World,
  run: () => Result,
): { readonly result: Result; readonly parts: DeletedPart[] } {
  const parents = recordFamilies(world.profile).flatMap(({ within = {} }) => Object.values(within))
  const watched = [...new Set(parents)].filter(isContractKind).map((kind) => {
    const collection = collectionOf(world.store, kind)
    return { kind, collection, endList: collection.listDeletions() }
  })
  let lists: readonly (readonly StoredRecord[])[] = []
  let result: Result
  try {
    result = run()
  } finally {
    lists = watched.map(({ endList }) => endList())
  }
  const parts = watched.flatMap(({ kind, collection }, at) =>
    (lists[at] ?? [])
      .filter(({ id }) => collection.get(id) === undefined)
      .flatMap((record) => deleteParts(world, kind, record)),
  )
  return { result, parts }
}
