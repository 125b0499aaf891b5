import * as z from 'zod/mini'
import { ownLimits } from '../limits.ts'
import { injected, recalled } from '../records/conversation.ts'
import { optionalText } from './fields.ts'
import type { Operation } from './operation.ts'

const conversationInBody = {
  kind: 'conversation',
  by: 'conversation_id',
  in: 'body',
  missing: 'conversation-missing',
} as const satisfies Operation['loads']
const injectedConversation = {
  ...conversationInBody,
  missing: 'inject-elsewhere',
} as const satisfies Operation['loads']

/** The body of `POST /api/chat/inject/recall` (not in the specification). */
const recallBody = z.object({ conversation_id: z.string(), inject_id: z.string() })

/** The request body of the three streaming endpoints: react, dag and auto (2.6). */
export const chatBody = z.object({
  q: z.string(),
  conversation_id: optionalText,
  agent_id: optionalText,
  token: optionalText,
  image_ids: optionalText,
  user_metadata: optionalText,
  doc_mode: optionalText,
})

/** The body of `POST /api/chat/inject` (4.2: shape not specified). */
const injectBody = z.object({
  conversation_id: z.string(),
  content: z.string().check(z.minLength(1), z.maxLength(ownLimits.directed)),
})

/** The body of `POST /api/chat/resume` (4.2). */
export const resumeBody = z.object({ conversation_id: z.string(), cursor: z.int() })

const turnOperation = {
  method: 'POST',
  clause: '4.2',
  access: 'token-in-body',
  loads: conversationInBody,
  body: chatBody,
  answer: 'stream',
  refuses: ['quota-exceeded'],
} as const satisfies Partial<Operation>

/** Operations of turns: start a stream, inject and resume (4.2). */
export const chatOperations = {
  'chat.react': { ...turnOperation, path: '/api/react', scope: 'chat' },
  'chat.dag': { ...turnOperation, path: '/api/dag', scope: 'chat' },
  'chat.auto': { ...turnOperation, path: '/api/auto' },
  'chat.inject': {
    method: 'POST',
    path: '/api/chat/inject',
    clause: '4.2',
    scope: 'chat',
    loads: injectedConversation,
    body: injectBody,
    answer: 'record',
    record: injected,
    refuses: ['turn-not-running'],
  },
  'chat.inject-recall': {
    method: 'POST',
    path: '/api/chat/inject/recall',
    loads: injectedConversation,
    body: recallBody,
    answer: 'record',
    record: recalled,
  },
  'chat.resume': {
    method: 'POST',
    path: '/api/chat/resume',
    clause: '4.2',
    loads: conversationInBody,
    body: resumeBody,
    answer: 'stream',
    refuses: ['turn-missing', 'cursor-invalid'],
  },
} as const satisfies Record<string, Operation>
