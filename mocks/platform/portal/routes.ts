import { activeModel } from '../active-model.ts'
import type { portalOperations } from '../../../contract/operations/portal.ts'
import type { Dashboard } from '../../../contract/records/portal.ts'
import type { RequestContext, Routes } from '../request-context.ts'
import { listAllConversations, listAnswers, tokensOfAnswer, dailyTrend } from './activity.ts'
import { settingsOf, everyone } from '../../world/store.ts'
import { listedAgents } from '../agents/agent-records.ts'
import { visibleRecords } from '../sharing.ts'
import { paginate } from '../paginate.ts'

const trendDays = 30
const topCount = 5

export const portalRoutes: Routes<typeof portalOperations> = {
  'auth.setup-status': ({ world }) => ({ initialized: world.store.users.size > 0 }),
  'auth.registration-status': ({ world }) => ({
    registration_enabled: settingsOf(world.store).registration_enabled,
  }),
  'auth.announcement': () => ({ enabled: false, text: null }),
  'auth.oauth-providers': () => ({ providers: [] }),
  version: ({ behaviour }) => ({
    version: behaviour.policy.portal.version,
    build_time: '2026-09-30T12:00:00.000Z',
    app_name: 'Agent Platform',
  }),
  'tools.catalog': ({ world: { tools } }) => ({
    categories: [...new Set(tools.map(({ category }) => category))],
    tools,
  }),
  'dashboard.stats': createDashboard,
  'models.list': (context) => {
    const { models } = context.world.store
    return paginate(context, models.list(everyone, 'oldest'))
  },
  'models.active': ({ world }) => ({
    general: activeModel(world, 'general') ?? null,
    fast: activeModel(world, 'fast') ?? null,
  }),
}

/** Computes the figures of the dashboard from the records in the caller's lists. */
function createDashboard(context: RequestContext): Dashboard {
  const { store, clock } = context.world
  const user = context.caller.user.id
  const conversations = listAllConversations(store, user)
  const answers = listAnswers(store, user)
  const agents = listedAgents(context).slice(0)
  const bases = visibleRecords(context, 'knowledge_bases').slice(0)
  const connectors = visibleRecords(context, 'connectors').slice(0)
  const byAgent = Map.groupBy(conversations, ({ agent_id }) => agent_id)
  return {
    total_conversations: conversations.length,
    total_turns: answers.length,
    total_tokens: answers.reduce((sum, answer) => sum + tokensOfAnswer(answer), 0),
    total_agents: agents.length,
    total_kbs: bases.length,
    total_connectors: connectors.length,
    activity_trend: dailyTrend(answers, clock.now(), trendDays),
    top_agents: agents
      .map(({ id, name, icon }) => ({
        id,
        name,
        icon,
        conversation_count: byAgent.get(id)?.length ?? 0,
      }))
      .toSorted((a, b) => b.conversation_count - a.conversation_count)
      .slice(0, topCount),
    top_kbs: bases
      .map(({ id, name, document_count, total_chunks }) => ({
        id,
        name,
        document_count,
        total_chunks,
      }))
      .toSorted((a, b) => b.total_chunks - a.total_chunks)
      .slice(0, topCount),
    connector_health: connectors.map(({ id, name, is_active }) => ({
      id,
      name,
      status: is_active ? 'healthy' : 'inactive',
    })),
  }
}
