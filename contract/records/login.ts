import * as z from 'zod/mini'
import { timestamp } from './shared.ts'
import { user } from './user.ts'

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
