import type { Transcript } from '../../contract/events.ts'
import type { Fixture } from '../../contract/fixture.ts'
import type { StoredAgent } from '../../contract/records/agent.ts'
import type { StoredApiKey } from '../../contract/records/credentials.ts'
import type { AuditEntry, StoredSettings } from '../../contract/records/administration.ts'
import type { Chat, StoredChannel } from '../../contract/records/channel.ts'
import type { StoredConnector, StoredCredentials } from '../../contract/records/connector.ts'
import type { StoredConfirmation } from '../../contract/records/confirmation.ts'
import type { Conversation, Message } from '../../contract/records/conversation.ts'
import type { StoredDocument, StoredKnowledgeBase } from '../../contract/records/knowledge-base.ts'
import type { StoredMcpServer } from '../../contract/records/mcp-server.ts'
import type { Model } from '../../contract/records/catalog.ts'
import type { StoredOrganization } from '../../contract/records/organization.ts'
import type { StoredUser } from '../../contract/records/user.ts'
import type { WorkflowRun } from '../../contract/records/workflow-run.ts'
import type { StoredWorkflow } from '../../contract/records/workflow.ts'
import { lazily } from './memoize.ts'
import type { ChangeListener } from './changes.ts'
import { Collection } from './collection.ts'
import { type Entry, FixtureSnapshot } from './fixture-snapshot.ts'

type Dated = { readonly created_at: string }

const oldest = <R extends Dated>(a: Entry<R>, b: Entry<R>) =>
  compareText(a.record.created_at, b.record.created_at) || a.sequence - b.sequence
const newest = <R extends Dated>(a: Entry<R>, b: Entry<R>) => oldest(b, a)
const starredFirst = (a: Entry<Conversation>, b: Entry<Conversation>) =>
  Number(b.record.starred) - Number(a.record.starred) || newest(a, b)

function compareText(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}

/** Records that everyone may look through have one owner: all. */
export const everyone = 'everyone'
const ofEveryone = () => everyone

/** The owner under which a user's conversations of one status are listed. */
export const conversationOwner = (user: string, status: string) => `${status}\n${user}`

/** The id of the one record of settings. */
export const settingsId = 'settings'

/** The records that worlds share until they change them, those of a kind read with its first call. */
export function createFixtureSnapshots(fixture: Fixture) {
  return lazily({
    users: () =>
      new FixtureSnapshot(fixture.users as StoredUser[], {
        name: 'users',
        owner: ofEveryone,
        orders: { oldest },
      }),
    keys: () =>
      new FixtureSnapshot(fixture.api_keys as StoredApiKey[], {
        name: 'api_keys',
        owner: ({ user_id }) => user_id,
        orders: { newest },
      }),
    agents: () =>
      new FixtureSnapshot(fixture.agents as StoredAgent[], {
        name: 'agents',
        owner: ofEveryone,
        orders: { newest },
      }),
    knowledgeBases: () =>
      new FixtureSnapshot(fixture.knowledge_bases as StoredKnowledgeBase[], {
        name: 'knowledge_bases',
        owner: ofEveryone,
        orders: { newest },
      }),
    organizations: () =>
      new FixtureSnapshot(fixture.organizations as StoredOrganization[], {
        name: 'organizations',
        owner: ofEveryone,
        orders: { newest },
      }),
    connectors: () =>
      new FixtureSnapshot(fixture.connectors as StoredConnector[], {
        name: 'connectors',
        owner: ofEveryone,
        orders: { newest },
      }),
    mcpServers: () =>
      new FixtureSnapshot(fixture.mcp_servers as StoredMcpServer[], {
        name: 'mcp_servers',
        owner: ofEveryone,
        orders: { newest },
      }),
    credentials: () =>
      new FixtureSnapshot((fixture.credentials ?? []) as StoredCredentials[], {
        name: 'credentials',
        owner: ({ target_id }) => target_id,
        orders: { any: () => 0 },
      }),
    channels: () =>
      new FixtureSnapshot(fixture.channels as StoredChannel[], {
        name: 'channels',
        owner: ofEveryone,
        orders: { newest },
      }),
    chats: () =>
      new FixtureSnapshot(fixture.chats as Chat[], {
        name: 'chats',
        owner: ({ type }) => type,
        orders: { byName: (a, b) => compareText(a.record.name, b.record.name) },
      }),
    documents: () =>
      new FixtureSnapshot(fixture.documents as StoredDocument[], {
        name: 'documents',
        owner: ({ kb_id }) => kb_id,
        orders: { oldest },
      }),
    conversations: () =>
      new FixtureSnapshot(fixture.conversations as Conversation[], {
        name: 'conversations',
        owner: ({ user_id, status }) => conversationOwner(user_id, status),
        orders: { 'starred-first': starredFirst, newest, oldest },
      }),
    messages: () =>
      new FixtureSnapshot(fixture.messages as Message[], {
        name: 'messages',
        owner: ({ conversation_id }) => conversation_id,
        orders: { oldest },
      }),
    confirmations: () =>
      new FixtureSnapshot((fixture.confirmations ?? []) as StoredConfirmation[], {
        name: 'confirmations',
        owner: ({ user_id }) => user_id,
        orders: { newest },
      }),
    transcripts: () =>
      new FixtureSnapshot(fixture.transcripts as Transcript[], {
        name: 'transcripts',
        owner: ({ conversation_id }) => conversation_id,
        orders: { oldest },
      }),
    workflows: () =>
      new FixtureSnapshot(fixture.workflows as StoredWorkflow[], {
        name: 'workflows',
        owner: ofEveryone,
        orders: { newest },
      }),
    workflowRuns: () =>
      new FixtureSnapshot(fixture.workflow_runs as WorkflowRun[], {
        name: 'workflow_runs',
        owner: ({ workflow_id }) => workflow_id,
        orders: { newest },
      }),
    auditLog: () =>
      new FixtureSnapshot(fixture.audit_log as AuditEntry[], {
        name: 'audit_log',
        owner: ofEveryone,
        orders: { newest },
      }),
    models: () =>
      new FixtureSnapshot(fixture.models as Model[], {
        name: 'models',
        owner: ofEveryone,
        orders: { oldest },
      }),
    settings: () =>
      new FixtureSnapshot([{ id: settingsId, ...fixture.settings }] as StoredSettings[], {
        name: 'settings',
        owner: ofEveryone,
        orders: { only: () => 0 },
      }),
  })
}

export type FixtureSnapshots = ReturnType<typeof createFixtureSnapshots>

/** All records of one world; `note` is told of each change. */
export function createStore(grounds: FixtureSnapshots, note?: ChangeListener) {
  return lazily({
    users: () => new Collection(grounds.users, note),
    keys: () => new Collection(grounds.keys, note),
    agents: () => new Collection(grounds.agents, note),
    knowledgeBases: () => new Collection(grounds.knowledgeBases, note),
    organizations: () => new Collection(grounds.organizations, note),
    connectors: () => new Collection(grounds.connectors, note),
    mcpServers: () => new Collection(grounds.mcpServers, note),
    credentials: () => new Collection(grounds.credentials, note),
    channels: () => new Collection(grounds.channels, note),
    chats: () => new Collection(grounds.chats, note),
    documents: () => new Collection(grounds.documents, note),
    conversations: () => new Collection(grounds.conversations, note),
    messages: () => new Collection(grounds.messages, note),
    confirmations: () => new Collection(grounds.confirmations, note),
    transcripts: () => new Collection(grounds.transcripts, note),
    workflows: () => new Collection(grounds.workflows, note),
    workflowRuns: () => new Collection(grounds.workflowRuns, note),
    auditLog: () => new Collection(grounds.auditLog, note),
    models: () => new Collection(grounds.models, note),
    settings: () => new Collection(grounds.settings, note),
  })
}

export type Store = ReturnType<typeof createStore>

/** The collections of a store by the names that fixtures and snapshots have for their records. */
export const collectionOfKind = {
  users: 'users',
  api_keys: 'keys',
  agents: 'agents',
  knowledge_bases: 'knowledgeBases',
  organizations: 'organizations',
  connectors: 'connectors',
  mcp_servers: 'mcpServers',
  credentials: 'credentials',
  channels: 'channels',
  chats: 'chats',
  documents: 'documents',
  conversations: 'conversations',
  messages: 'messages',
  confirmations: 'confirmations',
  transcripts: 'transcripts',
  workflows: 'workflows',
  workflow_runs: 'workflowRuns',
  audit_log: 'auditLog',
  models: 'models',
  settings: 'settings',
} as const satisfies Record<string, keyof Store>

/** What the records of a world are called. */
export type RecordKind = keyof typeof collectionOfKind

export const recordKinds = Object.keys(collectionOfKind) as RecordKind[]
