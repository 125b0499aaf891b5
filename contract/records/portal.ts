import * as z from 'zod/mini'

const trend = z.array(z.object({ date: z.string(), turns: z.int(), tokens: z.int() }))

/** What a dashboard shows of the caller's own work. */
export const dashboard = z.object({
  total_conversations: z.int(),
  total_turns: z.int(),
  total_tokens: z.int(),
  total_agents: z.int(),
  total_kbs: z.int(),
  total_connectors: z.int(),
  /** The last days (UTC), oldest first; days without a turn are there, too. */
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

/** What the caller used in this calendar month (UTC), against their quota. */
export const ownUsage = z.object({
  month: z.string(),
  tokens_used: z.int(),
  /** 0 is unlimited. */
  token_quota: z.int(),
  /** What is left; null where the quota is unlimited. */
  tokens_left: z.nullable(z.int()),
  days: trend,
})

/** Whether somebody has set the platform up. */
export const setupStatus = z.object({ initialized: z.boolean() })

/** Whether people may sign up by themselves. */
export const registrationStatus = z.object({ registration_enabled: z.boolean() })

/** What everybody is told before they sign in. */
export const announcement = z.object({ enabled: z.boolean(), text: z.nullable(z.string()) })

/** Other places to sign in with. */
export const oauthProviders = z.object({ providers: z.array(z.string()) })

/** The version of the platform (9). */
export const version = z.object({
  version: z.string(),
  build_time: z.string(),
  app_name: z.string(),
})

/** That it was done. */
export const changed = z.object({ changed: z.literal(true) })

export type Dashboard = z.infer<typeof dashboard>
export type OwnUsage = z.infer<typeof ownUsage>
export type Trend = z.infer<typeof trend>
