import { type ContractKind, kinds } from '../../../contract/kinds.ts'
import type { StoredRecord } from '../../../contract/control/worlds.ts'
import { isObject, mapFields } from '../../../contract/json.ts'
import type { Blueprint } from '../../../contract/records/workflow.ts'
import type { StoredConfirmation } from '../../../contract/records/confirmation.ts'
import type { StoredApiKey } from '../../../contract/records/credentials.ts'
import type { WorkflowRun } from '../../../contract/records/workflow-run.ts'
import { collectionOf } from '../../world/store.ts'
import type { World } from '../../world/world.ts'
import { viewConfirmation } from '../approvals/decide-approval.ts'
import { maskSecrets, maskValues, withoutSecrets } from '../connectors/mask-secrets.ts'
import { keyView } from '../keys/routes.ts'
import { formatBlueprint, formatRun } from '../workflows/dialects.ts'
import { roleIn, type SharedKind, type SharedRecord, visibilityFor } from '../sharing.ts'

/** Functions that check whether a user owns a record, and whether a user sees it. */
type AccessChecks = {
  readonly owns: (world: World, record: StoredRecord, user: string) => boolean
  readonly sees: (world: World, record: StoredRecord, user: string) => boolean
}

const belongsToUser = (_: World, { user_id }: StoredRecord, user: string) => user_id === user
const allowEverybody = () => true
const isAdministrator = ({ store }: World, _: StoredRecord, user: string) =>
  store.users.get(user)?.is_admin === true
/** Creates the access checks for records that only their owners see. */
const accessOfOwners = (owns: AccessChecks['owns']): AccessChecks => ({ owns, sees: owns })
const personalAccess = accessOfOwners(belongsToUser)
const sharedAccess = (kind: SharedKind): AccessChecks => ({
  owns: belongsToUser,
  sees: (world, record, user) =>
    visibilityFor(world, kind, user)(record as StoredRecord & SharedRecord),
})

const managesOrganization = ({ store }: World, organization: unknown, user: string) =>
  ['owner', 'admin'].includes(roleIn(store, String(organization), user) ?? '')
const isMemberOf = ({ store }: World, organization: unknown, user: string) =>
  roleIn(store, String(organization), user) !== undefined

/** Creates access checks for records that have the access rules of their parents. */
function accessOfParent(kind: 'messages' | 'documents' | 'workflow_runs'): AccessChecks {
  const { parent } = kinds[kind]
  const through =
    (part: keyof AccessChecks): AccessChecks['owns'] =>
    (world, record, user) => {
      const whole = collectionOf(world.store, parent.kind).get(String(record[parent.field]))
      return whole !== undefined && accessByKind[parent.kind][part](world, whole, user)
    }
  return { owns: through('owns'), sees: through('sees') }
}

const accessByKind: Readonly<Record<ContractKind, AccessChecks>> = {
  users: { owns: (_, { id }, user) => id === user, sees: allowEverybody },
  agents: sharedAccess('agents'),
  knowledge_bases: sharedAccess('knowledge_bases'),
  connectors: sharedAccess('connectors'),
  mcp_servers: sharedAccess('mcp_servers'),
  workflows: sharedAccess('workflows'),
  conversations: personalAccess,
  confirmations: personalAccess,
  api_keys: personalAccess,
  messages: accessOfParent('messages'),
  documents: accessOfParent('documents'),
  workflow_runs: accessOfOwners(
    (world, record, user) =>
      belongsToUser(world, record, user) ||
      accessOfParent('workflow_runs').owns(world, record, user),
  ),
  organizations: {
    owns: (world, { id }, user) => managesOrganization(world, id, user),
    sees: (world, { id }, user) => isMemberOf(world, id, user),
  },
  channels: {
    owns: (world, { org_id, created_by }, user) =>
      org_id === null ? created_by === user : managesOrganization(world, org_id, user),
    sees: (world, { org_id, created_by }, user) =>
      org_id === null ? created_by === user : isMemberOf(world, org_id, user),
  },
  models: { owns: isAdministrator, sees: allowEverybody },
  audit_log: accessOfOwners((_, { actor_id }, user) => actor_id === user),
}

/** Whether a user owns a record of the contract, or sees it. */
export const hasAccess = (
  world: World,
  kind: ContractKind,
  record: StoredRecord,
  user: string,
  reach: 'owner' | 'visible',
): boolean => accessByKind[kind][reach === 'owner' ? 'owns' : 'sees'](world, record, user)

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
