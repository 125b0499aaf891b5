import * as z from 'zod/mini'
import { timestamp } from './shared.ts'

/** The notification settings of a user (4.1: not specified). */
export const notifications = z.object({
  by_email: z.boolean(),
  in_app: z.boolean(),
  turn_done: z.boolean(),
  approval_requested: z.boolean(),
  workflow_failed: z.boolean(),
  quota_nearly_used: z.boolean(),
})

export interface Notifications extends z.output<typeof notifications> {}

/** A user as login, refresh and `GET /api/auth/me` show it (2.7: fields not specified). */
export const user = z.object({
  id: z.string(),
  username: z.nullable(z.string()),
  display_name: z.nullable(z.string()),
  email: z.string(),
  is_admin: z.boolean(),
  system_instructions: z.nullable(z.string()),
  preferred_language: z.string(),
  oauth_provider: z.nullable(z.string()),
  has_password: z.boolean(),
  oauth_bindings: z.array(z.string()),
  onboarding_completed: z.boolean(),
  avatar: z.nullable(z.string()),
  privacy_accepted_at: z.nullable(timestamp),
  timezone: z.nullable(z.string()),
  default_agent_id: z.nullable(z.string()),
  default_exec_mode: z.nullable(z.string()),
  default_reasoning: z.nullable(z.string()),
  totp_enabled: z.boolean(),
  has_connector: z.boolean(),
  has_agent: z.boolean(),
  has_conversation: z.boolean(),
})

/** A user as a world stores it. */
export const storedUser = z.extend(
  z.omit(user, { has_connector: true, has_agent: true, has_conversation: true }),
  {
    password: z.string(),
    /** A disabled account: every credential of the user is refused with 403 `forbidden`. */
    is_restricted: z.boolean(),
    /** Tokens per month: 0 is unlimited, null inherits the default of the settings (8). */
    token_quota: z.nullable(z.int().check(z.nonnegative())),
    /** The changed notification settings; absent until the user changes a setting. */
    notifications: z.optional(notifications),
    created_at: timestamp,
  },
)

/** A user in responses: without the password. */
export interface User extends z.output<typeof user> {}
export type StoredUser = z.infer<typeof storedUser>
