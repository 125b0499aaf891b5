import * as z from 'zod/mini'
import { timestamp } from './shared.ts'
import { user } from './user.ts'

/** An API key record (2.1). The full value is never part of it. */
export const apiKey = z.object({
  id: z.string(),
  name: z.string(),
  key_prefix: z.string().check(z.length(8)),
  scopes: z.nullable(z.string()),
  is_active: z.boolean(),
  expires_at: z.nullable(timestamp),
  last_used_at: z.nullable(timestamp),
  total_requests: z.int(),
  created_at: timestamp,
})

/** A key as a world keeps it: its value and prefix are derived, its usage is counted beside it. */
export const storedApiKey = z.extend(
  z.omit(apiKey, { key_prefix: true, last_used_at: true, total_requests: true }),
  { user_id: z.string() },
)

export type ApiKey = z.infer<typeof apiKey>
export type StoredApiKey = z.infer<typeof storedApiKey>

/** What stands in for a credential in the body of a chat request, for a minute. */
export const ticket = z.object({ ticket: z.string() })

/** How many sessions were ended. */
export const revoked = z.object({ revoked: z.int() })

/** What a login and a refresh answer (2.7). */
export const login = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  token_type: z.string(),
  /** Seconds. */
  expires_in: z.int(),
  user,
})

/** What `GET /api/auth/verify` says of the credential (4.6: not shown). */
export const verification = z.object({
  valid: z.literal(true),
  user_id: z.string(),
  credential: z.enum(['access_token', 'api_key']),
  expires_at: z.nullable(timestamp),
})

/** A login that can still be refreshed, as its user sees it (4.1: not shown). */
export const session = z.object({
  id: z.string(),
  started_at: timestamp,
  refreshed_at: timestamp,
  /** When it ends unless it is refreshed before. */
  expires_at: timestamp,
  /** Whether it is the one that asks. */
  is_current: z.boolean(),
})

export type Session = z.infer<typeof session>
export type StoredSession = Omit<Session, 'is_current'>
