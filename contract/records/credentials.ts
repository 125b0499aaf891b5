import * as z from 'zod/mini'
import { timestamp } from './shared.ts'
import { user } from './user.ts'

/** An API key record (2.1). It never contains the full value. */
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

/** An API key as a world stores it. Value and prefix are computed; usage is counted separately. */
export const storedApiKey = z.extend(
  z.omit(apiKey, { key_prefix: true, last_used_at: true, total_requests: true }),
  { user_id: z.string() },
)

/** An API key, as lists show it: without its secret (5.1). */
export interface ApiKey extends z.output<typeof apiKey> {}
export type StoredApiKey = z.infer<typeof storedApiKey>

/** A ticket. For one minute, it can replace the credential in the body of a chat request. */
export const ticket = z.object({ ticket: z.string() })

export const revoked = z.object({ revoked: z.int() })

/** The response to login and refresh (2.7). */
export const login = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  token_type: z.string(),
  /** The lifetime of the access token in seconds. */
  expires_in: z.int(),
  user,
})

/** The response of `GET /api/auth/verify` (4.6: not specified). */
export const verification = z.object({
  valid: z.literal(true),
  user_id: z.string(),
  credential: z.enum(['access_token', 'api_key']),
  expires_at: z.nullable(timestamp),
})

/** A session that can still be refreshed (4.1: not specified). */
export const session = z.object({
  id: z.string(),
  started_at: timestamp,
  refreshed_at: timestamp,
  /** The time at which the session expires, unless it is refreshed. */
  expires_at: timestamp,
  /** Whether the request belongs to this session. */
  is_current: z.boolean(),
})

export interface Session extends z.output<typeof session> {}
export type StoredSession = Omit<Session, 'is_current'>
