import { isRecordKind } from '../../contract/kinds.ts'
import { collectionOf } from '../world/store.ts'
import type { World } from '../world/world.ts'

/** Counts the records of a kind that have all these field values; 0 for an unknown kind. */
export function countRecords(
  world: World,
  kind: string,
  where: Readonly<Record<string, unknown>>,
): number {
  if (!isRecordKind(kind)) return 0
  const fields = Object.entries(where).map(
    ([name, value]) => [name, JSON.stringify(value)] as const,
  )
  let count = 0
  for (const record of collectionOf(world.store, kind).values())
    if (fields.every(([name, value]) => JSON.stringify(Reflect.get(record, name)) === value))
      count++
  return count
}
