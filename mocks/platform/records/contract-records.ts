import type { StoredRecord } from '../../../contract/control/worlds.ts'
import { isObject, type JsonObject, mapFields } from '../../../contract/json.ts'
import { newAction, newRecords } from '../../../contract/new-records.ts'
import { recordSchemas } from '../../../contract/record-schemas.ts'
import { toMoment } from '../../../contract/canonical-date.ts'
import { type ContractKind, kindProperties } from '../../../contract/kinds.ts'
import type { StoredUser } from '../../../contract/records/user.ts'
import { ApiError } from '../../world/api-error.ts'
import { collectionOf } from '../../world/store.ts'
import type { World } from '../../world/world.ts'
import { refreshBase } from '../knowledge-bases/documents.ts'
import { splitText } from '../knowledge-bases/split-text.ts'
import { recordForExpressions } from './contract-kinds.ts'
import { shorten } from '../../../contract/shorten.ts'

/** A record that does not fit the schema of its kind. The message names the field. */
export class InvalidRecordError extends Error {
  override readonly name = 'InvalidRecordError'
  /** The wrong field and its value; undefined if the record has an unknown field. */
  readonly field: { readonly name: string; readonly value: unknown } | undefined

  constructor(message: string, field?: InvalidRecordError['field']) {
    super(message)
    this.field = field
  }
}

/** The fields of a new record that depend on its creator and on its other fields. */
function derivedFields(
  world: World,
  kind: ContractKind,
  given: JsonObject,
  user: StoredUser | undefined,
) {
  const id = user?.id ?? null
  switch (kind) {
    case 'users':
      return { username: String(given['email'] ?? '').replace(/@.*/, '') }
    case 'organizations':
      return {
        members: id === null ? [] : [{ user_id: id, role: 'owner', joined_at: world.clock.iso() }],
      }
    case 'audit_log':
      return { actor_id: id, actor_email: user?.email ?? null }
    case 'models':
      return { display_name: given['name'] }
    case 'documents':
      return documentFields(world, given)
    default: {
      const { owner } = kindProperties(kind)
      return owner === undefined ? {} : { [owner]: id }
    }
  }
}

/** The size, the type and the chunks of a document, from its `content`. */
function documentFields(world: World, { kb_id, filename, content }: JsonObject): JsonObject {
  const base = world.store.knowledgeBases.get(String(kb_id))
  const text = typeof content === 'string' ? content : ''
  return {
    file_size: new TextEncoder().encode(text).length,
    file_type: /\.([^.]+)$/.exec(String(filename))?.[1]?.toLowerCase() ?? 'txt',
    ...(base !== undefined && {
      chunks: splitText(text, base).map((part) => ({
        id: world.random.id('chunk', base.id),
        content: part,
      })),
    }),
  }
}

/**
 * Returns a connector whose actions have its id. New actions, which have no id, get an id and the
 * default fields.
 */
function withCompleteActions(world: World, connector: JsonObject): JsonObject {
  const { id: connector_id, actions } = connector
  if (!Array.isArray(actions)) return connector
  const complete = (action: JsonObject) => ({
    ...(!action['id'] && { ...newAction, created_at: world.clock.iso() }),
    ...action,
    id: action['id'] || world.random.id('connector-action', String(connector_id)),
    connector_id,
  })
  return { ...connector, actions: actions.map((one) => (isObject(one) ? complete(one) : one)) }
}

/**
 * Adds a record of the contract with the defaults of its kind. Its owner is `user`, unless the
 * record names one. Throws `InvalidRecordError`, or `ApiError` 409 if the email or id is in use.
 */
export function createContractRecord(
  world: World,
  kind: ContractKind,
  given: JsonObject,
  user: StoredUser | undefined,
): StoredRecord {
  const { content } = given
  const record = withDefaults(world, kind, given, user)
  if (kind === 'documents' && content !== undefined && typeof content !== 'string')
    throw new InvalidRecordError('the field `content` of documents must be a text')
  const known = requireValid(world, kind, record)
  if (
    collectionOf(world.store, kind).get(known.id) !== undefined ||
    hasTakenEmail(world, kind, known)
  )
    throw keyConflict(kind)
  const created = collectionOf(world.store, kind).insert(known)
  updateDependentData(world, kind, created)
  return created
}

/** Whether a record is a user with the email of another user. */
export const hasTakenEmail = (
  { store }: World,
  kind: string,
  record: StoredRecord,
  users: readonly StoredRecord[] = store.users.inCreationOrder(),
): boolean =>
  kind === 'users' && users.some(({ id, email }) => id !== record.id && email === record['email'])

const keyConflict = (kind: ContractKind) =>
  new ApiError(
    'state-conflict',
    `One of the ${kind} already has this id or email. Send another one.`,
  )

/** A new record with the defaults of its kind. Its owner is `user`, unless the record names one. */
export function withDefaults(
  world: World,
  kind: ContractKind,
  given: JsonObject,
  user: StoredUser | undefined,
): JsonObject & { readonly id: unknown } {
  const { content: _text, ...fields } = given
  return {
    id: world.random.id('record', kind),
    ...newRecords[kind],
    created_at: world.clock.iso(),
    ...derivedFields(world, kind, given, user),
    ...(kind === 'documents' ? fields : given),
  }
}

/**
 * Changes fields of a record of the contract. A field stays unchanged if its new value equals the
 * value that expressions see: `***` must not replace a secret. Throws an `InvalidRecordError`, or an
 * `ApiError` 409 if another user has the email.
 */
export function changeContractRecord(
  world: World,
  kind: ContractKind,
  record: StoredRecord,
  changes: JsonObject,
): StoredRecord {
  const shown = recordForExpressions(world, kind, record)
  const changed = Object.entries(changes).filter(
    ([field, value]) => field !== 'id' && JSON.stringify(value) !== JSON.stringify(shown[field]),
  )
  if (changed.length === 0) return record
  const dated = 'updated_at' in record ? { updated_at: world.clock.iso() } : {}
  const after = requireValid(world, kind, { ...record, ...dated, ...Object.fromEntries(changed) })
  if (hasTakenEmail(world, kind, after)) throw keyConflict(kind)
  const next = collectionOf(world.store, kind).update(record, after)
  updateDependentData(world, kind, next, record)
  return next
}

function requireValid(world: World, kind: ContractKind, given: JsonObject): StoredRecord {
  const record = withCanonicalDates(
    kind === 'connectors' ? withCompleteActions(world, given) : given,
  )
  const schema = recordSchemas[kind]
  const known = 'shape' in schema ? Object.keys(schema.shape as object) : Object.keys(record)
  for (const field of Object.keys(record))
    if (!known.includes(field))
      throw new InvalidRecordError(
        `the field \`${field}\` of ${kind} is unknown; use ${known.join(', ')}`,
      )
  const read = schema.safeParse(record)
  if (!read.success) {
    const [issue] = read.error.issues
    const name = String(issue?.path[0])
    const value = record[name]
    throw new InvalidRecordError(
      `the field \`${issue?.path.join('.')}\` of ${kind} is ${quoteShort(value)}: ${issue?.message}`,
      { name, value },
    )
  }
  const { parent } = kindProperties(kind)
  if (parent !== undefined) {
    const id = String(record[parent.field])
    if (collectionOf(world.store, parent.kind).get(id) === undefined)
      throw new InvalidRecordError(
        `the field \`${parent.field}\` of ${kind} is \`${id}\`, which is not the id of one of the ${parent.kind}`,
        { name: parent.field, value: record[parent.field] },
      )
  }
  return record as StoredRecord
}

/** Clients send dates in any form of ISO 8601. Records store the canonical form. */
const withCanonicalDates = (record: JsonObject): JsonObject =>
  mapFields(record, (value, field) => {
    const moment = field.endsWith('_at') && typeof value === 'string' ? toMoment(value) : NaN
    return Number.isNaN(moment) ? value : new Date(moment).toISOString()
  })

const quoteShort = (value: unknown) =>
  value === undefined ? 'missing' : `\`${shorten(JSON.stringify(value), 60)}\``

/** Updates the data that depends on a changed record, such as the search index of a document. */
function updateDependentData(world: World, kind: string, record: StoredRecord, old = record): void {
  if (kind === 'api_keys') world.keyring.valueOf(record.id)
  if (kind !== 'documents') return
  for (const id of new Set([old['kb_id'], record['kb_id']])) refreshBase(world, String(id))
}
