import type * as z from 'zod/mini'
import { createAgentBody, updateAgentBody } from '../../../contract/operations/agents.ts'
import { publishBody } from '../../../contract/operations/fields.ts'
import type { Agent, StoredAgent } from '../../../contract/records/agent.ts'
import type { RequestContext } from '../request-context.ts'
import { everyone, type Store } from '../../world/store.ts'
import { isVisible, type SharedRecord } from '../visibility.ts'
import { paginateArray } from '../paginate.ts'
import { publishedFields, unpublishedFields } from '../publication.ts'
import type { Route } from '../route.ts'
import { withDefaults } from '../body-fields.ts'
import { type ResourceKind, resourceKinds } from '../../../contract/operations/operation.ts'
import { ApiError } from '../../world/api-error.ts'

export const agentRoutes = {
  'agents.list': (visit) => {
    const { world, caller } = visit
    const { status } = visit.query as { status?: string }
    const seen = world.store.agents
      .owned(everyone, 'newest')
      .filter((agent) => isVisible(world.store, agent, caller.user.id))
      .filter((agent) => status === undefined || agent.status === status)
    return paginateArray(
      visit,
      seen.map((agent) => agentView(visit, agent)),
    )
  },
  'agents.read': (visit) => agentView(visit, visit.resourceAs('agent')),
  'agents.create': (visit) => {
    const given = visit.bodyAs(createAgentBody)
    const settings = withDefaults(given, { ...agentDefaults, name: given.name })
    checkBindings(visit, settings)
    return agentView(
      visit,
      insertAgent(visit, { ...agentDefaults, ...settings, name: given.name, forked_from: null }),
    )
  },
  'agents.update': (visit) => {
    const { name } = visit.resourceAs('agent')
    const settings = withDefaults(visit.bodyAs(updateAgentBody), {
      ...agentDefaults,
      is_active: true,
      name,
    })
    checkBindings(visit, settings)
    return updateAgent(visit, settings)
  },
  'agents.delete': (visit) => {
    const { id } = visit.resourceAs('agent')
    visit.world.store.agents.delete(id)
    return { deleted: id }
  },
  'agents.publish': (visit) => {
    const audience = publishedFields(visit, visit.resourceAs('agent'), visit.bodyAs(publishBody))
    return updateAgent(visit, {
      ...audience,
      status: 'published',
      published_at: visit.world.clock.iso(),
    })
  },
  'agents.unpublish': (visit) =>
    updateAgent(visit, { ...unpublishedFields, status: 'draft', published_at: null }),
  'agents.fork': (visit) => {
    const original = visit.resourceAs('agent')
    return agentView(
      visit,
      insertAgent(visit, {
        ...original,
        ...usableBindings(visit, original),
        name: `${original.name} (copy)`,
        forked_from: original.id,
      }),
    )
  },
} satisfies Record<string, Route>

type Settable = keyof z.infer<typeof createAgentBody>
type AgentSettings = Omit<Pick<StoredAgent, Settable>, 'name'>

/** What an agent is that nothing was said about. */
const agentDefaults: AgentSettings = {
  icon: null,
  description: null,
  instructions: null,
  compact_instructions: null,
  model_config_json: null,
  tool_categories: [],
  suggested_prompts: [],
  kb_ids: [],
  connector_ids: [],
  mcp_server_ids: [],
  grounding_config: null,
  sandbox_config: null,
  execution_mode: 'react',
  confirmation_mode: 'auto',
  confirmation_approver_scope: 'initiator',
  require_confirmation_for_all: false,
  approval_channel_id: null,
  suggest_followups: false,
}

/** Adds an agent of the caller: a draft, for nobody else yet. */
function insertAgent(
  { world, caller }: RequestContext,
  described: Pick<StoredAgent, Settable | 'forked_from'>,
): StoredAgent {
  return world.store.agents.insert({
    ...described,
    ...unpublishedFields,
    id: world.random.uuid('agent', caller.user.id),
    user_id: caller.user.id,
    status: 'draft',
    published_at: null,
    is_active: true,
    is_builder: false,
    created_at: world.clock.iso(),
    updated_at: null,
  })
}

function updateAgent(visit: RequestContext, fields: Partial<StoredAgent>): Agent {
  const { store, clock } = visit.world
  const updated_at = clock.iso()
  return agentView(visit, store.agents.update(visit.resourceAs('agent'), { ...fields, updated_at }))
}

/** An agent as the caller sees it: how it was instructed is for its owner only. */
function agentView({ caller }: RequestContext, agent: StoredAgent): Agent {
  if (agent.user_id === caller.user.id) return { ...agent, source: 'own' }
  return {
    ...agent,
    source: agent.visibility === 'org' ? 'org' : 'market',
    instructions: null,
    compact_instructions: null,
    model_config_json: null,
  }
}

type Bindings = Pick<StoredAgent, 'kb_ids' | 'connector_ids' | 'mcp_server_ids'>
type Binding = {
  readonly resource: ResourceKind
  readonly get: (store: Store, id: string) => SharedRecord | undefined
}

/** What an agent can be bound to. */
const bindings: { readonly [Field in keyof Bindings]: Binding } = {
  kb_ids: { resource: 'knowledge-base', get: (store, id) => store.knowledgeBases.get(id) },
  connector_ids: { resource: 'connector', get: (store, id) => store.connectors.get(id) },
  mcp_server_ids: { resource: 'mcp-server', get: (store, id) => store.mcpServers.get(id) },
}
const bindingFields = Object.keys(bindings) as (keyof Bindings)[]

/** Refuses ids that lead nowhere (404), or to what the caller may not use (403). */
function checkBindings(visit: RequestContext, given: Partial<Bindings>): void {
  for (const field of bindingFields)
    for (const id of given[field] ?? []) requireUsable(visit, bindings[field], id)
}

/** The bindings of an agent that the caller may use. */
function usableBindings({ world, caller }: RequestContext, agent: Bindings): Bindings {
  const usable = (field: keyof Bindings) =>
    agent[field].filter((id) => {
      const record = bindings[field].get(world.store, id)
      return record !== undefined && isVisible(world.store, record, caller.user.id)
    })
  return {
    kb_ids: usable('kb_ids'),
    connector_ids: usable('connector_ids'),
    mcp_server_ids: usable('mcp_server_ids'),
  }
}

function requireUsable(
  { world, caller }: RequestContext,
  { resource, get }: Binding,
  id: string,
): void {
  const record = get(world.store, id)
  const { name } = resourceKinds[resource]
  if (record === undefined)
    throw new ApiError('resource-missing', `There is no ${name} \`${id}\`.`, { resource })
  if (!isVisible(world.store, record, caller.user.id))
    throw new ApiError('not-permitted', `The ${name} \`${id}\` belongs to others.`)
}
