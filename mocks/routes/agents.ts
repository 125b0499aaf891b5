import type * as z from 'zod/mini'
import { createAgentBody, updateAgentBody } from '../../contract/operations/agents.ts'
import { publishBody } from '../../contract/operations/fields.ts'
import type { Agent, StoredAgent } from '../../contract/records/agent.ts'
import type { RequestContext } from '../platform/request-context.ts'
import { everyone } from '../world/store.ts'
import { isVisible } from '../platform/visibility.ts'
import { checkBindings, usableBindings } from './bindings.ts'
import { paginateArray } from './paginate.ts'
import { published, unpublished } from './publication.ts'
import type { Route } from './route.ts'
import { settle } from './settle.ts'

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
  'agents.read': (visit) => agentView(visit, visit.resource('agent')),
  'agents.create': (visit) => {
    const given = visit.bodyAs(createAgentBody)
    const settings = settle(given, { ...blank, name: given.name })
    checkBindings(visit, settings)
    return agentView(
      visit,
      hire(visit, { ...blank, ...settings, name: given.name, forked_from: null }),
    )
  },
  'agents.update': (visit) => {
    const { name } = visit.resource('agent')
    const settings = settle(visit.bodyAs(updateAgentBody), { ...blank, is_active: true, name })
    checkBindings(visit, settings)
    return change(visit, settings)
  },
  'agents.delete': (visit) => {
    const { id } = visit.resource('agent')
    visit.world.store.agents.delete(id)
    return { deleted: id }
  },
  'agents.publish': (visit) => {
    const audience = published(visit, visit.resource('agent'), visit.bodyAs(publishBody))
    return change(visit, {
      ...audience,
      status: 'published',
      published_at: visit.world.clock.iso(),
    })
  },
  'agents.unpublish': (visit) =>
    change(visit, { ...unpublished, status: 'draft', published_at: null }),
  'agents.fork': (visit) => {
    const original = visit.resource('agent')
    return agentView(
      visit,
      hire(visit, {
        ...original,
        ...usableBindings(visit, original),
        name: `${original.name} (copy)`,
        forked_from: original.id,
      }),
    )
  },
} satisfies Record<string, Route>

type Settable = keyof z.infer<typeof createAgentBody>
type Described = Omit<Pick<StoredAgent, Settable>, 'name'>

/** What an agent is that nothing was said about. */
const blank: Described = {
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
function hire(
  { world, caller }: RequestContext,
  described: Pick<StoredAgent, Settable | 'forked_from'>,
): StoredAgent {
  return world.store.agents.insert({
    ...described,
    ...unpublished,
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

function change(visit: RequestContext, fields: Partial<StoredAgent>): Agent {
  const { store, clock } = visit.world
  const updated_at = clock.iso()
  return agentView(visit, store.agents.update(visit.resource('agent'), { ...fields, updated_at }))
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
