import * as z from 'zod/mini'
import { limits, ownLimits } from '../limits.ts'
import { conversation, conversationWithMessages } from '../records/conversation.ts'
import { turnMode } from '../records/agent.ts'
import { deleted, deletedCount } from '../records/shared.ts'
import { optionalText, optionalTextList, pageQuery, textWithin } from './fields.ts'
import { listOperation, type Operation } from './operation.ts'

const { min, max } = ownLimits.batchDeletion

/**
 * The body of `DELETE /api/conversations/batch`, which deletes the listed conversations of the
 * caller.
 */
const deleteConversationsBody = z.object({
  ids: z.array(z.string()).check(z.minLength(min), z.maxLength(max)),
})

/** The query of `GET /api/conversations/{conversation_id}/export`. */
const exportQuery = z.object({ format: z.optional(z.enum(['markdown', 'json'])) })

const envelopeResponse = { answer: 'envelope' } as const satisfies Partial<Operation>
const conversationById = {
  ...envelopeResponse,
  path: '/api/conversations/{conversation_id}',
  loads: { kind: 'conversation', by: 'conversation_id' },
} as const satisfies Partial<Operation>

/** The body of `POST /api/conversations` (4.3, 2.5). */
export const createConversationBody = z.object({
  title: z.nullish(z.string()),
  mode: z.nullish(turnMode),
  agent_id: optionalText,
  model_name: optionalText,
  kb_ids: optionalTextList,
})

/** The body of `PATCH /api/conversations/{conversation_id}` (4.3, 2.5). */
export const updateConversationBody = z.object({
  title: optionalText,
  starred: z.nullish(z.boolean()),
  status: z.nullish(z.enum(['active', 'archived'])),
  kb_ids: optionalTextList,
})

/** The query of the conversation list: page, status, and a search of 1 to 200 characters (8). */
export const conversationsQuery = z.extend(pageQuery, {
  q: z.optional(textWithin(limits.searchLength)),
  status: z.optional(z.string()),
})

/** Conversations of the caller (4.3). */
export const conversationOperations = {
  'conversations.list': {
    ...listOperation,
    path: '/api/conversations',
    clause: '4.3',
    query: conversationsQuery,
    record: conversation,
  },
  'conversations.create': {
    ...envelopeResponse,
    method: 'POST',
    path: '/api/conversations',
    clause: '4.3',
    body: createConversationBody,
    record: conversation,
  },
  'conversations.read': { ...conversationById, method: 'GET', record: conversationWithMessages },
  'conversations.update': {
    ...conversationById,
    method: 'PATCH',
    clause: '4.3',
    body: updateConversationBody,
    record: conversation,
  },
  'conversations.delete': { ...conversationById, method: 'DELETE', record: deleted },
  'conversations.delete-batch': {
    ...envelopeResponse,
    method: 'DELETE',
    path: '/api/conversations/batch',
    body: deleteConversationsBody,
    record: deletedCount,
  },
  'conversations.export': {
    ...conversationById,
    method: 'GET',
    path: '/api/conversations/{conversation_id}/export',
    query: exportQuery,
    answer: 'download',
  },
} as const satisfies Record<string, Operation>
