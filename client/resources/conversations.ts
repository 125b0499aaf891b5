import type * as z from 'zod/mini'
import type { Conversation, conversationWithMessages } from '../../contract/records/conversation.ts'
import type { Requester, CallOptions } from '../requester.ts'
import { createList, type PageQuery } from '../page.ts'
import { pathTo } from './records.ts'
import type {
  createConversationBody,
  updateConversationBody,
} from '../../contract/operations/conversations.ts'

/** A conversation with its messages, oldest first. */
export interface ConversationWithMessages extends z.output<typeof conversationWithMessages> {}
export interface NewConversation extends z.output<typeof createConversationBody> {}
export interface ConversationChange extends z.output<typeof updateConversationBody> {}
export type ConversationQuery = PageQuery & {
  /** Searches titles and messages; 1 to 200 characters. */
  readonly q?: string | undefined
  readonly status?: 'active' | 'archived' | undefined
}

/** A newly created conversation: some deployments return only its id. */
export type CreatedConversation = Pick<Conversation, 'id'> & Partial<Conversation>

type Created = CreatedConversation & { readonly conversation_id?: string }

const readCreated = ({ conversation_id, ...record }: Created): CreatedConversation => ({
  ...record,
  id: conversation_id ?? record.id,
})

/** Methods for the conversations of the signed-in user. */
export interface ConversationsApi extends ReturnType<typeof createConversationsApi> {}

export function createConversationsApi(requester: Requester) {
  const path = '/api/conversations'
  const { request } = requester
  return {
    ...createList<Conversation, ConversationQuery>(requester, path),
    /** Creates a conversation. */
    create: async (fields: NewConversation = {}, options?: CallOptions) =>
      readCreated(await request<Created>('POST', path, { ...options, body: fields })),
    /** Reads a conversation with its messages, oldest first. */
    read: (id: string, options?: CallOptions) =>
      request<ConversationWithMessages>('GET', pathTo(path, id), options),
    /** Changes the given fields. */
    update: (id: string, change: ConversationChange, options?: CallOptions) =>
      request<Conversation>('PATCH', pathTo(path, id), { ...options, body: change }),
    delete: async (id: string, options?: CallOptions) => {
      await request('DELETE', pathTo(path, id), options)
    },
  }
}
