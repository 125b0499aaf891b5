import type { EventData, TurnEvent } from '../../../contract/events.ts'
import { objectIn, parseBody } from '../../../contract/json.ts'
import type { Conversation } from '../../../contract/records/conversation.ts'
import type { Turn } from '../../world/turns.ts'
import { compareText } from '../../world/store.ts'
import type { World } from '../../world/world.ts'
import type { TurnContext } from './turn-input.ts'

/** Stores the question of a request. Returns the id of its message. */
export function storeQuestion({ world, body }: TurnContext, conversation: Conversation): string {
  const ids = (body.image_ids ?? '').split(',').map((id) => id.trim())
  const images = ids.filter((id) => id !== '')
  const metadata = {
    // `user_metadata` is never refused: anything but a JSON object is ignored.
    ...objectIn(parseBody(body.user_metadata ?? '')),
    ...(images.length > 0 && { images }),
  }
  return world.store.messages.insert({
    id: world.random.id('message', conversation.id),
    conversation_id: conversation.id,
    role: 'user',
    content: body.q,
    message_type: 'text',
    metadata: Object.keys(metadata).length === 0 ? null : metadata,
    created_at: dateOfMessage(world, conversation.id),
  }).id
}

/**
 * Messages are listed by date, so the date of a new one is never earlier than that of the last one,
 * even if the clock was set back.
 */
function dateOfMessage({ store, clock }: World, conversationId: string): string {
  const messages = store.messages.list(conversationId, 'oldest')
  return later(clock.iso(), messages.slice(messages.length - 1)[0]?.created_at)
}

const later = (date: string, other = '') => (compareText(date, other) < 0 ? other : date)

/** Stores an injected text, unless its conversation was deleted during the turn. */
export function storeInjection(world: World, conversationId: string, content: string): void {
  if (world.store.conversations.get(conversationId) === undefined) return
  world.store.messages.insert({
    id: world.random.id('message', conversationId),
    conversation_id: conversationId,
    role: 'user',
    content,
    message_type: 'inject',
    metadata: null,
    created_at: dateOfMessage(world, conversationId),
  })
}

/** Stores a finished turn: its answer, its transcript, and its tokens in the conversation. */
export function storeTurn(
  world: World,
  turn: Turn,
  userMessage: string,
  { answer, ...figures }: EventData<'done'>,
): void {
  const conversation = conversationOf(world, turn)
  if (conversation === undefined) return
  const now = world.clock.iso()
  const message = world.store.messages.insert({
    id: world.random.id('message', conversation.id),
    conversation_id: conversation.id,
    role: 'assistant',
    content: answer,
    message_type: 'done',
    metadata: { ...figures, mode: turn.mode },
    created_at: dateOfMessage(world, conversation.id),
  })
  storeTranscript(world, turn, userMessage, message.id)
  world.store.conversations.update(conversation, {
    total_tokens: conversation.total_tokens + figures.tokens,
    updated_at: now,
  })
}

/** Stores the events of a turn that ended without an answer, so that a client can resume it. */
export function storeUnanswered(world: World, turn: SentTurn, userMessage: string): void {
  if (turn.events.length === 0 || conversationOf(world, turn) === undefined) return
  storeTranscript(world, turn, userMessage, null)
}

/** A turn with the events that it has sent. */
type SentTurn = Pick<Turn, 'id' | 'mode' | 'conversationId' | 'startedAt' | 'events'>

function storeTranscript(
  { store }: World,
  { id, mode, conversationId = '', startedAt, events }: SentTurn,
  user_message_id: string,
  assistant_message_id: string | null,
): void {
  store.transcripts.insert({
    id,
    conversation_id: conversationId,
    mode,
    user_message_id,
    assistant_message_id,
    events: Object.freeze([...events]),
    created_at: later(
      new Date(startedAt).toISOString(),
      store.messages.get(user_message_id)?.created_at,
    ),
  })
}

/**
 * Stores the title of a `title` event, and returns the event. If the conversation has a title
 * already, the event gets the existing title, unless the deployment replaces titles.
 */
export function storeTitle(
  world: World,
  turn: Turn,
  event: TurnEvent,
  replacesTitle: boolean,
): TurnEvent {
  if (event.event !== 'title') return event
  const conversation = conversationOf(world, turn)
  if (conversation === undefined) return event
  if (conversation.title !== '' && !replacesTitle)
    return { ...event, data: { title: conversation.title } }
  world.store.conversations.update(conversation, { title: event.data.title })
  return event
}

/** The conversation of a turn; `undefined` if it was deleted during the turn. */
const conversationOf = (world: World, { conversationId }: Pick<Turn, 'conversationId'>) =>
  world.store.conversations.get(conversationId ?? '')
