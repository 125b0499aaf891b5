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
import { Collection, type CollectionKind, type Entry, FixtureSnapshot } from './collection.ts'

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

/** The owner of records that are listed for all users. */
export const everyone = 'everyone'
const ofEveryone = () => everyone

/** The owner of a user's conversations of one status. */
export const conversationOwner = (user: string, status: string) => `${status}\n${user}`

export const settingsId = 'settings'

type Identified = { readonly id: string }

const define =
  <R extends Identified>() =>
  <Name extends string, Order extends string>(
    name: Name,
    owner: (record: R) => string,
    orders: CollectionKind<R, Order>['orders'],
  ) => ({ name, owner, orders })

/** The collections of a store: the name of each in fixtures, the owner of a record, and the orders. */
const collections = {
  users: define<StoredUser>()('users', ofEveryone, { oldest }),
  keys: define<StoredApiKey>()('api_keys', ({ user_id }) => user_id, { newest }),
  agents: define<StoredAgent>()('agents', ofEveryone, { newest }),
  knowledgeBases: define<StoredKnowledgeBase>()('knowledge_bases', ofEveryone, { newest }),
  organizations: define<StoredOrganization>()('organizations', ofEveryone, { newest }),
  connectors: define<StoredConnector>()('connectors', ofEveryone, { newest }),
  mcpServers: define<StoredMcpServer>()('mcp_servers', ofEveryone, { newest }),
  credentials: define<StoredCredentials>()('credentials', ({ target_id }) => target_id, {
    any: () => 0,
  }),
  channels: define<StoredChannel>()('channels', ofEveryone, { newest }),
  chats: define<Chat>()('chats', ({ type }) => type, {
    byName: (a, b) => compareText(a.record.name, b.record.name),
  }),
  documents: define<StoredDocument>()('documents', ({ kb_id }) => kb_id, { oldest }),
  conversations: define<Conversation>()(
    'conversations',
    ({ user_id, status }) => conversationOwner(user_id, status),
    { 'starred-first': starredFirst, newest, oldest },
  ),
  messages: define<Message>()('messages', ({ conversation_id }) => conversation_id, { oldest }),
  confirmations: define<StoredConfirmation>()('confirmations', ({ user_id }) => user_id, {
    newest,
  }),
  transcripts: define<Transcript>()('transcripts', ({ conversation_id }) => conversation_id, {
    oldest,
  }),
  workflows: define<StoredWorkflow>()('workflows', ofEveryone, { newest }),
  workflowRuns: define<WorkflowRun>()('workflow_runs', ({ workflow_id }) => workflow_id, {
    newest,
  }),
  auditLog: define<AuditEntry>()('audit_log', ofEveryone, { newest }),
  models: define<Model>()('models', ofEveryone, { oldest }),
  settings: define<StoredSettings>()('settings', ofEveryone, { only: () => 0 }),
}

type Collections = typeof collections
type RecordOf<Name extends keyof Collections> = Parameters<Collections[Name]['owner']>[0]
type OrderOf<Name extends keyof Collections> = keyof Collections[Name]['orders'] & string

export type FixtureSnapshots = {
  readonly [Name in keyof Collections]: FixtureSnapshot<RecordOf<Name>, OrderOf<Name>>
}

/** All records of one world, by collection. */
export type Store = {
  readonly [Name in keyof Collections]: Collection<RecordOf<Name>, OrderOf<Name>>
}

const names = Object.keys(collections) as (keyof Collections)[]

/** An object with a value for each collection, created on first access. */
function perCollection<Values extends object>(
  create: (name: keyof Collections) => unknown,
): Values {
  return lazily(Object.fromEntries(names.map((name) => [name, () => create(name)]))) as Values
}

/** The common type of all collections. */
type AnyKind = CollectionKind<Identified, string>
type AnySnapshot = FixtureSnapshot<Identified, string>

/** The shared snapshots of a fixture. The records of each collection are read on first access. */
export const createFixtureSnapshots = (fixture: Fixture): FixtureSnapshots =>
  perCollection((name) => {
    const kind = collections[name]
    const records =
      kind.name === 'settings' ? [{ id: settingsId, ...fixture.settings }] : fixture[kind.name]
    return new FixtureSnapshot<Identified, string>(records ?? [], kind as unknown as AnyKind)
  })

/** Creates the store of a world; `onChange` is called for each change. */
export const createStore = (snapshots: FixtureSnapshots, onChange?: ChangeListener): Store =>
  perCollection((name) => new Collection(snapshots[name] as unknown as AnySnapshot, onChange))

/** The name of a kind of records in fixtures, snapshots and the control API. */
export type RecordKind = Collections[keyof Collections]['name']

/** The collection of each kind of records. */
export const collectionOfKind = Object.fromEntries(
  names.map((name) => [collections[name].name, name]),
) as { readonly [Name in keyof Collections as Collections[Name]['name']]: Name }

export const recordKinds = Object.keys(collectionOfKind) as RecordKind[]
