import type * as z from 'zod/mini'
import { fixture } from '../../../contract/fixture.ts'
import { connectorAction } from '../../../contract/records/connector.ts'

const { shape } = fixture

type Fields = Readonly<Record<string, z.ZodMiniType>>

const fieldsOf = (list: z.ZodMiniArray<z.ZodMiniObject>): Fields =>
  list.def.element.shape as unknown as Fields

/** Fields that an import fills itself. */
const without = (fields: Fields, ...names: readonly string[]): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)))

/** The fields of the records that an import reads, by kind, with the limits of a fixture. */
export const recordFields = {
  // Recorded passwords are not imported.
  users: without(fieldsOf(shape.users), 'password'),
  api_keys: fieldsOf(shape.api_keys),
  agents: fieldsOf(shape.agents),
  knowledge_bases: fieldsOf(shape.knowledge_bases),
  documents: without(fieldsOf(shape.documents), 'chunks'),
  conversations: fieldsOf(shape.conversations),
  messages: fieldsOf(shape.messages),
  organizations: without(fieldsOf(shape.organizations), 'members'),
  connectors: without(fieldsOf(shape.connectors), 'actions'),
  actions: connectorAction.shape as unknown as Fields,
  mcp_servers: fieldsOf(shape.mcp_servers),
  channels: fieldsOf(shape.channels),
  confirmations: shape.confirmations.def.innerType.def.element.shape as unknown as Fields,
  workflows: fieldsOf(shape.workflows),
  workflow_runs: fieldsOf(shape.workflow_runs),
  audit_log: fieldsOf(shape.audit_log),
  models: fieldsOf(shape.models),
} as const

export type ImportedKind = keyof typeof recordFields

/** What a part of a path names: a kind of records, or a part of a record. */
export type PlaceKind = ImportedKind | 'chunks' | 'members' | 'tools'

/** A kind, and the kind that must stand before it in the path. */
type Name = { readonly kind: PlaceKind; readonly within?: PlaceKind }

const names: Readonly<Record<string, Name>> = {
  users: { kind: 'users' },
  'api-keys': { kind: 'api_keys' },
  keys: { kind: 'api_keys' },
  agents: { kind: 'agents' },
  'knowledge-bases': { kind: 'knowledge_bases' },
  kbs: { kind: 'knowledge_bases' },
  documents: { kind: 'documents', within: 'knowledge_bases' },
  chunks: { kind: 'chunks', within: 'documents' },
  conversations: { kind: 'conversations' },
  messages: { kind: 'messages', within: 'conversations' },
  orgs: { kind: 'organizations' },
  organizations: { kind: 'organizations' },
  members: { kind: 'members', within: 'organizations' },
  connectors: { kind: 'connectors' },
  actions: { kind: 'actions', within: 'connectors' },
  'mcp-servers': { kind: 'mcp_servers' },
  channels: { kind: 'channels' },
  confirmations: { kind: 'confirmations' },
  workflows: { kind: 'workflows' },
  runs: { kind: 'workflow_runs', within: 'workflows' },
  'workflow-runs': { kind: 'workflow_runs' },
  'audit-log': { kind: 'audit_log' },
  'audit-logs': { kind: 'audit_log' },
  models: { kind: 'models' },
  tools: { kind: 'tools' },
}

/** The kind that a part of a path or the name of a list stands for, after one of another kind. */
export function kindNamed(text: string, before?: PlaceKind): PlaceKind | undefined {
  const name = text.toLowerCase().replaceAll('_', '-')
  const found = Object.hasOwn(names, name) ? names[name] : undefined
  return found?.within === undefined || found.within === before ? found?.kind : undefined
}

export const isRecordKind = (kind: string): kind is ImportedKind =>
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

/** The kind of records that a field with an id refers to. */
export const references: Readonly<Record<string, ImportedKind>> = {
  user_id: 'users',
  created_by: 'users',
  reviewed_by: 'users',
  approver_user_id: 'users',
  actor_id: 'users',
  owner_id: 'users',
  invited_by: 'users',
  agent_id: 'agents',
  default_agent_id: 'agents',
  org_id: 'organizations',
  kb_id: 'knowledge_bases',
  kb_ids: 'knowledge_bases',
  connector_id: 'connectors',
  connector_ids: 'connectors',
  mcp_server_ids: 'mcp_servers',
  conversation_id: 'conversations',
  workflow_id: 'workflows',
  approval_channel_id: 'channels',
}
