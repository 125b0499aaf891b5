import { ownLimits } from '../../../contract/limits.ts'
import { ApiError } from '../../world/api-error.ts'
import type { World } from '../../world/world.ts'
import type { Caller, PipelineContext } from '../request-context.ts'
import { ownRecordsOf } from './expression-scope.ts'
import { missingOwnRecord } from './missing-record.ts'
import { ownRecordKey, type OwnRecord } from '../own-records/own-index.ts'
import type { OwnRecords, RecordFamily } from '../own-records/own-records.ts'

/** The records that an operation may use: those of the caller, those the caller sees, or all. */
type RecordReach = 'owner' | 'visible' | 'all'

/** How an operation uses a record. */
export type RecordUse = {
  readonly isChange: boolean
  /** Whether the method is GET. By default, a GET may name all records that the caller sees. */
  readonly isRead: boolean
  readonly reach?: RecordReach | undefined
  /** The error code for a missing record. */
  readonly missing?: string | null | undefined
}

/**
 * Finds a record of a family. Throws `ApiError` if the caller may not read or may not change it.
 */
export function findOwnRecord(
  context: PipelineContext,
  family: RecordFamily,
  id: string,
  { isChange: changes, reach, missing = family.missing }: Omit<RecordUse, 'isRead'>,
): OwnRecord {
  const parents = Object.entries(context.params).filter(([field]) =>
    Object.hasOwn(family.within ?? {}, field),
  )
  const record = ownRecordsOf(context.world, family).findByKey(id, parents)
  const { name, others = 'missing' } = family
  const place = { table: 'own-records', key: ownRecordKey(name, id) }
  const isMissing = () => missingOwnRecord(name, id, missing)
  if (record === undefined) throw isMissing()
  if (reach === 'all' || isOwnRecord(context, record)) return record
  if (reach === 'visible' && (others === 'readable' || others === 'shared')) return record
  if (reach !== undefined || others === 'missing') throw isMissing()
  if (others === 'forbidden' || (others === 'readable' && changes))
    throw new ApiError('not-permitted', 'This belongs to someone else.', { place })
  return record
}

/** Whether a record belongs to the caller, or has no owner. */
export const isOwnRecord = (
  { knownCaller }: Pick<PipelineContext, 'knownCaller'>,
  { user_id }: OwnRecord,
): boolean => user_id === null || user_id === undefined || user_id === knownCaller?.user.id

/** The world and the caller of a request, or of an earlier request whose change was delayed. */
export type RecordCreator = {
  readonly world: World
  readonly knownCaller: Pick<Caller, 'user'> | undefined
}

/** Adds a record of the caller, with a new id or a given one. Throws if the collection is full. */
export function createOwnRecord(
  context: RecordCreator,
  family: RecordFamily,
  given: object,
  set: object = {},
  id?: string,
): OwnRecord {
  const records = ownRecordsOf(context.world, family)
  requireCollectionSpace(records, family, 1)
  const user = context.knownCaller?.user.id ?? null
  const draft = records.createDraft({ ...given, ...set }, user, id)
  return records.insert({ ...draft, ...set, id: draft.id })
}

/** Throws an `ApiError` if a collection has no space for `added` more records. */
export function requireCollectionSpace(
  { size }: OwnRecords,
  { name }: RecordFamily,
  added: number,
): void {
  const most = ownLimits.ownRecords
  if (size + added <= most) return
  throw new ApiError(
    'request-senseless',
    `\`${name}\` has ${size} records; the limit is ${most}. Delete some first.`,
  )
}
