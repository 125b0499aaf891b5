import { type ContractKind, type ResourceKind, resourceKinds } from '../../../contract/kinds.ts'
import type { RecordOf } from '../../../contract/fixture.ts'
import type { Operation } from '../../../contract/operations/operation.ts'
import { ApiError, missingResource, missingText } from '../../world/api-error.ts'
import { hasAccess } from '../../platform/records/contract-kinds.ts'
import { organizationRefusals } from '../../platform/sharing.ts'
import { collectionOf } from '../../world/store.ts'
import { authorizeChange } from './access.ts'
import type { Resources, PipelineContext } from '../../platform/request-context.ts'

/**
 * Loads the record that a path or body names. A record that the caller may not see is missing (7).
 */
export function loadResource(
  context: PipelineContext,
  loads: NonNullable<Operation['loads']>,
): void {
  // If `validate` ran before, the body has coerced values.
  const body = (context.body ?? context.rawBody.value) as Record<string, unknown> | null | undefined
  const id = loads.in === 'body' ? body?.[loads.by] : context.params[loads.by]
  // `validate` reports an id that is not a string.
  if (typeof id !== 'string') return
  const record = loaders[loads.kind](context, id)
  if (record === undefined)
    throw new ApiError(
      loads.missing ?? 'resource-missing',
      missingText(resourceKinds[loads.kind].name, id),
      { resource: loads.kind },
    )
  context.resource = record
  if (loads.writeAccess === true) authorizeChange(context, loads.kind)
}

const loaders: {
  [Kind in ResourceKind]: (context: PipelineContext, id: string) => Resources[Kind] | undefined
} = {
  'api-key': ({ world, caller, behaviour, operation }, id) => {
    const key = world.store.keys.get(id)
    const sharedByAll = behaviour.policy.keys.sharedByAll || operation.adminOnly === true
    return key?.user_id === caller.user.id || sharedByAll ? key : undefined
  },
  conversation: ({ world, caller, behaviour, operation }, id) => {
    const conversation = world.store.conversations.get(id)
    const sharedByAll = behaviour.policy.conversations.sharedByAll || operation.adminOnly === true
    return conversation?.user_id === caller.user.id || sharedByAll ? conversation : undefined
  },
  user: ({ world }, id) => world.store.users.get(id),
  agent: (context, id) => accessibleRecord(context, 'agents', id, reachOf(context)),
  'knowledge-base': (context, id) =>
    accessibleRecord(context, 'knowledge_bases', id, reachOf(context)),
  document: (context, id) => {
    const document = context.world.store.documents.get(id)
    const base = loaders['knowledge-base'](context, context.params['id'] ?? '')
    return base !== undefined && base.id === document?.kb_id ? document : undefined
  },
  connector: (context, id) => visibleRecord(context, 'connectors', id),
  'connector-action': (context, id) => {
    const connector = loaders.connector(context, context.params['connector_id'] ?? '')
    const action = connector?.actions.find((one) => one.id === id)
    return connector && action && { id, connector, action }
  },
  'mcp-server': (context, id) => visibleRecord(context, 'mcp_servers', id),
  organization: (context, id) =>
    visibleRecord(context, 'organizations', id, organizationRefusals.stranger),
  member: (context, id) => {
    const { org_id = '' } = context.params
    const organization = loaders.organization(context, org_id)
    if (organization === undefined)
      throw context.behaviour.policy.connections.revealsOthers
        ? new ApiError('not-permitted', organizationRefusals.stranger)
        : missingResource('organization', org_id)
    const membership = organization.members.find(({ user_id }) => user_id === id)
    return membership && { id, organization, membership }
  },
  channel: (context, id) => {
    const channel = context.world.store.channels.get(id)
    // Chat services, which have no user, call the callback of a channel.
    if (context.operation.access === 'public') return channel
    const message = channel?.org_id === null ? undefined : organizationRefusals.stranger
    return visibleRecord(context, 'channels', id, message)
  },
  confirmation: ({ world }, id) => world.store.confirmations.get(id),
  workflow: (context, id) => visibleRecord(context, 'workflows', id),
  // A workflow run is visible to the user who started it and to the owner of the workflow.
  'workflow-run': (context, id) => {
    const workflow = loaders.workflow(context, context.params['workflow_id'] ?? '')
    const run = accessibleRecord(context, 'workflow_runs', id, 'visible')
    return workflow !== undefined && run?.workflow_id === workflow.id ? run : undefined
  },
}

/** Who can load a record: for a change only its owner, otherwise every user who can see it. */
const reachOf = ({ operation }: PipelineContext) =>
  operation.loads?.writeAccess === true ? 'owner' : 'visible'

function accessibleRecord<Kind extends ContractKind>(
  { world, caller }: PipelineContext,
  kind: Kind,
  id: string,
  reach: 'owner' | 'visible',
): RecordOf<Kind> | undefined {
  const record = collectionOf(world.store, kind).get(id)
  const isAccessible = record && hasAccess(world, kind, record, caller.user.id, reach)
  return isAccessible ? (record as unknown as RecordOf<Kind>) : undefined
}

/**
 * Returns a record to users who can see it. Some deployments reveal to other users with 403 that
 * the record exists.
 */
function visibleRecord<Kind extends ContractKind>(
  context: PipelineContext,
  kind: Kind,
  id: string,
  message = 'This belongs to someone else.',
): RecordOf<Kind> | undefined {
  const { behaviour, world } = context
  const record = accessibleRecord(context, kind, id, 'visible')
  if (record !== undefined || !behaviour.policy.connections.revealsOthers) return record
  if (collectionOf(world.store, kind).get(id) === undefined) return undefined
  throw new ApiError('not-permitted', message)
}
