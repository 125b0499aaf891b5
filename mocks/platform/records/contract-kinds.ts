import { type ContractKind, kinds } from '../../../contract/kinds.ts'
import type { StoredRecord } from '../../../contract/control/worlds.ts'
import { isObject, mapFields } from '../../../contract/json.ts'
import type { Blueprint } from '../../../contract/records/workflow.ts'
import type { StoredConfirmation } from '../../../contract/records/confirmation.ts'
import type { StoredApiKey } from '../../../contract/records/credentials.ts'
import type { WorkflowRun } from '../../../contract/records/workflow-run.ts'
import { collectionOf, type Store } from '../../world/store.ts'
import type { World } from '../../world/world.ts'
import { viewConfirmation } from '../approvals/decide-approval.ts'
import { maskSecrets, maskValues, withoutSecrets } from '../connectors/mask-secrets.ts'
import { keyView } from '../keys/routes.ts'
import { formatBlueprint, formatRun } from '../workflows/dialects.ts'
import { isVisible, roleIn, type SharedRecord } from '../sharing.ts'

/** Functions that check whether a user owns a record, and whether a user sees it. */
type AccessChecks = {
  readonly owns: (store: Store, record: StoredRecord, user: string) => boolean
  readonly sees: (store: Store, record: StoredRecord, user: string) => boolean
}

const belongsToUser = (_: Store, { user_id }: StoredRecord, user: string) => user_id === user
const allowEverybody = () => true
const isAdministrator = ({ users }: Store, _: StoredRecord, user: string) =>
  users.get(user)?.is_admin === true
/** The access to records that only their owners see. */
const accessOfOwners = (owns: AccessChecks['owns']): AccessChecks => ({ owns, sees: owns })
const personalAccess = accessOfOwners(belongsToUser)
const sharedAccess: AccessChecks = {
  owns: belongsToUser,
  sees: (store, record, user) => isVisible(store, record as unknown as SharedRecord, user),
}

const managesOrganization = (store: Store, organization: unknown, user: string) =>
  ['owner', 'admin'].includes(roleIn(store, String(organization), user) ?? '')
const isMemberOf = (store: Store, organization: unknown, user: string) =>
  roleIn(store, String(organization), user) !== undefined

/** The access rules of a record that belongs to a parent: those of the parent. */
function accessOfParent(kind: 'messages' | 'documents' | 'workflow_runs'): AccessChecks {
  const { parent } = kinds[kind]
  const through =
    (part: keyof AccessChecks): AccessChecks['owns'] =>
    (store, record, user) => {
      const whole = collectionOf(store, parent.kind).get(String(record[parent.field]))
      return whole !== undefined && accessByKind[parent.kind][part](store, whole, user)
    }
  return { owns: through('owns'), sees: through('sees') }
}

const accessByKind: Readonly<Record<ContractKind, AccessChecks>> = {
  users: { owns: (_, { id }, user) => id === user, sees: allowEverybody },
  agents: sharedAccess,
  knowledge_bases: sharedAccess,
  connectors: sharedAccess,
  mcp_servers: sharedAccess,
  workflows: sharedAccess,
  conversations: personalAccess,
  confirmations: personalAccess,
  api_keys: personalAccess,
  messages: accessOfParent('messages'),
  documents: accessOfParent('documents'),
  workflow_runs: accessOfOwners(
    (store, record, user) =>
      belongsToUser(store, record, user) ||
      accessOfParent('workflow_runs').owns(store, record, user),
  ),
  organizations: {
    owns: (store, { id }, user) => managesOrganization(store, id, user),
    sees: (store, { id }, user) => isMemberOf(store, id, user),
  },
  channels: {
    owns: (store, { org_id, created_by }, user) =>
      org_id === null ? created_by === user : managesOrganization(store, org_id, user),
    sees: (store, { org_id, created_by }, user) =>
      org_id === null ? created_by === user : isMemberOf(store, org_id, user),
  },
  models: { owns: isAdministrator, sees: allowEverybody },
  audit_log: accessOfOwners((_, { actor_id }, user) => actor_id === user),
}

/** Whether a user owns a record of the contract, or sees it. */
export const hasAccess = (
  { store }: World,
  kind: ContractKind,
  record: StoredRecord,
  user: string,
  reach: 'owner' | 'visible',
): boolean => accessByKind[kind][reach === 'owner' ? 'owns' : 'sees'](store, record, user)

const workflowBehaviour = (world: World) => world.behaviour('workflows.read')

const createMasker =
  (fields: Readonly<Record<string, (config: never) => unknown>>) => (record: StoredRecord) => ({
    ...record,
    ...mapFields(fields, (mask, field) => {
      const config = record[field]
      return isObject(config) ? mask(config as never) : config
    }),
  })

const enumerableUserFields = ['id', 'email', 'display_name', 'is_admin', 'created_at']

/**
 * A user without the password. Expressions can read each field by its name. If an expression returns
 * the user as an object, the response has only the most important fields.
 */
function userForExpressions({ password: _, ...record }: StoredRecord): StoredRecord {
  const shown = Object.fromEntries(enumerableUserFields.map((field) => [field, record[field]]))
  for (const [field, value] of Object.entries(record))
    if (!enumerableUserFields.includes(field)) Object.defineProperty(shown, field, { value })
  return shown as StoredRecord
}

type ToExpressionRecord = (record: StoredRecord, world: World) => StoredRecord

const expressionConverters: { readonly [Kind in ContractKind]?: ToExpressionRecord } = {
  users: userForExpressions,
  api_keys: (key, world) => ({ ...key, ...keyView(world, key as unknown as StoredApiKey) }),
  connectors: createMasker({ auth_config: withoutSecrets, db_config: maskSecrets }),
  mcp_servers: createMasker({ env: maskValues, headers: maskValues }),
  channels: createMasker({ config: maskSecrets }),
  workflows(record, world) {
    const blueprint = formatBlueprint(workflowBehaviour(world), record['blueprint'] as Blueprint)
    return blueprint === record['blueprint'] ? record : { ...record, blueprint }
  },
  confirmations: (record, world) =>
    viewConfirmation(world, record as unknown as StoredConfirmation),
  workflow_runs(record, world) {
    const run = record as unknown as WorkflowRun
    return formatRun(world, workflowBehaviour(world), run) as unknown as StoredRecord
  },
}

/** A record of the contract as expressions see it: without secrets, in the format of the deployment. */
export const recordForExpressions = (
  world: World,
  kind: ContractKind,
  record: StoredRecord,
): StoredRecord => expressionConverters[kind]?.(record, world) ?? record
