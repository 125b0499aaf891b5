import * as z from 'zod/mini'
import {
  conversationsQuery,
  createConversationBody,
  updateConversationBody,
} from '../../contract/bodies.ts'
import { conversationsInputs } from '../../contract/inputs/conversations.ts'
import { conversationRoutes } from '../routes/conversations.ts'
import { createRoom } from './room.ts'

export const room = createRoom(conversationRoutes, ({ conversations }) => {
  const { searchParameter, takesAnyMode, takesKnowledgeBases } = conversations
  let query: z.ZodMiniObject = conversationsQuery
  if (searchParameter !== 'q')
    query = z.extend(z.omit(conversationsQuery, { q: true }), {
      [searchParameter]: conversationsQuery.shape.q,
    })
  let creation: z.ZodMiniObject = createConversationBody
  if (takesAnyMode) creation = z.extend(creation, { mode: z.nullish(z.string()) })
  let change: z.ZodMiniObject = updateConversationBody
  if (!takesKnowledgeBases) {
    creation = z.omit(creation, { kb_ids: true })
    change = z.omit(change, { kb_ids: true })
  }
  return {
    ...conversationsInputs,
    'conversations.list': { query },
    'conversations.create': { body: creation },
    'conversations.update': { body: change },
  }
})
