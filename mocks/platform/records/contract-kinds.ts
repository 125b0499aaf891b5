import type { ContractKind } from '../../../contract/profile/record-kinds.ts'
import type { StoredRecord } from '../../../contract/control/worlds.ts'
import type { Blueprint } from '../../../contract/records/workflow.ts'
import type { WorkflowRun } from '../../../contract/records/workflow-run.ts'
import { collectionOfKind, type Store } from '../../world/store.ts'
import type { World } from '../../world/world.ts'
import { maskSecrets, maskValues, withoutSecrets } from '../connectors/mask-secrets.ts'
import { dialectOf } from '../workflows/dialects.ts'
import { isVisible, roleIn, type SharedRecord } from '../sharing.ts'

type AnyCollection = {
  readonly size: number
  get(id: string): StoredRecord | undefined
  values(): Iterable<StoredRecord>
  inCreationOrder(): StoredRecord[]
  insert(record: StoredRecord): StoredRecord
  update(record: StoredRecord, change: object): StoredRecord
}

/** The records of one kind of the contract. */
export const contractCollection = ({ store }: World, kind: ContractKind): AnyCollection =>
  store[collectionOfKind[kind]] as unknown as AnyCollection

/** Whether a user owns a record, and whether a user sees it. */
type Access = {
  readonly owns: (store: Store, record: StoredRecord, user: string) => boolean
  readonly sees: (store: Store, record: StoredRecord, user: string) => boolean
}

const ofUser = (_: Store, { user_id }: StoredRecord, user: string) => user_id === user
const everybody = () => true
const personal: Access = { owns: ofUser, sees: ofUser }
const shared: Access = {
  owns: ofUser,
  sees: (store, record, user) => isVisible(store, record as unknown as SharedRecord, user),
}

const manages = (store: Store, organization: unknown, user: string) =>
  ['owner', 'admin'].includes(roleIn(store, String(organization), user) ?? '')
const belongsTo = (store: Store, organization: unknown, user: string) =>
  roleIn(store, String(organization), user) !== undefined

/** The access of the record that a field of another record names. */
const through =
  (kind: ContractKind, field: string, part: keyof Access): Access['owns'] =>
  (store, record, user) => {
    const parents = store[collectionOfKind[kind]] as unknown as AnyCollection
    const parent = parents.get(String(record[field]))
    return parent !== undefined && access[kind][part](store, parent, user)
  }

const access: Readonly<Record<ContractKind, Access>> = {
  users: { owns: (_, { id }, user) => id === user, sees: everybody },
  agents: shared,
  knowledge_bases: shared,
  connectors: shared,
  mcp_servers: shared,
  workflows: shared,
  conversations: personal,
  confirmations: personal,
  api_keys: personal,
  messages: {
    owns: through('conversations', 'conversation_id', 'owns'),
    sees: through('conversations', 'conversation_id', 'sees'),
  },
  documents: {
    owns: through('knowledge_bases', 'kb_id', 'owns'),
    sees: through('knowledge_bases', 'kb_id', 'sees'),
  },
  workflow_runs: {
    owns: (store, record, user) =>
      ofUser(store, record, user) ||
      through('workflows', 'workflow_id', 'owns')(store, record, user),
    sees: (store, record, user) => access.workflow_runs.owns(store, record, user),
  },
  organizations: {
    owns: (store, { id }, user) => manages(store, id, user),
    sees: (store, { id }, user) => belongsTo(store, id, user),
  },
  channels: {
    owns: (store, { org_id, created_by }, user) =>
      org_id === null ? created_by === user : manages(store, org_id, user),
    sees: (store, { org_id, created_by }, user) =>
      org_id === null ? created_by === user : belongsTo(store, org_id, user),
  },
  models: { owns: (store, _, user) => store.users.get(user)?.is_admin === true, sees: everybody },
  audit_log: {
    owns: (_, { actor_id }, user) => actor_id === user,
    sees: (_, { actor_id }, user) => actor_id === user,
  },
}

/** Whether a user owns a record of the contract, or sees it. */
export const hasAccess = (
  { store }: World,
  kind: ContractKind,
  record: StoredRecord,
  user: string,
  reach: 'owner' | 'visible',
): boolean => access[kind][reach === 'owner' ? 'owns' : 'sees'](store, record, user)

const workflowDialect = (world: World) => dialectOf(world.behaviour('workflows.read'))
const noBlueprint: Blueprint = { nodes: [], edges: [] }

const masked =
  (fields: Readonly<Record<string, (config: never) => unknown>>) => (record: StoredRecord) => ({
    ...record,
    ...Object.fromEntries(
      Object.entries(fields).map(([field, mask]) => {
        const config = record[field]
        return [
          field,
          typeof config === 'object' && config !== null ? mask(config as never) : config,
        ]
      }),
    ),
  })

const wholeUser = ['id', 'email', 'display_name', 'is_admin', 'created_at']

/**
 * A user without the password. An expression can name each of its fields, but a user that is sent
 * whole has only the most important ones.
 */
function shownUser({ password: _, ...record }: StoredRecord): StoredRecord {
  const shown = Object.fromEntries(wholeUser.map((field) => [field, record[field]]))
  for (const [field, value] of Object.entries(record))
    if (!wholeUser.includes(field)) Object.defineProperty(shown, field, { value })
  return shown as StoredRecord
}

type Shown = (record: StoredRecord, world: World) => StoredRecord

const shownRecords: { readonly [Kind in ContractKind]?: Shown } = {
  users: shownUser,
  connectors: masked({ auth_config: withoutSecrets, db_config: maskSecrets }),
  mcp_servers: masked({ env: maskValues, headers: maskValues }),
  channels: masked({ config: maskSecrets }),
  workflows(record, world) {
    const blueprint = workflowDialect(world).shown(record['blueprint'] as Blueprint)
    return blueprint === record['blueprint'] ? record : { ...record, blueprint }
  },
  workflow_runs(record, world) {
    const run = record as unknown as WorkflowRun
    const { blueprint } = world.store.workflows.get(run.workflow_id) ?? { blueprint: noBlueprint }
    return workflowDialect(world).run(run, blueprint) as unknown as StoredRecord
  },
}

/** A record of the contract as expressions see it: without secrets, in the forms of the deployment. */
export const shownRecord = (world: World, kind: ContractKind, record: StoredRecord): StoredRecord =>
  shownRecords[kind]?.(record, world) ?? record
