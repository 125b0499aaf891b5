import type * as z from 'zod/mini'
import type { usageQuery } from '../../../contract/operations/admin-bodies.ts'
import type { Transcript } from '../../../contract/events.ts'
import { ownLimits } from '../../../contract/limits.ts'
import type {
  AgentUsage,
  PlatformStats,
  UsageAnalytics,
} from '../../../contract/records/figures.ts'
import { dateOf, lastDates } from '../../world/dates.ts'
import { everyone, type Store } from '../../world/store.ts'
import { paginateArray } from '../paginate.ts'
import type { Route } from '../route.ts'

/** Figures about what the world holds, counted when they are asked for. */
export const adminFigureRoutes = {
  'admin.stats': ({ world }) => statsOf(world.store),
  'admin.analytics.usage': ({ world, query }) => {
    const { days = ownLimits.usageDays.default } = query as z.infer<typeof usageQuery>
    return usageOf(world.store, world.clock.now(), days)
  },
  'admin.analytics.by-agent': (visit) => paginateArray(visit, usageByAgent(visit.world.store)),
} satisfies Record<string, Route>

function statsOf(store: Store): PlatformStats {
  const users = store.users.owned(everyone, 'oldest')
  const { turns, tokens } = sumOf([...store.transcripts.values()])
  return {
    total_users: users.length,
    active_users: users.filter(({ is_restricted }) => !is_restricted).length,
    total_api_keys: store.keys.size,
    total_agents: store.agents.size,
    total_knowledge_bases: store.knowledgeBases.size,
    total_conversations: store.conversations.size,
    total_messages: store.messages.size,
    total_turns: turns,
    total_tokens: tokens,
  }
}

function usageOf(store: Store, now: number, days: number): UsageAnalytics {
  const byDay = Map.groupBy(store.transcripts.values(), ({ created_at }) => dateOf(created_at))
  const rows = lastDates(now, days).map((date) => ({ date, ...sumOf(byDay.get(date) ?? []) }))
  return {
    days: rows,
    total_turns: rows.reduce((sum, { turns }) => sum + turns, 0),
    total_tokens: rows.reduce((sum, { tokens }) => sum + tokens, 0),
  }
}

/** Agents with stored turns, those with most tokens first. */
function usageByAgent(store: Store): AgentUsage[] {
  const byAgent = Map.groupBy(
    store.transcripts.values(),
    ({ conversation_id }) => store.conversations.get(conversation_id)?.agent_id ?? null,
  )
  return [...byAgent]
    .map(([agent_id, transcripts]) => ({
      agent_id,
      agent_name: store.agents.get(agent_id ?? '')?.name ?? null,
      ...sumOf(transcripts),
    }))
    .toSorted((a, b) => b.tokens - a.tokens)
}

const sumOf = (transcripts: readonly Transcript[]) => ({
  turns: transcripts.length,
  tokens: transcripts.reduce((sum, transcript) => sum + tokensOf(transcript), 0),
})

const tokensOf = ({ events }: Transcript): number =>
  events.findLast((event) => event.event === 'done')?.data.tokens ?? 0
