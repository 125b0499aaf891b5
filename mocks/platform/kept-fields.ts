import { isObject } from '../../contract/json.ts'
import type { Operation } from '../../contract/operations/operation.ts'
import type { KeptFields } from '../world/behaviour.ts'
import type { Table } from '../world/changes.ts'
import type { World } from '../world/world.ts'
import type { ExpressionScope } from '../world/wire.ts'
import type { PipelineContext } from './request-context.ts'

/**
 * Extra fields that a profile stores for records of the contract, by record id. For a record
 * without an id, the key is the path of the operation and the user id, or only the path if
 * administrators share the record. A fixture has these fields in `kept_fields`.
 */
const keptFieldsTable = ({ tables }: World): Table<object> => tables.of('kept-fields')

const recordIdOf = (record: unknown): string | undefined =>
  isObject(record) && typeof record['id'] === 'string' ? record['id'] : undefined

/** The key for extra fields of a record without an id. With `adminOnly`, all users share a key. */
export const keptFieldsKey = ({ path, adminOnly }: Operation, user = ''): string =>
  `${path}\n${adminOnly === true ? '' : user}`

export const keptFieldsKeyOfRequest = ({ operation, knownCaller }: PipelineContext): string =>
  keptFieldsKey(operation, knownCaller?.user.id)

/** Stores extra fields for the record that an operation returns. */
export function storeOutcomeFields(
  context: PipelineContext,
  keeps: KeptFields,
  outcome: unknown,
  scope: () => ExpressionScope,
): void {
  const fields = keeps(context.body, outcome, scope)
  storeKeptFields(context.world, recordIdOf(outcome) ?? keptFieldsKeyOfRequest(context), fields)
}

/** Stores extra fields for a record. Other extra fields of the same record stay unchanged. */
export function storeKeptFields(world: World, key: string, fields: object): void {
  if (Object.keys(fields).length === 0) return
  const kept = keptFieldsTable(world)
  kept.set(key, { ...kept.get(key), ...fields })
}

/** Returns a record with its extra fields. If the record has no id, `place` is their key. */
export function withKeptFields<Given>(world: World, record: Given, place?: string): Given {
  if (!isObject(record)) return record
  const key = typeof record['id'] === 'string' ? record['id'] : place
  if (key === undefined) return record
  const given = world.config.fixture.kept_fields?.[key]
  const stored = keptFieldsTable(world).get(key)
  const fields = given && stored ? { ...given, ...stored } : (given ?? stored)
  if (fields === undefined) return record
  // Property descriptors are copied, because some fields of a user are not enumerable.
  return Object.defineProperties(
    {},
    { ...Object.getOwnPropertyDescriptors(record), ...Object.getOwnPropertyDescriptors(fields) },
  ) as Given
}
