import type * as z from 'zod/mini'
import {
  deleteConversationsBody,
  type exportQuery,
  type conversationsQuery,
  createConversationBody,
  updateConversationBody,
} from '../../../contract/operations/conversations.ts'
import type { Conversation } from '../../../contract/records/conversation.ts'
import type { RequestContext } from '../request-context.ts'
import { deleteConversation, createConversation } from './conversation-records.ts'
import { searchConversations } from './search.ts'
import { conversationOwner } from '../../world/store.ts'
import { toJson, toMarkdown } from './export.ts'
import { paginateArray, paginateListed } from '../paginate.ts'
import type { Route } from '../route.ts'

export const conversationRoutes = {
  'conversations.list': (visit) => {
    const { world, caller, behaviour } = visit
    const { order, searchParameter } = behaviour.policy.conversations
    const { status = 'active' } = visit.query as z.infer<typeof conversationsQuery>
    const owner = conversationOwner(caller.user.id, status)
    const search = (visit.query as Record<string, unknown>)[searchParameter]
    const { conversations } = world.store
    if (typeof search !== 'string') return paginateListed(visit, conversations.list(owner, order))
    return paginateArray(visit, searchConversations(world, owner, order, search))
  },
  'conversations.create': (visit) => {
    const { world, caller, behaviour } = visit
    const conversation = createConversation(
      world,
      caller.user.id,
      visit.bodyAs(createConversationBody),
    )
    return behaviour.policy.conversations.created(conversation)
  },
  'conversations.read': (visit) => {
    const conversation = visit.resourceAs('conversation')
    return { ...conversation, messages: messagesOf(visit, conversation) }
  },
  'conversations.update': (visit) => {
    const conversation = visit.resourceAs('conversation')
    const given = visit.bodyAs(updateConversationBody)
    const change: Partial<Conversation> = Object.fromEntries(
      Object.entries(given).filter(([, value]) => value !== null && value !== undefined),
    )
    return visit.world.store.conversations.update(conversation, {
      ...change,
      updated_at: visit.world.clock.iso(),
    })
  },
  'conversations.delete': (visit) => {
    const { store } = visit.world
    const { id } = visit.resourceAs('conversation')
    deleteConversation(store, id)
    return { deleted: id }
  },
  'conversations.delete-batch': (visit) => {
    const { store } = visit.world
    const own = [...new Set(visit.bodyAs(deleteConversationsBody).ids)].filter(
      (id) => store.conversations.get(id)?.user_id === visit.caller.user.id,
    )
    for (const id of own) deleteConversation(store, id)
    return { deleted: own.length }
  },
  'conversations.export': (visit) => {
    const conversation = visit.resourceAs('conversation')
    const { format = 'markdown' } = visit.query as z.infer<typeof exportQuery>
    const messages = visit.world.store.messages.owned(conversation.id, 'oldest')
    return (format === 'json' ? toJson : toMarkdown)(conversation, messages)
  },
} satisfies Record<string, Route>

/** The messages, each answer with the events that redraw its turn. */
export function messagesOf({ world, behaviour }: RequestContext, { id }: Conversation) {
  const turns = world.store.transcripts.owned(id, 'oldest')
  const turnOf = new Map(turns.map((turn) => [turn.assistant_message_id, turn]))
  return world.store.messages.owned(id, 'oldest').map((message) => {
    const turn = turnOf.get(message.id)
    if (turn === undefined) return message
    const sse_events = turn.events
      .filter(({ event }) => event !== 'end')
      .map((event) => ({
        event: event.event,
        data: behaviour.wire.payload(event),
        cursor: event.cursor,
      }))
    return { ...message, metadata: { ...message.metadata, sse_events } }
  })
}
