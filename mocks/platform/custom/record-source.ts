import type { StoredRecord } from '../../../contract/control/worlds.ts'
import type { JsonObject } from '../../../contract/json.ts'
import { encodeBase64 } from '../../../contract/base64.ts'
import { ownLimits } from '../../../contract/limits.ts'
import type { Families, Family } from '../../../contract/profile/own-operations.ts'
import { type ContractKind, isContractKind } from '../../../contract/kinds.ts'
import { collectionOf } from '../../world/store.ts'
import type { World } from '../../world/world.ts'
import { hasAccess, recordForExpressions } from '../records/contract-kinds.ts'
import { changeContractRecord, createContractRecord } from '../records/contract-records.ts'
import { deleteWithParts } from './delete-parts.ts'
import { withKeptFields } from '../kept-fields.ts'
import { resumeReview } from '../workflows/approvals.ts'
import type { PipelineContext, UploadedFile } from '../request-context.ts'
import { ownRecordsOf } from './expression-scope.ts'
import { missingContractRecord } from './missing-record.ts'
import { moveNestedRecords } from './move-parts.ts'
import { createOwnRecord, findOwnRecord, type RecordCreator, type RecordUse } from './own-access.ts'
import { recordFamilyOfKind } from '../own-records/own-record-family.ts'
import { createIdConverter, type RecordFamily } from '../own-records/own-records.ts'
import { OwnFiles } from '../own-records/own-file-bytes.ts'

/** Reads and changes the records of one kind: a kind of the contract, or a family of a profile. */
export type RecordSource = {
  /** The record. Throws an `ApiError` if the caller has no access to it. */
  find(context: PipelineContext, id: string, use: RecordUse): StoredRecord
  /** The record for any caller; `undefined` if it does not exist. */
  get(world: World, id: string): StoredRecord | undefined
  /** The record as expressions see it. */
  forExpressions(record: StoredRecord, world: World): JsonObject
  /** A new record as its creator sees it. Only this response contains the value of an API key. */
  forCreator(world: World, record: StoredRecord): object
  change(world: World, record: StoredRecord, changes: JsonObject): StoredRecord
  /** Adds a record. In a family of files, `file` becomes its content. */
  create(context: PipelineContext, fields: JsonObject, file?: UploadedFile): StoredRecord
  /** Adds a record as a side effect. If the collection is full, its oldest record is deleted. */
  append(creator: RecordCreator, fields: JsonObject, file?: UploadedFile): StoredRecord
  remove(world: World, id: string): void
}

/** Returns the record source for a kind that a profile names. */
export function recordSource(families: Families, kind: string): RecordSource {
  if (isContractKind(kind)) return contractSource(kind)
  const family = recordFamilyOfKind({ operations: families }, kind)
  if (family === undefined) throw new Error(`There is no kind ${kind}.`)
  return familySource(family, families)
}

const familySource = (family: RecordFamily, families: Families): RecordSource => ({
  find: (context, id, use) => findOwnRecord(context, family, id, use),
  get: (world, id) => ownRecordsOf(world, family).findByKey(id),
  forExpressions: createIdConverter(family),
  forCreator: (_, record) => createIdConverter(family)(record),
  change(world, record, changes) {
    const dated = family.record['updated_at'] === undefined ? {} : { updated_at: world.clock.iso() }
    const { id } = record
    const changed = ownRecordsOf(world, family).insert({ ...record, ...dated, ...changes, id })
    moveNestedRecords(world, families, family.name, record, changed)
    resumeReview(world, id)
    return changed
  },
  create: (context, fields, file) => createWithFile(context, family, fields, file),
  append(creator, fields, file) {
    const records = ownRecordsOf(creator.world, family)
    if (records.size >= ownLimits.ownRecords) records.deleteOldest()
    return createWithFile(creator, family, fields, file)
  },
  remove(world, id) {
    const records = ownRecordsOf(world, family)
    const record = records.get(id)
    records.delete(id)
    if (record !== undefined) moveNestedRecords(world, families, family.name, record)
  },
})

function createWithFile(
  creator: RecordCreator,
  family: RecordFamily,
  fields: JsonObject,
  file?: UploadedFile,
): StoredRecord {
  const isStored = family.contents !== undefined && file !== undefined
  const files = new OwnFiles(creator.world)
  if (isStored) files.requireSpace(file.bytes.length)
  const record = createOwnRecord(creator, family, {}, fields)
  if (isStored) files.set(family.name, record.id, encodeBase64(file.bytes))
  return record
}

const contractSource = (kind: ContractKind): RecordSource => ({
  append({ world, knownCaller }, fields) {
    return createContractRecord(world, kind, fields, knownCaller?.user)
  },
  find(context, id, { isRead, reach = isRead ? 'visible' : 'owner', missing }) {
    const { world, knownCaller } = context
    const record = collectionOf(world.store, kind).get(id)
    const user = knownCaller?.user.id ?? ''
    if (record !== undefined && (reach === 'all' || hasAccess(world, kind, record, user, reach)))
      return record
    throw missingContractRecord(kind, id, missing)
  },
  get: (world, id) => collectionOf(world.store, kind).get(id),
  forExpressions: (record, world) =>
    withKeptFields(world, recordForExpressions(world, kind, record)),
  forCreator: (world, record) => ({
    ...recordForExpressions(world, kind, record),
    ...(kind === 'api_keys' && { key: world.keyring.valueOf(record.id) }),
  }),
  change: (world, record, changes) => changeContractRecord(world, kind, record, changes),
  create: ({ world, knownCaller }, fields) =>
    createContractRecord(world, kind, fields, knownCaller?.user),
  remove: (world, id) => void deleteWithParts(world, kind, id),
})

/**
 * Creates a function that finds the parent records of a request: `fields` has their ids, and `last`
 * is the innermost parent. It throws an `ApiError` if one is missing.
 */
export function createParentFinder(
  families: Families,
  { within = {}, admin }: Pick<Family, 'admin'> & { within?: JsonObject | undefined },
) {
  const parameters = Object.entries(within)
  return (context: PipelineContext) => {
    let last: object = {}
    const fields = parameters.map(([parameter, kind]) => {
      const id = context.params[parameter] ?? ''
      const source = recordSource(families, String(kind))
      const reach = admin === true ? ('all' as const) : undefined
      const use = { isChange: false, isRead: true, reach }
      last = source.forExpressions(source.find(context, id, use), context.world)
      return [parameter, id] as const
    })
    return { fields: Object.fromEntries(fields) as Readonly<Record<string, string>>, last }
  }
}
