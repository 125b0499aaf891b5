import type { Condition } from '../errors.ts'
import type { ResourceKind } from '../operations/operation.ts'

/** How a missing record of a kind is answered. */
export type KindOfContract = {
  /** The kind that names the code of its 404; the general code without one. */
  readonly resource?: ResourceKind
  readonly missing?: Condition
}

/** The kinds of records of the contract that operations and expressions of a profile can name. */
export const contractKinds = {
  users: { resource: 'user' },
  agents: { resource: 'agent' },
  conversations: { resource: 'conversation', missing: 'conversation-missing' },
  messages: {},
  knowledge_bases: { resource: 'knowledge-base' },
  documents: { resource: 'document' },
  organizations: { resource: 'organization' },
  connectors: { resource: 'connector' },
  mcp_servers: { resource: 'mcp-server' },
  channels: { resource: 'channel' },
  confirmations: { resource: 'confirmation' },
  models: {},
  workflows: { resource: 'workflow' },
  workflow_runs: { resource: 'workflow-run' },
  audit_log: {},
  api_keys: { resource: 'api-key' },
} as const satisfies Readonly<Record<string, KindOfContract>>

export type ContractKind = keyof typeof contractKinds

export const isContractKind = (kind: string): kind is ContractKind =>
  Object.hasOwn(contractKinds, kind)

/** The kinds of records that a world has besides those. */
const furtherKinds: readonly string[] = ['chats', 'credentials', 'settings', 'transcripts']

/** The kind of the records of a family: `own_<name>` if the contract has a kind of that name. */
export const kindOfFamily = (name: string): string =>
  isContractKind(name) || furtherKinds.includes(name) ? `own_${name}` : name
