import * as z from 'zod/mini'
import { timestamp } from './shared.ts'

export const channelType = z.enum(['feishu', 'wecom', 'slack'])

/** A channel into a chat, for notices and approvals (4.7: named only). */
export const channel = z.object({
  id: z.string(),
  name: z.string(),
  type: channelType,
  /** The organization that it belongs to; without one it is its creator's alone. */
  org_id: z.nullable(z.string()),
  /** How the chat is reached; secrets are `***`. */
  config: z.record(z.string(), z.unknown()),
  is_active: z.boolean(),
  created_by: z.string(),
  created_at: timestamp,
  updated_at: z.nullable(timestamp),
  /** Where the chat sends its events, below the base URL. */
  callback_url: z.string(),
})

/** A channel as a world keeps it, secrets included: callbacks are signed with one. */
export const storedChannel = z.omit(channel, { callback_url: true })

/** A chat that channels of a type can be connected to. */
export const chat = z.object({ id: z.string(), type: channelType, name: z.string() })

/** The chats that were discovered. */
export const discoveredChats = z.object({
  chats: z.array(z.object({ chat_id: z.string(), name: z.string() })),
})

/** What a callback answers: the challenge, or what the chat shows after a click, or nothing. */
export const callbackAnswer = z.object({
  challenge: z.optional(z.string()),
  toast: z.optional(z.object({ type: z.enum(['success', 'error']), content: z.string() })),
  card: z.optional(z.object({ confirmation_id: z.string(), status: z.string() })),
})

export type Channel = z.infer<typeof channel>
export type StoredChannel = z.infer<typeof storedChannel>
export type Chat = z.infer<typeof chat>
