import * as z from 'zod/mini'
import { timestamp } from './shared.ts'

/** A conversation (2.5 specifies only the fields that clients can set). */
export const conversation = z.object({
  id: z.string(),
  user_id: z.string(),
  title: z.string(),
  mode: z.string(),
  agent_id: z.nullable(z.string()),
  model_name: z.nullable(z.string()),
  kb_ids: z.array(z.string()),
  status: z.enum(['active', 'archived']),
  starred: z.boolean(),
  total_tokens: z.int(),
  created_at: timestamp,
  updated_at: z.nullable(timestamp),
})

/** One message of a conversation. `GET /api/conversations/{id}` lists the oldest message first. */
export const message = z.object({
  id: z.string(),
  conversation_id: z.string(),
  role: z.enum(['user', 'assistant']),
  content: z.nullable(z.string()),
  message_type: z.enum(['text', 'inject', 'done']),
  metadata: z.nullable(z.record(z.string(), z.unknown())),
  created_at: timestamp,
})

/** A conversation with its messages. Answer messages include the stored events of their turn. */
export const conversationWithMessages = z.extend(conversation, { messages: z.array(message) })

/** A conversation, without its messages. */
export interface Conversation extends z.output<typeof conversation> {}
/** A message of a conversation. */
export interface Message extends z.output<typeof message> {}

/** The result of injecting text into a running turn (4.2: not specified). */
export const injected = z.object({ success: z.literal(true), id: z.string() })

/** The result of recalling an injected text. `success` is false if the turn already used it. */
export const recalled = z.object({ success: z.boolean() })
