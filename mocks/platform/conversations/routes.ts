import type { conversationOperations } from '../../../contract/operations/conversations.ts'
import type { Transcript } from '../../../contract/events.ts'
import type { Conversation } from '../../../contract/records/conversation.ts'
import type { RequestContext, Routes } from '../request-context.ts'
import { deleteConversation, createConversation } from './conversation-records.ts'
import type { World } from '../../world/world.ts'
import { conversationOwner } from '../../world/store.ts'
import { exportConversation } from './export.ts'
import type { WritePayload } from '../../world/wire.ts'
import { definedFields } from '../body-fields.ts'
import { paginate } from '../paginate.ts'

export const conversationRoutes: Routes<typeof conversationOperations> = {
  'conversations.list': (context) => {
    const { world, caller, behaviour } = context
    const { order, searchParameter } = behaviour.policy.conversations
    const { status = 'active' } = context.query
    const owner = conversationOwner(caller.user.id, status)
    const search: unknown = Reflect.get(context.query, searchParameter)
    const { conversations } = world.store
    if (typeof search === 'string')
      return paginate(context, searchConversations(world, owner, order, search))
    return paginate(context, conversations.list(owner, order))
  },
  'conversations.create': (context) => {
    const { world, caller, behaviour } = context
    const conversation = createConversation(world, caller.user.id, context.body)
    return behaviour.policy.conversations.created(conversation)
  },
  'conversations.read': (context) => ({
    ...context.resource,
    messages: messagesWithEvents(context, context.resource),
  }),
  'conversations.update': ({ world, body, resource }) =>
    world.store.conversations.update(resource, {
      ...definedFields(body),
      updated_at: world.clock.iso(),
    }),
  'conversations.delete': ({ world, resource: { id } }) => {
    deleteConversation(world, id)
    return { deleted: id }
  },
  'conversations.delete-batch': ({ world, caller, body }) => {
    const ids = [...new Set(body.ids)].filter(
      (id) => world.store.conversations.get(id)?.user_id === caller.user.id,
    )
    for (const id of ids) deleteConversation(world, id)
    return { deleted: ids.length }
  },
  'conversations.export': ({ world, behaviour, resource, query }) => {
    const messages = world.store.messages.owned(resource.id, 'oldest')
    const [usual] = behaviour.policy.conversations.exportFormats
    return exportConversation(resource, messages, query.format ?? usual)
  },
}

/**
 * The messages of a conversation from one position to another. Each answer has the events of its turn
 * in `metadata.sse_events`.
 */
export function messagesWithEvents(
  { world, behaviour }: RequestContext,
  { id }: Conversation,
  from = 0,
  to?: number,
) {
  const turns = world.store.transcripts.owned(id, 'oldest')
  const turnOf = new Map(turns.map((turn) => [turn.assistant_message_id, turn]))
  return world.store.messages
    .list(id, 'oldest')
    .slice(from, to)
    .map((message) => {
      const turn = turnOf.get(message.id)
      if (turn === undefined) return message
      const sse_events = turn.events
        .filter(({ event, cursor }) => event !== 'end' && cursor >= 0)
        .map((event) => ({
          event: event.event,
          data: behaviour.wire.payload(event),
          cursor: event.cursor,
        }))
      const metadata = behaviour.policy.conversations.storesWholeDone
        ? completeMetadata(turn, behaviour.wire.payload)
        : message.metadata
      return { ...message, metadata: { ...metadata, sse_events } }
    })
}

/**
 * Builds the metadata of an answer from the events of its turn: `done`, last thought and
 * suggestions.
 */
function completeMetadata({ events, mode }: Transcript, payload: WritePayload) {
  const done = events.findLast(({ event }) => event === 'done')
  const suggested = events.findLast(({ event }) => event === 'suggestions')
  const thoughts = events.flatMap(({ event, data }) =>
    event === 'step' && data.type === 'thinking' ? [data.reasoning ?? ''] : [],
  )
  const content = thoughts.findLast((thought) => thought !== '')
  return {
    ...(done && (payload(done) as object)),
    mode,
    ...(content !== undefined && { thinking: { content, signature: '' } }),
    ...(suggested && { suggestions: suggested.data }),
  }
}

/**
 * Finds the conversations of an owner whose title or messages contain a text, ignoring case.
 * Reads all of them: 70 ms of CPU for 100,000 conversations with two messages each.
 */
function searchConversations(
  { store: { conversations, messages } }: Pick<World, 'store'>,
  owner: string,
  order: Parameters<typeof conversations.owned>[1],
  text: string,
): Conversation[] {
  const search = text.toLowerCase()
  const contains = (field: string | null) => field !== null && field.toLowerCase().includes(search)
  return conversations.filter(
    owner,
    order,
    ({ id, title }) =>
      contains(title) || messages.owned(id, 'oldest').some(({ content }) => contains(content)),
  )
}
