import type * as z from 'zod/mini'
import { type ContractKind, contractKinds, kindRow, kindsByWord } from '../../../contract/kinds.ts'
import { recordSchemas } from '../../../contract/record-schemas.ts'
import { connectorAction } from '../../../contract/records/connector.ts'
import { pathOf, type RecordedExchange } from '../../../contract/exchange.ts'
import { decodeSegment } from '../../../contract/operations/path-table.ts'
import { operations } from '../../../contract/operations.ts'
import { isIdLike } from '../../replay/id-map.ts'

/** The kinds of records that an import reads; actions are in their connector. */
export type ImportedKind = ContractKind | 'actions'

export const importedKinds: readonly ImportedKind[] = [...contractKinds, 'actions']

/** The field with the records that an import fills itself. Recorded passwords are not imported. */
const filled: Partial<Record<ImportedKind, string>> = {
  users: 'password',
  documents: 'chunks',
  organizations: 'members',
  connectors: 'actions',
}

type Fields = Readonly<Record<string, z.ZodMiniType>>

const fieldsOf = (kind: ImportedKind): Fields => {
  const { shape } = kind === 'actions' ? connectorAction : (recordSchemas[kind] as z.ZodMiniObject)
  return Object.fromEntries(
    Object.entries(shape as unknown as Fields).filter(([name]) => name !== filled[kind]),
  )
}

/** The fields of the records that an import reads, by kind, with the limits of a fixture. */
export const recordFields = Object.fromEntries(
  importedKinds.map((kind) => [kind, fieldsOf(kind)]),
) as Readonly<Record<ImportedKind, Fields>>

/** The record that a record is part of, and the field with its id. */
export const parentOf = (
  kind: ImportedKind,
): { readonly field: string; readonly kind: ImportedKind } | undefined =>
  kind === 'actions' ? { field: 'connector_id', kind: 'connectors' } : kindRow(kind).parent

/** What a part of a path names: a kind of records, or a part of a record. */
export type PlaceKind = ImportedKind | 'chunks' | 'members' | 'tools'

/** A kind, and the kind that must stand before it in the path. */
type Name = { readonly kind: PlaceKind; readonly within?: PlaceKind | undefined }

const names: Readonly<Record<string, Name>> = {
  ...Object.fromEntries(
    Object.entries({ ...kindsByWord, actions: 'actions' } as const).map(([word, kind]) => [
      word,
      { kind, within: parentOf(kind)?.kind },
    ]),
  ),
  'workflow-runs': { kind: 'workflow_runs' },
  chunks: { kind: 'chunks', within: 'documents' },
  members: { kind: 'members', within: 'organizations' },
  tools: { kind: 'tools' },
}

/** The kind that a part of a path or the name of a list stands for, after one of another kind. */
export function kindNamed(text: string, before?: PlaceKind): PlaceKind | undefined {
  const name = text.toLowerCase().replaceAll('_', '-')
  const found = Object.hasOwn(names, name) ? names[name] : undefined
  return found?.within === undefined || found.within === before ? found?.kind : undefined
}

export const isImportedKind = (kind: string): kind is ImportedKind =>
  Object.hasOwn(recordFields, kind)

/** Other names under which deployments send a field of the contract, by kind; `*` for all. */
const aliases: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
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
  models: { name: ['model_name', 'model'], id: ['name', 'model_name'] },
  audit_log: { actor_id: ['admin_id', 'user_id'], actor_email: ['admin_username', 'email'] },
}

/** The names under which a field of a kind may come, its own name first. */
export const namesOfField = (kind: ImportedKind, field: string): readonly string[] => [
  field,
  ...(aliases[kind]?.[field] ?? aliases['*']?.[field] ?? []),
]

/** What the path of a request is about. */
export type Place = {
  readonly kind: PlaceKind
  /** The id after the kind. */
  readonly id: string | undefined
  /** The id of the record that it belongs to, such as the knowledge base of a document. */
  readonly parent: string | undefined
  /** The word after it, such as `fork` or `batch`. */
  readonly action: string | undefined
  /** Whether it is a view for administrators, which often has other fields. */
  readonly isAdmin: boolean
  /** Whether it is an operation of the contract that shows whole records. */
  readonly isWhole: boolean
}

/** Finds the last kind of records that a path names; `undefined` if it names none. */
export function placeOf(exchange: RecordedExchange): Place | undefined {
  const { operation } = exchange
  const parts = pathOf(exchange).split('/').map(decodeSegment)
  const template = operation === undefined ? [] : operations[operation].path.split('/')
  const isId = (at: number) => {
    const part = parts[at] ?? ''
    return template[at]?.startsWith('{') === true || isIdLike(part) || /^\d+$/.test(part)
  }
  let found: Place | undefined
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
      isWhole: operation !== undefined && (!parts.includes('admin') || kind === 'audit_log'),
    }
  }
  return found
}
