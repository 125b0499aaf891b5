import * as bodies from '../bodies.ts'
import { type Endpoint, foundByPath, list } from './endpoint.ts'

/** Conversations of the caller (4.3). */
export const conversationsEndpoints = {
  'conversations.list': {
    ...list,
    path: '/api/conversations',
    section: '4.3',
    scope: 'unlisted',
    query: bodies.conversationsQuery,
  },
  'conversations.create': {
    method: 'POST',
    path: '/api/conversations',
    section: '4.3',
    access: 'bearer',
    scope: 'unlisted',
    reply: 'envelope',
    body: bodies.createConversationBody,
  },
  'conversations.read': {
    method: 'GET',
    path: '/api/conversations/{conversation_id}',
    section: '-',
    access: 'bearer',
    scope: 'unlisted',
    reply: 'envelope',
    finds: foundByPath('conversation', 'conversation_id'),
  },
  'conversations.update': {
    method: 'PATCH',
    path: '/api/conversations/{conversation_id}',
    section: '4.3',
    access: 'bearer',
    scope: 'unlisted',
    reply: 'envelope',
    body: bodies.updateConversationBody,
    finds: foundByPath('conversation', 'conversation_id'),
  },
  'conversations.delete': {
    method: 'DELETE',
    path: '/api/conversations/{conversation_id}',
    section: '-',
    access: 'bearer',
    scope: 'unlisted',
    reply: 'envelope',
    finds: foundByPath('conversation', 'conversation_id'),
  },
} as const satisfies Record<string, Endpoint>
