import type { Agent, StoredAgent } from '../../contract/records/agent.ts'
import { everyone } from '../state/store.ts'
import { isVisible } from '../state/visibility.ts'
import { paginateArray } from './paginate.ts'
import type { Route } from './route.ts'

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
      seen.map((agent) => agentView(agent, caller.user.id)),
    )
  },
  'agents.read': (visit) => agentView(visit.foundAs('agent'), visit.caller.user.id),
} satisfies Record<string, Route>

/** An agent as a user sees it: how it was instructed is for its owner only. */
function agentView(agent: StoredAgent, user: string): Agent {
  if (agent.user_id === user) return { ...agent, source: 'own' }
  return {
    ...agent,
    source: agent.visibility === 'org' ? 'org' : 'market',
    instructions: null,
    compact_instructions: null,
    model_config_json: null,
  }
}
