import * as z from 'zod/mini'

const trend = z.array(z.object({ date: z.string(), turns: z.int(), tokens: z.int() }))

export const dashboard = z.object({
  total_conversations: z.int(),
  total_turns: z.int(),
  total_tokens: z.int(),
  total_agents: z.int(),
  total_kbs: z.int(),
  total_connectors: z.int(),
  /** The activity of the last days (UTC), oldest first, including days without turns. */
  activity_trend: trend,
  top_agents: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      icon: z.nullable(z.string()),
      conversation_count: z.int(),
    }),
  ),
  top_kbs: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      document_count: z.int(),
      total_chunks: z.int(),
    }),
  ),
  connector_health: z.array(
    z.object({ id: z.string(), name: z.string(), status: z.enum(['healthy', 'inactive']) }),
  ),
})

/** The usage of the caller in this calendar month (UTC), and the quota. */
export const ownUsage = z.object({
  month: z.string(),
  tokens_used: z.int(),
  /** Tokens per month; 0 is unlimited. */
  token_quota: z.int(),
  /** The tokens left in this month; null if unlimited. */
  tokens_left: z.nullable(z.int()),
  days: trend,
})

/** Whether the platform has been set up. */
export const setupStatus = z.object({ initialized: z.boolean() })

/** Whether users may register themselves. */
export const registrationStatus = z.object({ registration_enabled: z.boolean() })

export const announcement = z.object({ enabled: z.boolean(), text: z.nullable(z.string()) })

export const oauthProviders = z.object({ providers: z.array(z.string()) })

/** The version of the platform (9). */
export const version = z.object({
  version: z.string(),
  build_time: z.string(),
  app_name: z.string(),
})

/** The response to a password change. */
export const changed = z.object({ changed: z.literal(true) })

export type Dashboard = z.infer<typeof dashboard>
export interface OwnUsage extends z.output<typeof ownUsage> {}
export type Trend = z.infer<typeof trend>
