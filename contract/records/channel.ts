import * as z from 'zod/mini'
import { timestamp } from './shared.ts'

export const channelType = z.enum(['feishu', 'wecom', 'slack'])

/** A channel to a chat, for notifications and approvals (4.7: named only). */
export const channel = z.object({
  id: z.string(),
  name: z.string(),
  type: channelType,
  /** The organization that the channel belongs to; null if only its creator may use the channel. */
  org_id: z.nullable(z.string()),
  /** The settings of the chat; secrets are masked as `***`. */
  config: z.record(z.string(), z.unknown()),
  is_active: z.boolean(),
  created_by: z.string(),
  created_at: timestamp,
  updated_at: z.nullable(timestamp),
  /** The path to which the chat sends events, relative to the base URL. */
  callback_url: z.string(),
})

/** A channel as a world stores it, with its secrets, such as the secret that signs callbacks. */
export const storedChannel = z.omit(channel, { callback_url: true })

/** A chat that channels of its type can connect to. */
export const storedChat = z.object({ id: z.string(), type: channelType, name: z.string() })

export const discoveredChats = z.object({
  chats: z.array(z.object({ chat_id: z.string(), name: z.string() })),
})

/** The response to a callback: the challenge, the text to show after a click, or nothing. */
export const callbackAnswer = z.object({
  challenge: z.optional(z.string()),
  toast: z.optional(z.object({ type: z.enum(['success', 'error']), content: z.string() })),
  card: z.optional(z.object({ confirmation_id: z.string(), status: z.string() })),
})

export type Channel = z.infer<typeof channel>
export type StoredChannel = z.infer<typeof storedChannel>
export type Chat = z.infer<typeof storedChat>
