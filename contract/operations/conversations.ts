import { type Endpoint, foundByPath, list, type Inputs } from './operation.ts'
import * as z from 'zod/mini'
import { limits, ownLimits } from '../limits.ts'
import { turnMode } from '../records/agent.ts'
import { nullableText, knowledgeBaseIds, pageQuery } from './fields.ts'

const { min, max } = ownLimits.batchDeletion

/** `DELETE /api/conversations/batch`: those of them that are the caller's go. */
export const deleteConversationsBody = z.object({
  ids: z.array(z.string()).check(z.minLength(min), z.maxLength(max)),
})

/** `GET /api/conversations/{conversation_id}/export`. */
export const exportQuery = z.object({ format: z.optional(z.enum(['markdown', 'json'])) })

const ofCaller = { access: 'bearer', scope: 'unlisted', reply: 'envelope' } as const
const one = {
  ...ofCaller,
  path: '/api/conversations/{conversation_id}',
  finds: foundByPath('conversation', 'conversation_id'),
} as const

/** Conversations of the caller (4.3). */
export const conversationsOperations = {
  'conversations.list': {
    ...list,
    path: '/api/conversations',
    section: '4.3',
    scope: 'unlisted',
    record: 'conversation',
  },
  'conversations.create': {
    ...ofCaller,
    method: 'POST',
    path: '/api/conversations',
    section: '4.3',
    record: 'conversation',
  },
  'conversations.read': { ...one, method: 'GET', section: '-', record: 'conversationWithMessages' },
  'conversations.update': {
    ...one,
    method: 'PATCH',
    section: '4.3',
    record: 'conversation',
  },
  'conversations.delete': { ...one, method: 'DELETE', section: '-', record: 'deleted' },
  'conversations.delete-batch': {
    ...ofCaller,
    method: 'DELETE',
    path: '/api/conversations/batch',
    section: '-',
    record: 'deletedCount',
  },
  'conversations.export': {
    ...one,
    method: 'GET',
    path: '/api/conversations/{conversation_id}/export',
    section: '-',
    reply: 'download',
  },
} as const satisfies Record<string, Endpoint>

/** `POST /api/conversations` (4.3, 2.5). */
export const createConversationBody = z.object({
  title: z.nullish(z.string()),
  mode: z.nullish(turnMode),
  agent_id: nullableText,
  model_name: nullableText,
  kb_ids: knowledgeBaseIds,
})

/** `PATCH /api/conversations/{conversation_id}` (4.3, 2.5). */
export const updateConversationBody = z.object({
  title: nullableText,
  starred: z.nullish(z.boolean()),
  status: z.nullish(z.enum(['active', 'archived'])),
  kb_ids: knowledgeBaseIds,
})

/** The conversation list: paging, a search of 1 to 200 characters (8), and the status shown. */
export const conversationsQuery = z.extend(pageQuery, {
  q: z.optional(
    z.string().check(z.minLength(limits.searchLength.min), z.maxLength(limits.searchLength.max)),
  ),
  status: z.optional(z.string()),
})

/** What the operations in `endpoints/conversations.ts` take. */
export const conversationsInputs = {
  'conversations.list': { query: conversationsQuery },
  'conversations.create': { body: createConversationBody },
  'conversations.update': { body: updateConversationBody },
  'conversations.delete-batch': { body: deleteConversationsBody },
  'conversations.export': { query: exportQuery },
} as const satisfies Inputs
