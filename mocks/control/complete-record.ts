import type { JsonObject } from '../../contract/json.ts'
import { isContractKind, kinds, type RecordKind } from '../../contract/kinds.ts'
import { FixtureCompleter, recordDefaults } from '../platform/records/complete-records.ts'
import { collectionOf } from '../world/store.ts'
import { withDefaults } from '../platform/records/contract-records.ts'
import type { World } from '../world/world.ts'
import { errorAt } from './control-error.ts'

/** A complete record, and the records that were nested in it: documents and messages. */
export type CompletedRecord = {
  readonly record: JsonObject
  readonly nestedRecords: readonly { readonly kind: RecordKind; readonly record: JsonObject }[]
}

/**
 * Completes a record as in a fixture file: adds defaults and the owner, and replaces names of other
 * records by their ids. Throws a `ControlError` for a name that no record of the world has.
 */
export function completeRecord(world: World, kind: RecordKind, given: JsonObject): CompletedRecord {
  if (Object.hasOwn(recordDefaults, kind)) return completeAsFixture(world, kind, given)
  const record = isContractKind(kind)
    ? withDefaults(world, kind, given, world.store.users.inCreationOrder()[0])
    : given
  return { record, nestedRecords: [] }
}

/** Lists the ids and names of all records that other records may refer to by name. */
const namedRecords = (world: World): Readonly<Record<string, readonly JsonObject[]>> =>
  Object.fromEntries(
    (
      ['users', 'agents', 'knowledge_bases', 'organizations', 'connectors', 'mcp_servers'] as const
    ).map((kind) => {
      const { key } = kinds[kind]
      const records = collectionOf(world.store, kind).inCreationOrder()
      return [kind, records.map(({ id, [key]: name }) => ({ id, [key]: name }))]
    }),
  )

function completeAsFixture(world: World, kind: RecordKind, given: JsonObject): CompletedRecord {
  const named = namedRecords(world)
  const document = { api_keys: [], ...named, [kind]: [given, ...(named[kind] ?? [])] }
  const { random, clock } = world
  const completer = new FixtureCompleter(document, { random, created: clock.iso() })
  const fixture = completer.complete()
  const [problem] = completer.problems
  if (problem !== undefined) throw errorAt(problem.path.slice(2), problem.says)
  const listOf = (name: string) => fixture[name] as readonly JsonObject[]
  const { documents: _documents, messages: _messages, ...record } = listOf(kind)[0] ?? given
  const within = (name: 'documents' | 'messages', parent: string) =>
    listOf(name)
      .filter((one) => one[parent] === record['id'])
      .map((one) => ({ kind: name, record: one }))
  return {
    record,
    nestedRecords: [...within('documents', 'kb_id'), ...within('messages', 'conversation_id')],
  }
}
