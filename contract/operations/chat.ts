import type { Endpoint, Inputs } from './operation.ts'
import * as z from 'zod/mini'
import { ownLimits } from '../limits.ts'
import { nullableText } from './fields.ts'

const chat = {
  method: 'POST',
  access: 'token-in-body',
  reply: 'stream',
  refuses: ['quota-exceeded'],
} as const
const conversationOfChat = {
  resource: 'conversation',
  by: 'body',
  name: 'conversation_id',
  missing: 'conversation-missing',
} as const

const conversationOfInject = {
  ...conversationOfChat,
  missing: 'inject-elsewhere',
} as const

/** Turns as streams, and what can be done to them (4.2). */
export const chatOperations = {
  'chat.react': {
    ...chat,
    path: '/api/react',
    section: '4.2',
    scope: 'chat',
    finds: conversationOfChat,
  },
  'chat.dag': {
    ...chat,
    path: '/api/dag',
    section: '4.2',
    scope: 'chat',
    finds: conversationOfChat,
  },
  'chat.auto': {
    ...chat,
    path: '/api/auto',
    section: '4.2',
    scope: 'unlisted',
    finds: conversationOfChat,
  },
  'chat.inject': {
    method: 'POST',
    path: '/api/chat/inject',
    section: '4.2',
    access: 'bearer',
    scope: 'chat',
    reply: 'record',
    record: 'injected',
    refuses: ['turn-not-running'],
    finds: conversationOfInject,
  },
  'chat.inject-recall': {
    method: 'POST',
    path: '/api/chat/inject/recall',
    section: '-',
    access: 'bearer',
    scope: 'unlisted',
    reply: 'record',
    record: 'recalled',
    finds: conversationOfInject,
  },
  'chat.resume': {
    method: 'POST',
    path: '/api/chat/resume',
    section: '4.2',
    access: 'bearer',
    scope: 'unlisted',
    reply: 'stream',
    refuses: ['turn-missing', 'cursor-invalid'],
    finds: conversationOfChat,
  },
} as const satisfies Record<string, Endpoint>

/** `POST /api/chat/inject/recall` (not in the specification). */
export const recallBody = z.object({ conversation_id: z.string(), inject_id: z.string() })

/** The chat request body of the three streaming endpoints (2.6). */
export const chatBody = z.object({
  q: z.string(),
  conversation_id: nullableText,
  agent_id: nullableText,
  token: nullableText,
  image_ids: nullableText,
  user_metadata: nullableText,
  doc_mode: nullableText,
})

/** `POST /api/chat/inject` (4.2: shape not shown). */
export const injectBody = z.object({
  conversation_id: z.string(),
  content: z.string().check(z.maxLength(ownLimits.directed)),
})

/** `POST /api/chat/resume` (4.2). */
export const resumeBody = z.object({ conversation_id: z.string(), cursor: z.int() })

/** What the operations in `endpoints/chat.ts` take. */
export const chatInputs = {
  'chat.react': { body: chatBody },
  'chat.dag': { body: chatBody },
  'chat.auto': { body: chatBody },
  'chat.inject': { body: injectBody },
  'chat.inject-recall': { body: recallBody },
  'chat.resume': { body: resumeBody },
} as const satisfies Inputs
