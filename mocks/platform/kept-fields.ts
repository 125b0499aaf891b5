import { isObject } from '../../contract/json.ts'
import type { Operation } from '../../contract/operations/operation.ts'
import type { KeptFields } from '../world/behaviour.ts'
import type { Table } from '../world/changes.ts'
import type { World } from '../world/world.ts'
import type { ExpressionScope } from '../world/wire.ts'
import type { PipelineContext } from './request-context.ts'

/**
 * The fields that a profile stores beside records of the contract. Their key is the id of the record. A
 * record without an id has the path of the operation as key, and the user, unless administrators own it.
 * In a fixture, they are in `kept_fields`.
 */
const table = ({ tables }: World): Table<object> => tables.of('kept-fields')

const idOf = (record: unknown): string | undefined =>
  isObject(record) && typeof record['id'] === 'string' ? record['id'] : undefined

/** The key of fields beside a record without an id. If it is for administrators, all users share the key. */
export const placeFor = ({ path, adminOnly }: Operation, user = ''): string =>
  `${path}\n${adminOnly === true ? '' : user}`

export const keptPlace = ({ operation, knownCaller }: PipelineContext): string =>
  placeFor(operation, knownCaller?.user.id)

/** Stores fields beside the record that an operation returns. */
export function keepFields(
  context: PipelineContext,
  keeps: KeptFields,
  outcome: unknown,
  scope: () => ExpressionScope,
): void {
  const fields = keeps(context.body, outcome, scope)
  storeKept(context.world, idOf(outcome) ?? keptPlace(context), fields)
}

/** Stores fields beside a record. Other fields beside this record stay. */
export function storeKept(world: World, key: string, fields: object): void {
  if (Object.keys(fields).length === 0) return
  const kept = table(world)
  kept.set(key, { ...kept.get(key), ...fields })
}

/** A record with the fields that are stored beside it. `place` is the key of a record without an id. */
export function withKeptFields<Given>(world: World, record: Given, place?: string): Given {
  if (!isObject(record)) return record
  const key = idOf(record) ?? place
  if (key === undefined) return record
  const given = world.config.fixture.kept_fields?.[key]
  const stored = table(world).get(key)
  const fields = given && stored ? { ...given, ...stored } : (given ?? stored)
  if (fields === undefined) return record
  // A copy, because some fields of a user are not enumerable.
  return Object.defineProperties(
    {},
    { ...Object.getOwnPropertyDescriptors(record), ...Object.getOwnPropertyDescriptors(fields) },
  ) as Given
}
