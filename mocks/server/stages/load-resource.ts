import { type ResourceKind, resourceKinds } from '../../../contract/kinds.ts'
import type { Operation } from '../../../contract/operations/operation.ts'
import { ApiError, missingText } from '../../world/api-error.ts'
import { isVisible, type SharedRecord, roleIn } from '../../platform/sharing.ts'
import { authorizeChange } from './access.ts'
import type { Resources, PipelineContext } from '../../platform/request-context.ts'

/** Loads the record that a path or body names; missing if the caller may not see it (7). */
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
  agent: (context, id) => editableRecord(context, context.world.store.agents.get(id)),
  'knowledge-base': (context, id) =>
    editableRecord(context, context.world.store.knowledgeBases.get(id)),
  document: (context, id) => {
    const document = context.world.store.documents.get(id)
    const base = loaders['knowledge-base'](context, context.params['id'] ?? '')
    return base !== undefined && base.id === document?.kb_id ? document : undefined
  },
  connector: (context, id) => visibleRecord(context, context.world.store.connectors.get(id)),
  'connector-action': (context, id) => {
    const connector = loaders.connector(context, context.params['connector_id'] ?? '')
    const action = connector?.actions.find((one) => one.id === id)
    return connector && action && { id, connector, action }
  },
  'mcp-server': (context, id) => visibleRecord(context, context.world.store.mcpServers.get(id)),
  organization: (context, id) => {
    const organization = context.world.store.organizations.get(id)
    return recordForMembers(context, organization, organization?.id)
  },
  member: (context, id) => {
    const organization = loaders.organization(context, context.params['org_id'] ?? '')
    const membership = organization?.members.find(({ user_id }) => user_id === id)
    return organization && membership && { id, organization, membership }
  },
  channel: (context, id) => {
    const channel = context.world.store.channels.get(id)
    // Chat services call the callback of a channel without a user.
    if (context.operation.access === 'public') return channel
    if (channel?.org_id !== null) return recordForMembers(context, channel, channel?.org_id)
    return channel.created_by === context.caller.user.id ? channel : hideForeignRecord(context)
  },
  confirmation: ({ world }, id) => world.store.confirmations.get(id),
  workflow: (context, id) => visibleRecord(context, context.world.store.workflows.get(id)),
  // A run is visible to the user who started it and to the owner of the workflow.
  'workflow-run': (context, id) => {
    const workflow = loaders.workflow(context, context.params['workflow_id'] ?? '')
    const run = context.world.store.workflowRuns.get(id)
    if (workflow === undefined || run?.workflow_id !== workflow.id) return undefined
    return [run.user_id, workflow.user_id].includes(context.caller.user.id) ? run : undefined
  },
}

/** Returns a record to users who can see it; for a change of the record, only to its owner. */
function editableRecord<R extends SharedRecord>(
  context: PipelineContext,
  record: R | undefined,
): R | undefined {
  const { world, caller, operation } = context
  if (record === undefined || record.user_id === caller.user.id) return record
  if (operation.loads?.writeAccess === true) return undefined
  return isVisible(world.store, record, caller.user.id) ? record : undefined
}

/** Returns a personal, shared or public record to users who can see it. */
function visibleRecord<R extends SharedRecord>(
  context: PipelineContext,
  record: R | undefined,
): R | undefined {
  if (record === undefined) return undefined
  const { world, caller } = context
  return isVisible(world.store, record, caller.user.id) ? record : hideForeignRecord(context)
}

function recordForMembers<R>(
  context: PipelineContext,
  record: R | undefined,
  organization: string | undefined,
) {
  if (record === undefined) return undefined
  const { world, caller } = context
  const role = organization && roleIn(world.store, organization, caller.user.id)
  return role === undefined
    ? hideForeignRecord(context, 'Not a member of this organization')
    : record
}

/** Hides a record of another user: `undefined` for 404. Some deployments respond with 403. */
function hideForeignRecord(
  { behaviour }: PipelineContext,
  message = 'This belongs to someone else.',
): undefined {
  if (behaviour.policy.connections.revealsOthers) throw new ApiError('not-permitted', message)
}
