import type { Condition } from './errors.ts'

type Parent = {
  readonly field: string
  readonly kind: 'conversations' | 'knowledge_bases' | 'workflows'
}

/** The properties of a kind of records. `fixture.ts` has the schema of each kind. */
type Kind = {
  /** The noun for one record of the kind, in messages. */
  readonly name: string
  /** The kind's name in operations that load a record. */
  readonly resource?: string
  /** The error code that these operations send with 404 if the record does not exist. */
  readonly code?: string
  /** The error condition if the record does not exist; `resource-missing` by default. */
  readonly missing?: Condition
  /** The field by which people refer to a record, such as the email of a user. */
  readonly key?: 'name' | 'email'
  /** The field with the id of the user who has created a record. */
  readonly owner?: 'user_id' | 'created_by'
  /** The parent record: deleting the parent deletes the record, too. */
  readonly parent?: Parent
  /** The fields in records of other kinds that hold the id of a record of this kind. */
  readonly references?: readonly string[]
  /** Other words for the kind in paths, such as `kbs`. */
  readonly pathWords?: readonly string[]
  /** Set if operations and expressions of a profile cannot use the kind. */
  readonly isInternal?: true
}

/**
 * The kinds of records of a world, by their names in fixtures, snapshots and the control API. Other
 * tables by kind take their type from this table, so that the compiler reports a missing kind.
 */
export const kinds = {
  users: {
    name: 'user',
    resource: 'user',
    code: 'user_not_found',
    key: 'email',
    references: [
      'user_id',
      'created_by',
      'reviewed_by',
      'approver_user_id',
      'actor_id',
      'owner_id',
      'invited_by',
    ],
  },
  api_keys: {
    name: 'API key',
    resource: 'api-key',
    code: 'api_key_not_found',
    key: 'name',
    owner: 'user_id',
    pathWords: ['keys'],
  },
  agents: {
    name: 'agent',
    resource: 'agent',
    code: 'agent_not_found',
    key: 'name',
    owner: 'user_id',
    references: ['agent_id', 'default_agent_id'],
  },
  knowledge_bases: {
    name: 'knowledge base',
    resource: 'knowledge-base',
    code: 'kb_not_found',
    key: 'name',
    owner: 'user_id',
    references: ['kb_id', 'kb_ids'],
    pathWords: ['kbs'],
  },
  organizations: {
    name: 'organization',
    resource: 'organization',
    code: 'org_not_found',
    key: 'name',
    references: ['org_id'],
    pathWords: ['orgs'],
  },
  connectors: {
    name: 'connector',
    resource: 'connector',
    code: 'connector_not_found',
    key: 'name',
    owner: 'user_id',
    references: ['connector_id', 'connector_ids'],
  },
  mcp_servers: {
    name: 'MCP server',
    resource: 'mcp-server',
    code: 'mcp_server_not_found',
    key: 'name',
    owner: 'user_id',
    references: ['mcp_server_id', 'mcp_server_ids'],
  },
  credentials: { name: 'credentials', isInternal: true },
  channels: {
    name: 'channel',
    resource: 'channel',
    code: 'channel_not_found',
    key: 'name',
    owner: 'created_by',
    references: ['approval_channel_id', 'channel_id'],
  },
  chats: { name: 'chat', isInternal: true },
  documents: {
    name: 'document in this knowledge base',
    resource: 'document',
    code: 'document_not_found',
    parent: { field: 'kb_id', kind: 'knowledge_bases' },
  },
  conversations: {
    name: 'conversation',
    resource: 'conversation',
    code: 'conversation_not_found',
    missing: 'conversation-missing',
    owner: 'user_id',
    references: ['conversation_id'],
  },
  messages: {
    name: 'message',
    parent: { field: 'conversation_id', kind: 'conversations' },
    references: ['user_message_id', 'assistant_message_id'],
  },
  confirmations: {
    name: 'confirmation',
    resource: 'confirmation',
    code: 'confirmation_not_found',
    owner: 'user_id',
  },
  transcripts: { name: 'transcript', isInternal: true },
  workflows: {
    name: 'workflow',
    resource: 'workflow',
    code: 'workflow_not_found',
    key: 'name',
    owner: 'user_id',
    references: ['workflow_id'],
  },
  workflow_runs: {
    name: 'run of this workflow',
    resource: 'workflow-run',
    code: 'workflow_run_not_found',
    owner: 'user_id',
    parent: { field: 'workflow_id', kind: 'workflows' },
    pathWords: ['runs'],
  },
  audit_log: { name: 'entry of the audit log', pathWords: ['audit-logs'] },
  models: { name: 'model', key: 'name' },
  settings: { name: 'settings', isInternal: true },
} as const satisfies Readonly<Record<string, Kind>>

type Kinds = typeof kinds

/** The name of a kind of records. */
export type RecordKind = keyof Kinds

/** A kind of records of the contract, which operations and expressions of a profile can name. */
export type ContractKind = {
  [Name in RecordKind]: Kinds[Name] extends { readonly isInternal: true } ? never : Name
}[RecordKind]

const kindEntries = Object.entries(kinds) as unknown as readonly (readonly [RecordKind, Kind])[]

export const recordKinds: readonly RecordKind[] = kindEntries.map(([kind]) => kind)

export const isRecordKind = (name: string): name is RecordKind => Object.hasOwn(kinds, name)

export const contractKinds: readonly ContractKind[] = kindEntries.flatMap(
  ([kind, { isInternal }]) => (isInternal === true ? [] : [kind as ContractKind]),
)

export const isContractKind = (name: string): name is ContractKind =>
  (contractKinds as readonly string[]).includes(name)

/** Returns the kind of a family's records: its name, or `own_<name>` if `kinds` has this name. */
export const kindOfFamily = (name: string): string => (isRecordKind(name) ? `own_${name}` : name)

/** Returns the properties of a kind. The type is the same for all kinds. */
export const kindProperties = (kind: RecordKind): Kind & { readonly resource?: ResourceKind } =>
  kinds[kind]

/** The kind of record that an id field refers to, by the name of the field. */
export const references: Readonly<Record<string, ContractKind>> = Object.fromEntries(
  kindEntries.flatMap(([kind, row]) =>
    (row.references ?? []).map((field) => [field, kind as ContractKind]),
  ),
)

/** Maps words in paths, such as `knowledge-bases` and `kbs`, to kinds. */
export const kindsByWord: Readonly<Record<string, ContractKind>> = Object.fromEntries(
  contractKinds.flatMap((kind) =>
    [kind.replaceAll('_', '-'), ...(kindProperties(kind).pathWords ?? [])].map((word) => [
      word,
      kind,
    ]),
  ),
)

/** The kinds of records that operations load, by their name in operations. */
export type KindOfResource = {
  [
    K in ContractKind as Kinds[K] extends { readonly resource: infer R extends string } ? R : never
  ]: K
}

/** A resource that an operation loads: a record, or a part of a record. */
export type ResourceKind = keyof KindOfResource | 'connector-action' | 'member'

type Resource = {
  readonly name: string
  /** The error code that is sent with status 404 if the resource does not exist. */
  readonly missing: string
  /** The kind of the record; absent for a part of a record. */
  readonly kind?: ContractKind
}

/** The resources that operations load, by their name in operations. */
export const resourceKinds = {
  ...Object.fromEntries(
    kindEntries.flatMap(([kind, { resource, name, code }]) =>
      resource === undefined ? [] : [[resource, { name, missing: code, kind }]],
    ),
  ),
  'connector-action': { name: 'action of this connector', missing: 'action_not_found' },
  member: { name: 'member of this organization', missing: 'membership_not_found' },
} as unknown as Readonly<Record<ResourceKind, Resource>>
