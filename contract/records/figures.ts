import * as z from 'zod/mini'
import { timestamp } from './shared.ts'

/** How much there is of everything on the platform. */
export const platformStats = z.object({
  total_users: z.int(),
  active_users: z.int(),
  total_api_keys: z.int(),
  total_agents: z.int(),
  total_knowledge_bases: z.int(),
  total_conversations: z.int(),
  total_messages: z.int(),
  total_turns: z.int(),
  total_tokens: z.int(),
})

/** Stored turns and their tokens by day (UTC), oldest first; days without a turn are there, too. */
export const usageAnalytics = z.object({
  days: z.array(z.object({ date: z.string(), turns: z.int(), tokens: z.int() })),
  total_turns: z.int(),
  total_tokens: z.int(),
})

/** Stored turns and their tokens of one agent; without an agent where `agent_id` is null. */
export const agentUsage = z.object({
  agent_id: z.nullable(z.string()),
  agent_name: z.nullable(z.string()),
  turns: z.int(),
  tokens: z.int(),
})

/** One part of the platform and how it does. */
export const healthComponent = z.object({
  name: z.string(),
  status: z.enum(['healthy', 'maintenance']),
  detail: z.string(),
  checked_at: timestamp,
})

export type PlatformStats = z.infer<typeof platformStats>
export type UsageAnalytics = z.infer<typeof usageAnalytics>
export type AgentUsage = z.infer<typeof agentUsage>
export type HealthComponent = z.infer<typeof healthComponent>
