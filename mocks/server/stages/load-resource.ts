import { type ResourceKind, resourceKinds } from '../../../contract/operations/operation.ts'
import { ApiError } from '../../world/api-error.ts'
import { isVisible, type SharedRecord, roleIn } from '../../platform/visibility.ts'
import { authorizeChange } from './authorize.ts'
import type { Resources, PipelineContext } from '../../platform/request-context.ts'

/** Looks up the record that the path or the body leads to; to strangers it is missing (7). */
export function loadResource(visit: PipelineContext): void {
  const { loads } = visit.operation
  if (loads === undefined) return
  // Where it was validated already, the body may hold a near miss as what it was taken for.
  const body = (visit.body ?? visit.rawBody.value) as Record<string, unknown> | null | undefined
  const given = loads.in === 'body' ? body?.[loads.by] : visit.params[loads.by]
  // An id that is no text leads nowhere: that it is wrong is for `validate` to say.
  if (typeof given !== 'string') return
  const record = lookUp[loads.kind](visit, given)
  if (record === undefined)
    throw new ApiError(
      loads.missing ?? 'resource-missing',
      `There is no ${resourceKinds[loads.kind].name} \`${given}\`.`,
      {
        resource: loads.kind,
      },
    )
  visit.resource = record
  if (loads.writeAccess === true) authorizeChange(visit, loads.kind)
}

const lookUp: {
  [Kind in ResourceKind]: (visit: PipelineContext, id: string) => Resources[Kind] | undefined
} = {
  'api-key': ({ world, caller, behaviour, operation: endpoint }, id) => {
    const key = world.store.keys.get(id)
    const ofAll = behaviour.policy.keys.sharedByAll || endpoint.adminOnly === true
    return key?.user_id === caller.user.id || ofAll ? key : undefined
  },
  conversation: ({ world, caller, behaviour, operation: endpoint }, id) => {
    const conversation = world.store.conversations.get(id)
    const ofAll = behaviour.policy.conversations.sharedByAll || endpoint.adminOnly === true
    return conversation?.user_id === caller.user.id || ofAll ? conversation : undefined
  },
  user: ({ world }, id) => world.store.users.get(id),
  agent: (visit, id) => reached(visit, visit.world.store.agents.get(id)),
  'knowledge-base': (visit, id) => reached(visit, visit.world.store.knowledgeBases.get(id)),
  document: (visit, id) => {
    const document = visit.world.store.documents.get(id)
    const base = lookUp['knowledge-base'](visit, visit.params['id'] ?? '')
    return base !== undefined && base.id === document?.kb_id ? document : undefined
  },
  connector: (visit, id) => shown(visit, visit.world.store.connectors.get(id)),
  'connector-action': (visit, id) => {
    const connector = lookUp.connector(visit, visit.params['connector_id'] ?? '')
    const action = connector?.actions.find((one) => one.id === id)
    return connector && action && { id, connector, action }
  },
  'mcp-server': (visit, id) => shown(visit, visit.world.store.mcpServers.get(id)),
  organization: (visit, id) => {
    const organization = visit.world.store.organizations.get(id)
    return ofMembers(visit, organization, organization?.id)
  },
  member: (visit, id) => {
    const organization = lookUp.organization(visit, visit.params['org_id'] ?? '')
    const membership = organization?.members.find(({ user_id }) => user_id === id)
    return organization && membership && { id, organization, membership }
  },
  channel: (visit, id) => {
    const channel = visit.world.store.channels.get(id)
    // Chats call a channel back, and they are no users.
    if (visit.operation.access === 'public') return channel
    if (channel?.org_id !== null) return ofMembers(visit, channel, channel?.org_id)
    return channel.created_by === visit.caller.user.id ? channel : hide(visit)
  },
  confirmation: ({ world }, id) => world.store.confirmations.get(id),
  workflow: (visit, id) => shown(visit, visit.world.store.workflows.get(id)),
  // A run belongs to whoever began it; the owner of its workflow sees it, too.
  'workflow-run': (visit, id) => {
    const workflow = lookUp.workflow(visit, visit.params['workflow_id'] ?? '')
    const run = visit.world.store.workflowRuns.get(id)
    if (workflow === undefined || run?.workflow_id !== workflow.id) return undefined
    return [run.user_id, workflow.user_id].includes(visit.caller.user.id) ? run : undefined
  },
}

/** A record for those who see it; to change it, for its owner alone. */
function reached<R extends SharedRecord>(
  visit: PipelineContext,
  record: R | undefined,
): R | undefined {
  const { world, caller, operation: endpoint } = visit
  if (record === undefined || record.user_id === caller.user.id) return record
  if (endpoint.loads?.writeAccess === true) return undefined
  return isVisible(world.store, record, caller.user.id) ? record : undefined
}

/** A record that is personal, an organization's or everybody's, for those who see it. */
function shown<R extends SharedRecord>(
  visit: PipelineContext,
  record: R | undefined,
): R | undefined {
  if (record === undefined) return undefined
  const { world, caller } = visit
  return isVisible(world.store, record, caller.user.id) ? record : hide(visit)
}

/** A record of an organization, for its members. */
function ofMembers<R>(
  visit: PipelineContext,
  record: R | undefined,
  organization: string | undefined,
) {
  if (record === undefined) return undefined
  const { world, caller } = visit
  const role = organization && roleIn(world.store, organization, caller.user.id)
  return role === undefined ? hide(visit) : record
}

/** What strangers are told of a record that is there. */
function hide({ behaviour }: PipelineContext): undefined {
  if (behaviour.policy.connections.revealsOthers)
    throw new ApiError('not-permitted', 'This belongs to others.')
}
