import type * as z from 'zod/mini'
import {
  type auditQuery,
  settingsBody,
  type usageQuery,
} from '../../../contract/operations/admin.ts'
import type {
  HealthComponent,
  AgentUsage,
  PlatformStats,
  UsageAnalytics,
  Settings,
} from '../../../contract/records/administration.ts'
import { changeSettings, settingsOf, settingsView } from '../settings.ts'
import { everyone, type Store } from '../../world/store.ts'
import type { World } from '../../world/world.ts'
import { paginateArray } from '../paginate.ts'
import type { Route } from '../route.ts'
import type { Transcript } from '../../../contract/events.ts'
import { ownLimits } from '../../../contract/limits.ts'
import { dateOf, lastDates } from '../../world/dates.ts'

/** The platform itself: its settings, its health, and what was done to it. */
export const adminPlatformRoutes = {
  'admin.settings.read': ({ world }) => settingsView(world.store),
  'admin.settings.update': (visit) => {
    const given = Object.entries(visit.bodyAs(settingsBody))
    const change: Partial<Settings> = Object.fromEntries(
      given.filter(([, value]) => value !== null && value !== undefined),
    )
    return changeSettings(visit.world.store, change)
  },
  'admin.audit-log': (visit) => {
    const { action, actor_id } = visit.query as z.infer<typeof auditQuery>
    const entries = visit.world.store.auditLog
      .owned(everyone, 'newest')
      .filter((entry) => action === undefined || entry.action === action)
      .filter((entry) => actor_id === undefined || entry.actor_id === actor_id)
    return paginateArray(visit, entries)
  },
  'admin.health': (visit) => paginateArray(visit, readHealth(visit.world)),
} satisfies Record<string, Route>

function readHealth({ store, clock }: World): HealthComponent[] {
  const inMaintenance = settingsOf(store).maintenance_mode
  const component = (name: string, detail: string): HealthComponent => ({
    name,
    status: 'healthy',
    detail,
    checked_at: clock.iso(),
  })
  return [
    {
      ...component('api', inMaintenance ? 'under maintenance' : 'answering'),
      status: inMaintenance ? 'maintenance' : 'healthy',
    },
    component('database', `${store.conversations.size} conversations`),
    component('retrieval', `${store.documents.size} documents`),
  ]
}

/** Figures about what the world holds, counted when they are asked for. */
export const adminFigureRoutes = {
  'admin.stats': ({ world }) => platformStats(world.store),
  'admin.analytics.usage': ({ world, query }) => {
    const { days = ownLimits.usageDays.default } = query as z.infer<typeof usageQuery>
    return usageByDay(world.store, world.clock.now(), days)
  },
  'admin.analytics.by-agent': (visit) => paginateArray(visit, usageByAgent(visit.world.store)),
} satisfies Record<string, Route>

function platformStats(store: Store): PlatformStats {
  const users = store.users.owned(everyone, 'oldest')
  const { turns, tokens } = sumUsage([...store.transcripts.values()])
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

function usageByDay(store: Store, now: number, days: number): UsageAnalytics {
  const byDay = Map.groupBy(store.transcripts.values(), ({ created_at }) => dateOf(created_at))
  const rows = lastDates(now, days).map((date) => ({ date, ...sumUsage(byDay.get(date) ?? []) }))
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
      ...sumUsage(transcripts),
    }))
    .toSorted((a, b) => b.tokens - a.tokens)
}

const sumUsage = (transcripts: readonly Transcript[]) => ({
  turns: transcripts.length,
  tokens: transcripts.reduce((sum, transcript) => sum + countTokens(transcript), 0),
})

const countTokens = ({ events }: Transcript): number =>
  events.findLast((event) => event.event === 'done')?.data.tokens ?? 0
