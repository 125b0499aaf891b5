import { newRecords, unpublishedFields } from '../../../contract/new-records.ts'
import { ownLimits } from '../../../contract/limits.ts'
import { cutAt } from '../../../contract/shorten.ts'
import type { agentOperations } from '../../../contract/operations/agents.ts'
import type { Agent, StoredAgent } from '../../../contract/records/agent.ts'
import type { RequestContext, Routes } from '../request-context.ts'
import { visibilityFor, sharingSource, publishedFields } from '../sharing.ts'
import { paginate } from '../paginate.ts'
import { withDefaults } from '../body-fields.ts'
import { kinds } from '../../../contract/kinds.ts'
import { ApiError, missingResource } from '../../world/api-error.ts'
import { deleteAgent, listedAgents } from './agent-records.ts'

export const agentRoutes: Routes<typeof agentOperations> = {
  'agents.list': (context) => {
    const agents = listedAgents(context, context.query.status)
    return paginate(context, agents, (agent) => agentView(context, agent))
  },
  'agents.read': (context) => agentView(context, context.resource),
  'agents.create': (context) => {
    const { name } = context.body
    const settings = withDefaults(context.body, { ...newRecords.agents, name })
    checkBindings(context, settings)
    return agentView(context, insertAgent(context, { ...newRecords.agents, ...settings, name }))
  },
  'agents.update': (context) => {
    const { name } = context.resource
    const settings = withDefaults(context.body, { ...newRecords.agents, name })
    checkBindings(context, settings)
    return updateAgent(context, settings)
  },
  'agents.delete': ({ world, resource: { id } }) => {
    deleteAgent(world, id)
    return { deleted: id }
  },
  'agents.publish': (context) =>
    updateAgent(context, {
      ...publishedFields(context, context.resource, context.body),
      status: 'published',
      published_at: context.world.clock.iso(),
    }),
  'agents.unpublish': (context) =>
    updateAgent(context, { ...unpublishedFields, status: 'draft', published_at: null }),
  'agents.fork': (context) => {
    const original = context.resource
    return agentView(
      context,
      insertAgent(context, {
        ...original,
        ...usableBindings(context, original),
        ...unpublishedFields,
        name: nameOfCopy(original.name),
        status: 'draft',
        published_at: null,
        is_active: true,
        is_builder: false,
        forked_from: original.id,
        updated_at: null,
      }),
    )
  },
}

/** The name of a copy, cut to the length that names may have. */
function nameOfCopy(name: string): string {
  const suffix = ' (Copy)'
  const most = ownLimits.recordName.max - suffix.length
  return `${name.length > most ? name.slice(0, cutAt(name, most)) : name}${suffix}`
}

/** Adds an agent that belongs to the caller. */
function insertAgent(
  { world, caller }: RequestContext,
  settings: Omit<StoredAgent, 'id' | 'user_id' | 'created_at'>,
): StoredAgent {
  return world.store.agents.insert({
    ...settings,
    id: world.random.id('agent', caller.user.id),
    user_id: caller.user.id,
    created_at: world.clock.iso(),
  })
}

function updateAgent(
  context: RequestContext & { readonly resource: StoredAgent },
  changes: Partial<StoredAgent>,
): Agent {
  const { store, clock } = context.world
  const updated_at = clock.iso()
  return agentView(context, store.agents.update(context.resource, { ...changes, updated_at }))
}

/** An agent as the caller sees it. Only its owner sees its instructions and model settings. */
function agentView({ caller }: RequestContext, agent: StoredAgent): Agent {
  const view = { ...agent, source: sharingSource(agent, caller.user.id) }
  if (view.source === 'own') return view
  return { ...view, instructions: null, compact_instructions: null, model_config_json: null }
}

/** Maps each field with ids to the kind and the collection of the records with these ids. */
const bindingKinds = {
  kb_ids: { kind: 'knowledge_bases', collection: 'knowledgeBases' },
  connector_ids: { kind: 'connectors', collection: 'connectors' },
  mcp_server_ids: { kind: 'mcp_servers', collection: 'mcpServers' },
} as const
type BindingField = keyof typeof bindingKinds
type AgentBindings = Pick<StoredAgent, BindingField>

/** Throws for an id that does not exist (404), and for a record that the caller may not use (403). */
function checkBindings(context: RequestContext, requested: Partial<AgentBindings>): void {
  for (const field of Object.keys(bindingKinds) as BindingField[])
    for (const id of requested[field] ?? []) requireUsable(context, field, id)
}

/** Returns the bindings of an agent, without records that the caller may not see. */
function usableBindings({ world, caller }: RequestContext, agent: AgentBindings): AgentBindings {
  const usable = (field: BindingField) => {
    const { kind, collection } = bindingKinds[field]
    const isVisible = visibilityFor(world, kind, caller.user.id)
    return agent[field].filter((id) => {
      const record = world.store[collection].get(id)
      return record !== undefined && isVisible(record)
    })
  }
  return {
    kb_ids: usable('kb_ids'),
    connector_ids: usable('connector_ids'),
    mcp_server_ids: usable('mcp_server_ids'),
  }
}

function requireUsable({ world, caller }: RequestContext, field: BindingField, id: string): void {
  const { kind, collection } = bindingKinds[field]
  const record = world.store[collection].get(id)
  const { name, resource } = kinds[kind]
  if (record === undefined) throw missingResource(resource, id)
  if (!visibilityFor(world, kind, caller.user.id)(record))
    throw new ApiError(
      'not-permitted',
      `You may not use the ${name} \`${id}\`: it belongs to someone else.`,
    )
}
