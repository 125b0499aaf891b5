import * as z from 'zod/mini'
import { timestamp } from './shared.ts'

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
