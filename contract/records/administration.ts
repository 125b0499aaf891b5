import * as z from 'zod/mini'
import { apiKey } from './credentials.ts'
import { conversation } from './conversation.ts'
import { timestamp } from './shared.ts'

/** A user as administrators see it (4.7: not specified). */
export const administeredUser = z.object({
  id: z.string(),
  username: z.nullable(z.string()),
  display_name: z.nullable(z.string()),
  email: z.string(),
  is_admin: z.boolean(),
  /** False if the account is restricted (disabled). */
  is_active: z.boolean(),
  /** Tokens per month: 0 is unlimited, null inherits the default of the settings (8). */
  token_quota: z.nullable(z.int()),
  /** Tokens used in this calendar month (UTC). */
  tokens_used: z.int(),
  created_at: timestamp,
})

const owner = { user_id: z.string(), user_email: z.nullable(z.string()) }

/** A key of any user, with its owner. */
export const administeredKey = z.extend(apiKey, owner)

/** A conversation of any user, with its owner. */
export const administeredConversation = z.extend(conversation, owner)

export const loggedOut = z.object({ logged_out: z.int() })

export type AdministeredUser = z.infer<typeof administeredUser>
export type AdministeredKey = z.infer<typeof administeredKey>
export type AdministeredConversation = z.infer<typeof administeredConversation>

/** The number of records on the platform, by kind. */
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

/** Stored turns and their tokens by day (UTC), oldest first, including days without turns. */
export const usageAnalytics = z.object({
  days: z.array(z.object({ date: z.string(), turns: z.int(), tokens: z.int() })),
  total_turns: z.int(),
  total_tokens: z.int(),
})

/** Stored turns and tokens of one agent; a null `agent_id` counts turns without an agent. */
export const agentUsage = z.object({
  agent_id: z.nullable(z.string()),
  agent_name: z.nullable(z.string()),
  turns: z.int(),
  tokens: z.int(),
})

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

/** An entry of the audit log: who did what to which record, and when (4.7: not specified). */
export const auditEntry = z.object({
  id: z.string(),
  /** The id of the user who acted; null if nobody was signed in. */
  actor_id: z.nullable(z.string()),
  actor_email: z.nullable(z.string()),
  /** The action, such as `user.deleted`. */
  action: z.string(),
  /** The id of the affected record. */
  target_id: z.nullable(z.string()),
  created_at: timestamp,
})

export type AuditEntry = z.infer<typeof auditEntry>

/** The settings of the platform, as an administrator sees and changes them (4.7: not specified). */
export const settings = z.object({
  /** In maintenance mode, all operations but sign-in and administration respond with 503. */
  maintenance_mode: z.boolean(),
  registration_enabled: z.boolean(),
  /** Tokens per month of users without their own quota; 0 is unlimited (8). */
  default_token_quota: z.int(),
})

/** The settings as a world stores them. */
export const storedSettings = z.extend(settings, { id: z.string() })

export type Settings = z.infer<typeof settings>
export type StoredSettings = z.infer<typeof storedSettings>
