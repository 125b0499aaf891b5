import { pageOf } from '../platform/paginate.ts'
import { nearestHint } from '../../contract/nearest.ts'
import {
  isRecordKind,
  type RecordKind,
  recordKinds,
  isContractKind,
  kinds,
} from '../../contract/kinds.ts'
import type { Collection } from '../world/collection.ts'
import { collectionOf } from '../world/store.ts'
import { resumeDecided } from '../platform/approvals/decide-approval.ts'
import { keepTurns } from '../platform/conversations/conversation-records.ts'
import { refreshBase } from '../platform/knowledge-bases/documents.ts'
import { searchIndexesOf } from '../platform/knowledge-bases/search-indexes.ts'
import type { World } from '../world/world.ts'
import { ControlError, unknownNameError, parseInput, errorAt } from './control-error.ts'
import type { ControlFunctions } from './control-context.ts'
import { ownCollection, ownKinds } from './own-kinds.ts'
import { type DeletedPart, deleteParts, deleteWithParts } from '../platform/custom/delete-parts.ts'
import { hasTakenEmail, withDefaults } from '../platform/records/contract-records.ts'
import { recordSchemas } from '../../contract/record-schemas.ts'
import type {
  KindedRecords,
  RecordFilter,
  RecordPage,
  StoredRecord,
} from '../../contract/control/worlds.ts'
import type { JsonObject } from '../../contract/json.ts'
import { FixtureCompleter, recordDefaults } from '../platform/records/complete-records.ts'

type AnyCollection = Pick<
  Collection<StoredRecord, string>,
  'size' | 'get' | 'inCreationOrder' | 'update'
> & { insert(record: StoredRecord, content?: string): StoredRecord }

const recordsOf = (world: World, kind: string): AnyCollection =>
  isRecordKind(kind) ? collectionOf(world.store, kind) : ownCollection(world, kind)

function requireKind(world: World, name: string): string {
  const known = [...recordKinds, ...ownKinds(world)]
  if (known.includes(name)) return name
  throw unknownNameError('kind of record', name, known, 404)
}

/** Returns a page of the records of a kind, in the order of creation. Throws `ControlError`. */
function listRecords(world: World, kindName: string, filter: RecordFilter): RecordPage {
  const { owner, q, order = 'oldest' } = filter
  if (order !== 'oldest' && order !== 'newest')
    throw new ControlError(422, '`order` must be `oldest` or `newest`.')
  const wanted = q?.toLowerCase()
  const user = world.store.users.inCreationOrder().find(({ email }) => email === owner)
  const records = recordsOf(world, requireKind(world, kindName))
    .inCreationOrder()
    .filter((record) => owner === undefined || refersToOwner(record, user?.id ?? owner))
    .filter((record) => !wanted || isFound(record, wanted))
  return pageOfFilter(order === 'newest' ? newestFirst(records) : records, filter)
}

/**
 * Whether the JSON of a record contains a text in lower case. The text may be JSON, such as
 * `"role":"user"`, or a part of a name or value, in which JSON escapes quotes and line breaks.
 */
function isFound(record: StoredRecord, wanted: string): boolean {
  const json = JSON.stringify(record).toLowerCase()
  return json.includes(wanted) || json.includes(JSON.stringify(wanted).slice(1, -1))
}

/** Sorts by `created_at`: the order of a fixture is arbitrary. Records without a date come last. */
export const newestFirst = (records: readonly StoredRecord[]): StoredRecord[] =>
  records.toReversed().toSorted((a, b) => createdAt(b) - createdAt(a))

const createdAt = ({ created_at: at }: StoredRecord): number => Date.parse(String(at)) || 0

const refersToOwner = (record: StoredRecord, owner: string) =>
  Object.entries(record).some(
    ([field, value]) => value === owner && (field.endsWith('_id') || field === 'created_by'),
  )

/** Returns a record as it is stored. Throws a `ControlError` 404. */
function readRecord(world: World, kindName: string, id: string): StoredRecord {
  const kind = requireKind(world, kindName)
  const collection = recordsOf(world, kind)
  const record = collection.get(id)
  if (record !== undefined) return record
  const ids = collection.inCreationOrder().map((one) => one.id)
  throw new ControlError(
    404,
    `There is no record \`${id}\` among the ${ids.length} ${kind}.${nearestHint(id, ids)}`,
  )
}

/**
 * Adds a record. Missing fields are added as in a fixture file: id, defaults and owner. Throws
 * `ControlError`.
 */
async function addRecord(world: World, kindName: string, input: unknown): Promise<StoredRecord> {
  const kind = requireKind(world, kindName)
  const given = requireFields(input)
  if (!isRecordKind(kind)) {
    const record = ownCollection(world, kind).create(given)
    insertNew(world, [{ kind, record }])
    return record
  }
  const identified = { id: world.random.id('record', kind), ...given }
  const made = recordSchemas[kind].safeParse(identified).success
    ? { record: identified, nestedRecords: [] }
    : completeRecord(world, kind, identified)
  const nested = made.nestedRecords.map((one) => ({
    kind: one.kind,
    record: checkRecord(one.kind, one.record),
  }))
  const record = checkRecord(kind, made.record)
  insertNew(world, [{ kind, record }, ...nested])
  recountBase(world, kind, record)
  return record
}

/** Inserts new records. Inserts none of them if the id or the email of one is already in use. */
function insertNew(world: World, records: KindedRecords['records']): void {
  const ids = new Set<string>()
  for (const { kind, record } of records) {
    const key = `${kind}/${record.id}`
    if (ids.has(key) || recordsOf(world, kind).get(record.id) !== undefined)
      throw new ControlError(409, `The kind ${kind} already has a record \`${record.id}\`.`)
    ids.add(key)
    requireFreeEmail(world, kind, record)
  }
  for (const { kind, record } of records) {
    recordsOf(world, kind).insert(record)
    updateDependentData(world, kind, record)
  }
}

/** Throws if another user has the email: a login could not tell the two users apart. */
function requireFreeEmail(
  world: World,
  kind: string,
  record: StoredRecord,
  users?: readonly StoredRecord[],
): void {
  if (hasTakenEmail(world, kind, record, users))
    throw new ControlError(409, `Another user has the email \`${String(record['email'])}\`.`)
}

/** Changes fields, without the side effects that the platform has. Throws `ControlError`. */
async function changeRecord(
  world: World,
  kindName: string,
  id: string,
  input: unknown,
): Promise<StoredRecord> {
  const kind = requireKind(world, kindName)
  const change = requireFields(input)
  if ('id' in change && change['id'] !== id)
    throw new ControlError(422, 'The id of a record cannot change. Add a new record instead.')
  const old = readRecord(world, kindName, id)
  const merged = { ...old, ...change }
  const checked = isRecordKind(kind) ? checkRecord(kind, merged) : merged
  requireFreeEmail(world, kind, checked)
  const changed = recordsOf(world, kind).update(old, checked)
  updateDependentData(world, kind, changed, old)
  recountBase(world, kind, old)
  recountBase(world, kind, changed)
  return changed
}

/**
 * Deletes a record and the records that belong to it. Returns the deleted and the changed records,
 * in their state before the deletion. Throws a `ControlError` 404.
 */
function removeRecord(world: World, kindName: string, id: string): KindedRecords {
  const record = readRecord(world, kindName, id)
  const kind = requireKind(world, kindName)
  if (kind === 'settings')
    throw new ControlError(409, 'The settings of a world cannot be deleted. Change them instead.')
  if (isRecordKind(kind)) {
    const parts: DeletedPart[] = []
    const replaced = recordsReplacedBy(world, () =>
      keepTurns(world, () => parts.push(...deleteWithParts(world, kind, id))),
    )
    return { records: [...replaced, ...parts] }
  }
  const own = ownCollection(world, kind)
  const content = own.contentOf(id)
  const parts = deleteParts(world, kind, record)
  own.delete(id)
  return { records: [{ kind, record, ...(content !== undefined && { content }) }, ...parts] }
}

/**
 * Runs `act`. Returns the records of contract kinds that it deleted or changed, in their earlier
 * state.
 */
function recordsReplacedBy(world: World, act: () => void): KindedRecords['records'] {
  const before = recordKinds.map(
    (kind) => [kind, recordsOf(world, kind).inCreationOrder()] as const,
  )
  act()
  return before.flatMap(([kind, records]) => {
    const collection = recordsOf(world, kind)
    // Records are frozen: a change creates a new object.
    const replaced = records.filter((record) => collection.get(record.id) !== record)
    return replaced.map((record) => ({ kind, record }))
  })
}

/**
 * Stores records of any kinds unchanged, or none of them if one is wrong. Throws `ControlError`.
 */
async function putRecords(world: World, { records }: KindedRecords): Promise<KindedRecords> {
  for (const { kind: name, record, content } of records) {
    const kind = requireKind(world, name)
    if (isRecordKind(kind)) checkRecord(kind, record)
    else checkOwnRecord(world, kind, record, content)
  }
  const users = usersAfter(world, records)
  for (const { kind, record } of records) requireFreeEmail(world, kind, record, users)
  for (const { kind, record, content } of records) {
    const collection = recordsOf(world, kind)
    const old = collection.get(record.id)
    if (old === undefined || isRecordKind(kind)) collection.insert(record, content)
    else collection.update(old, record)
    updateDependentData(world, kind, record, old)
  }
  return { records }
}

/** Lists the users that a world would have after these records were stored. */
function usersAfter({ store }: World, records: KindedRecords['records']): readonly StoredRecord[] {
  const stored = records.filter(({ kind }) => kind === 'users').map(({ record }) => record)
  const ids = new Set(stored.map(({ id }) => id))
  return [...store.users.inCreationOrder().filter(({ id }) => !ids.has(id)), ...stored]
}

/** Throws a `ControlError` if a record of the profile is wrong. */
function checkOwnRecord(world: World, kind: string, record: StoredRecord, content?: string): void {
  const own = ownCollection(world, kind)
  const old = own.get(record.id)
  if (old === undefined) own.checkDeleted(record, content)
  else own.changed(old, record)
}

function requireFields(input: unknown): Readonly<Record<string, unknown>> {
  if (typeof input === 'object' && input !== null && !Array.isArray(input))
    return input as Readonly<Record<string, unknown>>
  throw new ControlError(422, 'Send an object with fields, as in {"title": "Another"}.')
}

/**
 * Updates the counts of a document's knowledge base. `PUT records` stores the counts as they are.
 */
function recountBase(world: World, kind: string, { kb_id }: StoredRecord): void {
  if (kind === 'documents') refreshBase(world, String(kb_id))
}

function updateDependentData(world: World, kind: string, record: StoredRecord, old = record): void {
  if (kind === 'documents')
    for (const { kb_id } of [old, record]) searchIndexesOf(world).delete(String(kb_id))
  if (kind === 'api_keys') world.keyring.valueOf(record.id)
  const confirmation = kind === 'confirmations' && world.store.confirmations.get(record.id)
  if (confirmation) resumeDecided(world, confirmation)
}

export const recordRoutes = {
  'GET records': ({ world }) => ({
    kinds: [...recordKinds, ...ownKinds(world)].map((kind) => ({
      kind,
      total: recordsOf(world, kind).size,
    })),
  }),
  'PUT records': ({ world, body }) => putRecords(world, body),
  'GET records/{kind}': ({ world, params, query }) =>
    listRecords(world, params.kind, {
      owner: query.get('owner') ?? undefined,
      q: query.get('q') ?? undefined,
      order: (query.get('order') ?? undefined) as RecordFilter['order'],
      page: Number(query.get('page') ?? 1),
      size: Number(query.get('size') ?? 20),
    }),
  'POST records/{kind}': ({ world, params, body }) => addRecord(world, params.kind, body),
  'GET records/{kind}/{id}': ({ world, params }) => readRecord(world, params.kind, params.id),
  'PATCH records/{kind}/{id}': ({ world, params, body }) =>
    changeRecord(world, params.kind, params.id, body),
  'DELETE records/{kind}/{id}': ({ world, params }) => removeRecord(world, params.kind, params.id),
} satisfies Partial<ControlFunctions>

/** Checks a record against the schema of its kind. Throws a `ControlError` with the path of the problem. */
function checkRecord(kind: RecordKind, record: Readonly<Record<string, unknown>>): StoredRecord {
  const schema = recordSchemas[kind]
  const known = 'shape' in schema ? Object.keys(schema.shape as object) : undefined
  for (const field of Object.keys(record))
    if (known?.includes(field) === false) throw unknownNameError(`field of ${kind}`, field, known)
  parseInput(schema, record, `The ${kind} were not changed.`)
  return record as StoredRecord
}

/** The default and the largest size of a page. */
const pageSizes = { default: 20, max: 1000 }

/** Returns the page of a list that a filter selects. Throws `ControlError`. */
function pageOfFilter<Item>(
  all: readonly Item[],
  { page = 1, size = pageSizes.default }: { page?: number | undefined; size?: number | undefined },
) {
  const whole = Number.isInteger(page) && Number.isInteger(size)
  if (whole && page >= 1 && size >= 1 && size <= pageSizes.max) return pageOf(all, page, size)
  throw new ControlError(
    422,
    `\`page\` must be an integer of at least 1, \`size\` an integer from 1 to ${pageSizes.max}.`,
  )
}

/** A complete record, and the records that were nested in it: documents and messages. */
type CompletedRecord = {
  readonly record: JsonObject
  readonly nestedRecords: readonly { readonly kind: RecordKind; readonly record: JsonObject }[]
}

/**
 * Completes a record as in a fixture file: adds defaults and the owner, and replaces names of other
 * records by their ids. Throws a `ControlError` for a name that no record of the world has.
 */
function completeRecord(world: World, kind: RecordKind, given: JsonObject): CompletedRecord {
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
