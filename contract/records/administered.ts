import * as z from 'zod/mini'
import { apiKey } from './api-key.ts'
import { conversation } from './conversation.ts'
import { timestamp } from './shared.ts'

/** A user as administrators see one (4.7: not shown). */
export const administeredUser = z.object({
  id: z.string(),
  username: z.nullable(z.string()),
  display_name: z.nullable(z.string()),
  email: z.string(),
  is_admin: z.boolean(),
  /** False for a restricted account. */
  is_active: z.boolean(),
  /** Tokens a month: 0 is unlimited, `null` inherits the default of the settings (8). */
  token_quota: z.nullable(z.int()),
  /** What the turns of this calendar month (UTC) took. */
  tokens_used: z.int(),
  created_at: timestamp,
})

const owner = { user_id: z.string(), user_email: z.nullable(z.string()) }

/** A key of any user, with its owner. */
export const administeredKey = z.extend(apiKey, owner)

/** A conversation of any user, with its owner. */
export const administeredConversation = z.extend(conversation, owner)

/** How many users were logged out. */
export const loggedOut = z.object({ logged_out: z.int() })

export type AdministeredUser = z.infer<typeof administeredUser>
export type AdministeredKey = z.infer<typeof administeredKey>
export type AdministeredConversation = z.infer<typeof administeredConversation>
