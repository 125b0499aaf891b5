import type * as z from 'zod/mini'
import type { Conversation, conversationWithMessages } from '../../contract/records/conversation.ts'
import type { Requester, CallOptions } from '../requester.ts'
import { createList, type PageQuery } from '../page.ts'
import type {
  createConversationBody,
  updateConversationBody,
} from '../../contract/operations/conversations.ts'

export type ConversationWithMessages = z.infer<typeof conversationWithMessages>
export type NewConversation = z.infer<typeof createConversationBody>
export type ConversationChange = z.infer<typeof updateConversationBody>
export type ConversationQuery = PageQuery & {
  /** Looks for a text of 1 to 200 characters, in titles and messages. */
  readonly q?: string | undefined
  readonly status?: 'active' | 'archived' | undefined
}

/** A conversation that was just made: some deployments tell its id alone. */
export type CreatedConversation = Pick<Conversation, 'id'> & Partial<Conversation>

type Created = CreatedConversation & { readonly conversation_id?: string }

const readCreated = ({ conversation_id, ...record }: Created): CreatedConversation => ({
  ...record,
  id: conversation_id ?? record.id,
})

/** The conversations of whoever is signed in. */
export function createConversationsApi(caller: Requester) {
  const path = '/api/conversations'
  const { request } = caller
  return {
    ...createList<Conversation, ConversationQuery>(caller, path),
    create: async (fields: NewConversation = {}, options?: CallOptions) =>
      readCreated(await request<Created>('POST', path, { ...options, body: fields })),
    /** With its messages, oldest first. */
    read: (id: string, options?: CallOptions) =>
      request<ConversationWithMessages>('GET', `${path}/${encodeURIComponent(id)}`, options),
    update: (id: string, change: ConversationChange, options?: CallOptions) =>
      request<Conversation>('PATCH', `${path}/${encodeURIComponent(id)}`, {
        ...options,
        body: change,
      }),
    delete: async (id: string, options?: CallOptions) => {
      await request('DELETE', `${path}/${encodeURIComponent(id)}`, options)
    },
  }
}
