import { type Endpoint } from './endpoint.ts'

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
export const chatEndpoints = {
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
