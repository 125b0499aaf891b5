import type { Transcript } from '../../contract/events.ts'
import type { Fixture } from '../../contract/fixture.ts'
import type { StoredAgent } from '../../contract/records/agent.ts'
import type { StoredApiKey } from '../../contract/records/api-key.ts'
import type { AuditEntry } from '../../contract/records/audit-entry.ts'
import type { Chat, StoredChannel } from '../../contract/records/channel.ts'
import type { StoredConnector } from '../../contract/records/connector.ts'
import type { StoredConfirmation } from '../../contract/records/confirmation.ts'
import type { Conversation, Message } from '../../contract/records/conversation.ts'
import type { StoredCredentials } from '../../contract/records/own-credentials.ts'
import type { StoredDocument, StoredKnowledgeBase } from '../../contract/records/knowledge-base.ts'
import type { StoredMcpServer } from '../../contract/records/mcp-server.ts'
import type { Model } from '../../contract/records/model.ts'
import type { StoredOrganization } from '../../contract/records/organization.ts'
import type { StoredSettings } from '../../contract/records/settings.ts'
import type { StoredUser } from '../../contract/records/user.ts'
import type { WorkflowRun } from '../../contract/records/workflow-run.ts'
import type { StoredWorkflow } from '../../contract/records/workflow.ts'
import { Collection, type Entry, Ground } from './collection.ts'

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
export const conversationsOf = (user: string, status: string) => `${status}\n${user}`

/** The id of the one record of settings. */
export const settingsId = 'settings'

/** The records that worlds share until they change them. */
export function groundOf(fixture: Fixture) {
  return {
    users: new Ground(fixture.users as StoredUser[], { owner: ofEveryone, orders: { oldest } }),
    keys: new Ground(fixture.api_keys as StoredApiKey[], {
      owner: ({ user_id }) => user_id,
      orders: { newest },
    }),
    agents: new Ground(fixture.agents as StoredAgent[], { owner: ofEveryone, orders: { newest } }),
    knowledgeBases: new Ground(fixture.knowledge_bases as StoredKnowledgeBase[], {
      owner: ofEveryone,
      orders: { newest },
    }),
    organizations: new Ground(fixture.organizations as StoredOrganization[], {
      owner: ofEveryone,
      orders: { newest },
    }),
    connectors: new Ground(fixture.connectors as StoredConnector[], {
      owner: ofEveryone,
      orders: { newest },
    }),
    mcpServers: new Ground(fixture.mcp_servers as StoredMcpServer[], {
      owner: ofEveryone,
      orders: { newest },
    }),
    credentials: new Ground([] as StoredCredentials[], {
      owner: ({ target_id }) => target_id,
      orders: { any: () => 0 },
    }),
    channels: new Ground(fixture.channels as StoredChannel[], {
      owner: ofEveryone,
      orders: { newest },
    }),
    chats: new Ground(fixture.chats as Chat[], {
      owner: ({ type }) => type,
      orders: { byName: (a, b) => compareText(a.record.name, b.record.name) },
    }),
    documents: new Ground(fixture.documents as StoredDocument[], {
      owner: ({ kb_id }) => kb_id,
      orders: { oldest },
    }),
    conversations: new Ground(fixture.conversations as Conversation[], {
      owner: ({ user_id, status }) => conversationsOf(user_id, status),
      orders: { 'starred-first': starredFirst, newest, oldest },
    }),
    messages: new Ground(fixture.messages as Message[], {
      owner: ({ conversation_id }) => conversation_id,
      orders: { oldest },
    }),
    /** Those of a running turn: no world begins with any. */
    confirmations: new Ground([] as StoredConfirmation[], {
      owner: ({ user_id }) => user_id,
      orders: { newest },
    }),
    transcripts: new Ground(fixture.transcripts as Transcript[], {
      owner: ({ conversation_id }) => conversation_id,
      orders: { oldest },
    }),
    workflows: new Ground(fixture.workflows as StoredWorkflow[], {
      owner: ofEveryone,
      orders: { newest },
    }),
    workflowRuns: new Ground(fixture.workflow_runs as WorkflowRun[], {
      owner: ({ workflow_id }) => workflow_id,
      orders: { newest },
    }),
    auditLog: new Ground(fixture.audit_log as AuditEntry[], {
      owner: ofEveryone,
      orders: { newest },
    }),
    models: new Ground(fixture.models as Model[], { owner: ofEveryone, orders: { oldest } }),
    settings: new Ground([{ id: settingsId, ...fixture.settings }] as StoredSettings[], {
      owner: ofEveryone,
      orders: { only: () => 0 },
    }),
  }
}

export type Grounds = ReturnType<typeof groundOf>

/** All records of one world. */
export function createStore(grounds: Grounds) {
  return {
    users: new Collection(grounds.users),
    keys: new Collection(grounds.keys),
    agents: new Collection(grounds.agents),
    knowledgeBases: new Collection(grounds.knowledgeBases),
    organizations: new Collection(grounds.organizations),
    connectors: new Collection(grounds.connectors),
    mcpServers: new Collection(grounds.mcpServers),
    credentials: new Collection(grounds.credentials),
    channels: new Collection(grounds.channels),
    chats: new Collection(grounds.chats),
    documents: new Collection(grounds.documents),
    conversations: new Collection(grounds.conversations),
    messages: new Collection(grounds.messages),
    confirmations: new Collection(grounds.confirmations),
    transcripts: new Collection(grounds.transcripts),
    workflows: new Collection(grounds.workflows),
    workflowRuns: new Collection(grounds.workflowRuns),
    auditLog: new Collection(grounds.auditLog),
    models: new Collection(grounds.models),
    settings: new Collection(grounds.settings),
  }
}

export type Store = ReturnType<typeof createStore>
