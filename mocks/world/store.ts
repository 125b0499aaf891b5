import type { Settings } from '../../contract/records/administration.ts'
import type { StoredRecord } from '../../contract/control/worlds.ts'
import type { Fixture, RecordOf } from '../../contract/fixture.ts'
import type { RecordKind } from '../../contract/kinds.ts'
import { lazyProperties } from '../../contract/memoize.ts'
import type { ChangeListener } from './changes.ts'
import { Collection, type CollectionKind, type Entry, FixtureSnapshot } from './collection.ts'

type Dated = { readonly created_at: string }

const oldestFirst = <R extends Dated>(a: Entry<R>, b: Entry<R>) =>
  compareText(a.record.created_at, b.record.created_at) || a.sequence - b.sequence
const newestFirst = <R extends Dated>(a: Entry<R>, b: Entry<R>) => oldestFirst(b, a)
const starredFirst = (a: Entry<RecordOf<'conversations'>>, b: Entry<RecordOf<'conversations'>>) =>
  Number(b.record.starred) - Number(a.record.starred) || newestFirst(a, b)

export function compareText(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}

/** The owner of records that are listed for all users. */
export const everyone = 'everyone'
const ownedByEveryone = () => everyone

/** Returns the owner key for those conversations of a user that have one status. */
export const conversationOwner = (user: string, status: string) => `${status}\n${user}`

export const settingsId = 'settings'

type Identified = { readonly id: string }

const defineCollection = <Kind extends RecordKind, Order extends string>(
  name: Kind,
  owner: (record: RecordOf<Kind>) => string,
  orders: CollectionKind<RecordOf<Kind>, Order>['orders'],
) => ({ name, owner, orders })

/** The definitions of a store's collections: kind, owner of a record in lists, and orders. */
const collections = {
  users: defineCollection('users', ownedByEveryone, { oldest: oldestFirst }),
  keys: defineCollection('api_keys', ({ user_id }) => user_id, { newest: newestFirst }),
  agents: defineCollection('agents', ownedByEveryone, { newest: newestFirst }),
  knowledgeBases: defineCollection('knowledge_bases', ownedByEveryone, { newest: newestFirst }),
  organizations: defineCollection('organizations', ownedByEveryone, { newest: newestFirst }),
  connectors: defineCollection('connectors', ownedByEveryone, { newest: newestFirst }),
  mcpServers: defineCollection('mcp_servers', ownedByEveryone, { newest: newestFirst }),
  credentials: defineCollection('credentials', ({ target_id }) => target_id, {
    any: (a, b) => a.sequence - b.sequence,
  }),
  channels: defineCollection('channels', ownedByEveryone, { newest: newestFirst }),
  chats: defineCollection('chats', ({ type }) => type, {
    byName: (a, b) => compareText(a.record.name, b.record.name) || a.sequence - b.sequence,
  }),
  documents: defineCollection('documents', ({ kb_id }) => kb_id, { oldest: oldestFirst }),
  conversations: defineCollection(
    'conversations',
    ({ user_id, status }) => conversationOwner(user_id, status),
    { 'starred-first': starredFirst, newest: newestFirst, oldest: oldestFirst },
  ),
  messages: defineCollection('messages', ({ conversation_id }) => conversation_id, {
    oldest: oldestFirst,
  }),
  confirmations: defineCollection('confirmations', ({ user_id }) => user_id, {
    newest: newestFirst,
  }),
  transcripts: defineCollection('transcripts', ({ conversation_id }) => conversation_id, {
    oldest: oldestFirst,
  }),
  workflows: defineCollection('workflows', ownedByEveryone, { newest: newestFirst }),
  workflowRuns: defineCollection('workflow_runs', ({ workflow_id }) => workflow_id, {
    newest: newestFirst,
  }),
  auditLog: defineCollection('audit_log', ownedByEveryone, { newest: newestFirst }),
  models: defineCollection('models', ownedByEveryone, { oldest: oldestFirst }),
  settings: defineCollection('settings', ownedByEveryone, { only: () => 0 }),
}

type Collections = typeof collections
type RecordIn<Name extends keyof Collections> = RecordOf<Collections[Name]['name']>
type OrderOf<Name extends keyof Collections> = keyof Collections[Name]['orders'] & string

export type FixtureSnapshots = {
  readonly [Name in keyof Collections]: FixtureSnapshot<RecordIn<Name>, OrderOf<Name>>
}

/** All records of one world, by collection. */
export type Store = {
  readonly [Name in keyof Collections]: Collection<RecordIn<Name>, OrderOf<Name>>
}

const collectionNames = Object.keys(collections) as (keyof Collections)[]

/** Creates an object with a value for each collection. Each value is created on first access. */
function perCollection<Values extends object>(
  create: (name: keyof Collections) => unknown,
): Values {
  return lazyProperties(
    Object.fromEntries(collectionNames.map((name) => [name, () => create(name)])),
  ) as Values
}

/** The common type of all collections. */
type AnyKind = CollectionKind<Identified, string>
type AnySnapshot = FixtureSnapshot<Identified, string>

/**
 * Creates the shared snapshots of a fixture. Each collection's records are read on first access.
 */
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

const nameOfKind = Object.fromEntries(
  collectionNames.map((name) => [collections[name].name, name]),
) as Readonly<Record<RecordKind, keyof Collections>>

/** Returns the collection of a record kind. */
export const collectionOf = (store: Store, kind: RecordKind): Collection<StoredRecord, string> =>
  store[nameOfKind[kind]] as unknown as Collection<StoredRecord, string>

/** Finds the user with an email; the oldest one if several users have it. */
export const userWithEmail = ({ users }: Store, email: unknown) =>
  users.owned(everyone, 'oldest').find((user) => user.email === email)

/** The settings of the platform; every world has this record. */
export function settingsOf(store: Store): Settings & { readonly id: string } {
  const settings = store.settings.get(settingsId)
  if (settings === undefined) throw new Error('There is no settings record.')
  return settings
}
