import type { StoredRecord } from '../../../contract/control/worlds.ts'
import { isRecordKind, type RecordKind, references } from '../../../contract/kinds.ts'

/** The label of a kind of records, and the names of the fields that a table shows. */
type KindDisplay = { readonly label: string; readonly fields?: readonly string[] }

const displayByKind: Readonly<Record<RecordKind, KindDisplay>> = {
  users: {
    label: 'Users',
    fields: ['email', 'display_name', 'is_admin', 'is_restricted', 'token_quota', 'created_at'],
  },
  api_keys: {
    label: 'API keys',
    fields: ['name', 'user_id', 'scopes', 'is_active', 'expires_at', 'created_at'],
  },
  conversations: {
    label: 'Conversations',
    fields: ['title', 'user_id', 'mode', 'agent_id', 'starred', 'total_tokens', 'updated_at'],
  },
  messages: { label: 'Messages', fields: ['content', 'role', 'conversation_id', 'created_at'] },
  transcripts: { label: 'Transcripts', fields: ['id', 'conversation_id', 'mode', 'events'] },
  confirmations: {
    label: 'Approvals',
    fields: ['tool_name', 'status', 'conversation_id', 'created_at', 'timeout_at'],
  },
  agents: {
    label: 'Agents',
    fields: ['name', 'description', 'user_id', 'is_active', 'visibility', 'updated_at'],
  },
  knowledge_bases: {
    label: 'Knowledge bases',
    fields: ['name', 'description', 'user_id', 'document_count', 'visibility', 'updated_at'],
  },
  documents: {
    label: 'Documents',
    fields: ['filename', 'kb_id', 'status', 'file_size', 'chunks', 'created_at'],
  },
  workflows: {
    label: 'Workflows',
    fields: ['name', 'description', 'user_id', 'status', 'updated_at'],
  },
  workflow_runs: {
    label: 'Workflow runs',
    fields: ['id', 'workflow_id', 'user_id', 'status', 'started_at', 'completed_at'],
  },
  connectors: {
    label: 'Connectors',
    fields: ['name', 'type', 'user_id', 'base_url', 'auth_type', 'visibility'],
  },
  mcp_servers: {
    label: 'MCP servers',
    fields: ['name', 'transport', 'user_id', 'url', 'is_active', 'visibility'],
  },
  credentials: { label: 'Credentials', fields: ['id', 'user_id', 'created_at'] },
  organizations: { label: 'Organizations', fields: ['name', 'description', 'members'] },
  channels: { label: 'Channels', fields: ['name', 'type', 'org_id', 'is_active', 'created_at'] },
  chats: { label: 'Channel chats', fields: ['name', 'type'] },
  audit_log: { label: 'Audit log', fields: ['action', 'actor_email', 'target_id', 'created_at'] },
  models: { label: 'Models', fields: ['display_name', 'provider', 'role', 'is_active'] },
  settings: {
    label: 'Settings',
    fields: ['id', 'maintenance_mode', 'registration_enabled', 'default_token_quota'],
  },
}

/** Returns the label and fields of a kind. A kind that a profile declares has no fields here. */
export const kindDisplay = (name: string): KindDisplay =>
  isRecordKind(name) ? displayByKind[name] : { label: name }

/** Sorts kinds in the order of the list above. Other kinds come last. */
export function sortKinds<Row extends { readonly kind: string }>(rows: readonly Row[]): Row[] {
  const names = Object.keys(displayByKind)
  const rank = ({ kind }: Row) => (names.includes(kind) ? names.indexOf(kind) : names.length)
  return rows.toSorted((a, b) => rank(a) - rank(b))
}

/** Returns the kind of record that a field refers to by its id; `undefined` for other fields. */
export const referencedKind = (field: string): string | undefined => references[field]

/** Returns a readable name of a record, such as its title; the id if the record has no name. */
export function recordName(kind: string, record: StoredRecord): string {
  const [field = 'name'] = kindDisplay(kind).fields ?? []
  return String(record[field] || record.id)
}
