import type * as z from 'zod/mini'
import {
  type ContractKind,
  contractKinds,
  kindProperties,
  kindsByWord,
} from '../../../contract/kinds.ts'
import { recordSchemas } from '../../../contract/record-schemas.ts'
import { connectorAction } from '../../../contract/records/connector.ts'
import { pathOf, type RecordedExchange } from '../../../contract/exchange.ts'
import { decodeSegment } from '../../../contract/operations/path-table.ts'
import { operations } from '../../../contract/operations.ts'
import { isIdLike, idText } from '../../replay/id-map.ts'
import { isObject, type JsonObject, mapFields, parseJson } from '../../../contract/json.ts'
import { bodyForm, findList as listInContent } from '../../../contract/body-form.ts'
import { canonicalDate } from '../../../contract/canonical-date.ts'

/** The kinds of records that an import reads. In the contract, actions belong to a connector. */
export type ImportedKind = ContractKind | 'actions'

export const importedKinds: readonly ImportedKind[] = [...contractKinds, 'actions']

/** Fields that an import sets itself. Recorded passwords are not imported. */
const fieldsSetByImport: Partial<Record<ImportedKind, string>> = {
  users: 'password',
  documents: 'chunks',
  organizations: 'members',
  connectors: 'actions',
}

type Fields = Readonly<Record<string, z.ZodMiniType>>

const fieldSchemasOf = (kind: ImportedKind): Fields => {
  const { shape } = kind === 'actions' ? connectorAction : (recordSchemas[kind] as z.ZodMiniObject)
  return Object.fromEntries(
    Object.entries(shape as unknown as Fields).filter(([name]) => name !== fieldsSetByImport[kind]),
  )
}

/** The schemas of the fields that an import reads by kind, with the limits of a fixture. */
export const recordFields = Object.fromEntries(
  importedKinds.map((kind) => [kind, fieldSchemasOf(kind)]),
) as Readonly<Record<ImportedKind, Fields>>

/** The parent kind of a record, and the field with the parent's id. */
export const parentOf = (
  kind: ImportedKind,
): { readonly field: string; readonly kind: ImportedKind } | undefined =>
  kind === 'actions' ? { field: 'connector_id', kind: 'connectors' } : kindProperties(kind).parent

/** The meaning of a path segment: a kind of records, or a part of a record. */
type PlaceKind = ImportedKind | 'chunks' | 'members' | 'tools'

/** A kind, and the kind that must come before it in the path. */
type PathWord = { readonly kind: PlaceKind; readonly within?: PlaceKind | undefined }

const kindsByPathWord: Readonly<Record<string, PathWord>> = {
  ...mapFields<ImportedKind, PathWord>({ ...kindsByWord, actions: 'actions' }, (kind) => ({
    kind,
    within: parentOf(kind)?.kind,
  })),
  'workflow-runs': { kind: 'workflow_runs' },
  chunks: { kind: 'chunks', within: 'documents' },
  members: { kind: 'members', within: 'organizations' },
  tools: { kind: 'tools' },
}

/** The kind that a path segment or a list name means. `before` is the previous kind in the path. */
function kindNamed(text: string, before?: PlaceKind): PlaceKind | undefined {
  const name = text.toLowerCase().replaceAll('_', '-')
  const found = Object.hasOwn(kindsByPathWord, name) ? kindsByPathWord[name] : undefined
  return found?.within === undefined || found.within === before ? found?.kind : undefined
}

export const isImportedKind = (kind: string): kind is ImportedKind =>
  Object.hasOwn(recordFields, kind)

/**
 * Other names of contract fields in deployments, by kind; `*` for all kinds. The contract's own
 * name is tried first, unless the list contains it.
 */
const fieldAliases: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  '*': {
    id: ['uuid', '_id'],
    user_id: ['owner_id', 'created_by', 'creator_id', 'author_id'],
    created_by: ['user_id', 'owner_id'],
    name: ['title', 'label', 'display_name'],
    title: ['name'],
  },
  users: { id: ['user_id'] },
  documents: { kb_id: ['knowledge_base_id'], filename: ['name', 'title'], file_size: ['size'] },
  confirmations: { id: ['confirmation_id'], user_id: ['approver_user_id'] },
  messages: { content: ['text'] },
  workflow_runs: { id: ['run_id'] },
  // If a model has `model_name`, its `name` is the display name.
  models: {
    name: ['model_name', 'name', 'model'],
    display_name: ['display_name', 'name'],
    id: ['name', 'model_name'],
  },
  audit_log: { actor_id: ['admin_id', 'user_id'], actor_email: ['admin_username', 'email'] },
}

/** The possible names of a field. The first one that a record has is used. */
function namesOfField(kind: ImportedKind, field: string): readonly string[] {
  const aliases = fieldAliases[kind]?.[field] ?? fieldAliases['*']?.[field] ?? []
  return aliases.includes(field) ? aliases : [field, ...aliases]
}

/** The record or list that a request's path names. */
export type RecordPlace = {
  readonly kind: PlaceKind
  /** The id that follows the kind in the path. */
  readonly id: string | undefined
  /** The id of the parent record, such as the knowledge base of a document. */
  readonly parent: string | undefined
  /** The path segment after the id, such as `fork` or `batch`. */
  readonly action: string | undefined
  /** Whether the path is for administrators, where records often have other fields. */
  readonly isAdmin: boolean
  /** Whether the path is an operation of the contract with complete records. */
  readonly isComplete: boolean
}

/** Finds the last kind of records that a path names; `undefined` if it names none. */
export function placeOf(exchange: RecordedExchange): RecordPlace | undefined {
  const { operation } = exchange
  const parts = pathOf(exchange).split('/').map(decodeSegment)
  const template = operation === undefined ? [] : operations[operation].path.split('/')
  const isId = (at: number) => {
    const part = parts[at] ?? ''
    return template[at]?.startsWith('{') === true || isIdLike(part) || /^\d+$/.test(part)
  }
  let found: RecordPlace | undefined
  for (const [at, part] of parts.entries()) {
    const kind = kindNamed(part, found?.kind)
    if (kind === undefined || isId(at)) continue
    const id = isId(at + 1) ? parts[at + 1] : undefined
    found = {
      kind,
      id,
      parent: found?.id,
      action: parts[at + (id === undefined ? 1 : 2)] || undefined,
      isAdmin: parts.includes('admin'),
      isComplete: operation !== undefined && (!parts.includes('admin') || kind === 'audit_log'),
    }
  }
  return found
}

/** A record that was found in a recorded response. */
export type FoundRecord = {
  readonly kind: ImportedKind
  readonly id: string
  readonly raw: JsonObject
  /** Whether all fields of the record are shown, so that unknown fields belong to the record. */
  readonly isComplete: boolean
}

/** The list in a response: the content, the items of a page, or a field with the kind's name. */
export function findListIn(content: unknown, kind: PlaceKind): readonly unknown[] | undefined {
  const keys = isObject(content) ? Object.keys(content) : []
  return listInContent(
    content,
    keys.filter((name) => kindNamed(name) === kind),
  )?.items
}

/** Path segments after a kind that mean the creation of a record. */
const creationWords = /^(create|new|add|upload)$/

/** Actions on a record whose response is another, new record. */
const copyingActions = /^(fork|duplicate|copy|clone|import)$/

/** Finds the records in a success response. */
export function findRecords(place: RecordPlace | undefined, body: unknown): readonly FoundRecord[] {
  const { content } = bodyForm(body)
  const found = place === undefined ? [] : recordsAtPlace(place, content)
  return [...found, ...found.flatMap(nestedRecords), ...recordsInNamedFields(content, found)]
}

function recordsAtPlace(place: RecordPlace, content: unknown): readonly FoundRecord[] {
  const { kind, id, action, isComplete } = place
  if (!isImportedKind(kind)) return []
  // The response to a batch contains the runs that the batch started.
  if (kind === 'workflows' && action === 'batch-run' && isObject(content))
    return [content['results']].flat().flatMap((raw) => {
      const run = isObject(raw) ? { ...raw, workflow_id: id } : raw
      return toFoundRecords('workflow_runs', run, false)
    })
  const list = id === undefined ? findListIn(content, kind) : undefined
  if (list !== undefined)
    return action === undefined ? list.flatMap((raw) => toFoundRecords(kind, raw, isComplete)) : []
  if (!isObject(content)) return []
  const isNew = id === undefined && creationWords.test(action ?? '')
  const [single] = toFoundRecords(kind, content, isComplete && (action === undefined || isNew))
  if (single === undefined || (id === undefined && action !== undefined && !isNew)) return []
  if (id === undefined || single.id === id) return [single]
  return action !== undefined && copyingActions.test(action) ? [{ ...single, isComplete }] : []
}

function toFoundRecords(
  kind: ImportedKind,
  raw: unknown,
  isComplete: boolean,
): readonly FoundRecord[] {
  const id = isObject(raw) ? idOf(kind, raw) : undefined
  return isObject(raw) && id !== undefined ? [{ kind, id, raw, isComplete }] : []
}

/** The records inside a record: messages of a conversation, actions of a connector. */
const nestedRecords = ({ kind, id, raw, isComplete }: FoundRecord): readonly FoundRecord[] =>
  importedKinds.flatMap((inner) => {
    const parent = parentOf(inner)
    const list = raw[inner]
    if (parent?.kind !== kind || !Array.isArray(list)) return []
    return list.flatMap((one) =>
      isObject(one) ? toFoundRecords(inner, { ...one, [parent.field]: id }, isComplete) : [],
    )
  })

/** The names of fields whose objects contain data of a user. */
const userNames = /^(user|account|profile|me)$/

/** Finds records in fields with the name of a kind, such as `user` in a response to a sign-in. */
function recordsInNamedFields(
  content: unknown,
  foundRecords: readonly FoundRecord[],
): readonly FoundRecord[] {
  if (!isObject(content) || foundRecords.length > 0) return []
  return Object.entries(content).flatMap(([name, value]) => {
    if (userNames.test(name) && isObject(value)) return findUser(value, name === 'user')
    const kind = kindNamed(name)
    if (!Array.isArray(value) || kind === undefined || !isImportedKind(kind)) return []
    const found = value.flatMap((raw) => toFoundRecords(kind, raw, false))
    return [...found, ...found.flatMap(nestedRecords)]
  })
}

/** Reads a user from the response to a sign-in or to `me`. */
export function findUser(raw: unknown, isWhole = true): readonly FoundRecord[] {
  const isUser =
    isObject(raw) && typeof raw['email'] === 'string' && raw['access_token'] === undefined
  return isUser ? toFoundRecords('users', raw, isWhole) : []
}

/** A recorded record in the form of a fixture. */
type FittedRecord = {
  /** The fields of the contract, in the contract's form. */
  readonly fields: JsonObject
  /** The fields that the contract lacks. */
  readonly extraFields: JsonObject
  /** Fields whose recorded values the contract does not allow. */
  readonly misfits: readonly { readonly field: string; readonly value: unknown }[]
}

/** Fields in responses that depend on the caller or are computed. */
const computedFields =
  /^(source|is_current|my_has_credentials|tool_count|total_runs|last_run_at|success_rate|key|api_key|key_prefix|last_used_at|total_requests|member_count|password|has_(connector|agent|conversation)|messages|actions|members|chunks|documents|callback_url)$/

/** Converts a recorded record to the form of the contract. */
export function fitRecord(kind: ImportedKind, raw: JsonObject): FittedRecord {
  const schemas: Readonly<Record<string, z.ZodMiniType>> = recordFields[kind]
  const fields: Record<string, unknown> = {}
  const misfits: { field: string; value: unknown }[] = []
  for (const [field, schema] of Object.entries(schemas)) {
    const name = namesOfField(kind, field).find(
      (one) => raw[one] !== undefined && raw[one] !== null,
    )
    const value = name === undefined ? raw[field] : raw[name]
    if (value === undefined) continue
    const fitted = possibleForms(field, value).find((form) => schema.safeParse(form).success)
    if (fitted !== undefined) fields[field] = fitted
    else if (value !== null) misfits.push({ field, value })
  }
  const extraFields = Object.fromEntries(
    Object.entries(raw)
      .filter(([name]) => !Object.hasOwn(schemas, name) && !computedFields.test(name))
      .map(([name, value]) => [name, withCanonicalDates(value, name)]),
  )
  return { fields, extraFields, misfits }
}

/** The forms in which a value may fit the contract, the recorded form first. */
function possibleForms(field: string, value: unknown): readonly unknown[] {
  if (/(^|_)at$/.test(field)) {
    const date = canonicalDate(value)
    return date === undefined ? [value] : [date]
  }
  if (typeof value === 'number')
    return [
      value,
      String(value),
      Math.round(value),
      ...(value === 0 || value === 1 ? [value === 1] : []),
    ]
  if (typeof value === 'string' && /^-?\d+$/.test(value)) return [value, Number(value)]
  if (typeof value === 'string' && /^[[{]/.test(value)) return [value, parseJson(value)]
  if (value === 'true' || value === 'false') return [value, value === 'true']
  // Some deployments send scopes as a list instead of a text.
  if (Array.isArray(value) && value.every((item) => typeof item === 'string'))
    return [value, value.join(',')]
  if (Array.isArray(value)) return [value.map((item) => (isObject(item) ? item : String(item)))]
  return [value]
}

/** Converts dates in a value to the form of the contract, so that a world can shift them. */
function withCanonicalDates(value: unknown, name = ''): unknown {
  if (typeof value === 'string')
    return name.endsWith('_at') ? (canonicalDate(value) ?? value) : value
  if (Array.isArray(value)) return value.map((item) => withCanonicalDates(item))
  if (!isObject(value)) return value
  return mapFields(value, withCanonicalDates)
}

/** The id of a recorded record as text. */
export function idOf(kind: ImportedKind, raw: JsonObject): string | undefined {
  for (const name of namesOfField(kind, 'id')) {
    const id = idText(raw[name])
    if (id !== undefined) return id
  }
  return undefined
}

/** A short name for a record without a name. */
export const shortId = (id: string): string => (isIdLike(id) ? id.slice(0, 8) : id)
