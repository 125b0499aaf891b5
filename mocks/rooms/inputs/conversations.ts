import * as z from 'zod/mini'
import {
  conversationsInputs,
  conversationsQuery,
  createConversationBody,
  updateConversationBody,
} from '../../../contract/operations/conversations.ts'
import type { Inputs } from '../../../contract/operations/operation.ts'
import type { Policy } from '../../server/behaviour/compile-policy.ts'

/** What operations on conversations take: the name of the search, the modes, the knowledge bases. */
export function conversationsInputsOf({ conversations }: Policy): Inputs {
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
}
