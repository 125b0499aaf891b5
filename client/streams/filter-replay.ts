import { ApiError } from '../errors.ts'
import type { Requester } from '../requester.ts'
import type { Frame } from '../events/frames.ts'
import { readEvent } from '../events/read-event.ts'
import type { TurnEvent } from '../events/turn-event.ts'
import { isObject } from '../../contract/json.ts'
import {
  type ConversationWithMessages,
  createConversationsApi,
} from '../resources/conversations.ts'
import { isSameEvent } from './turn-progress.ts'

/** The content of a conversation besides the current turn. */
type ConversationHistory = {
  /** The events of the earlier turns, oldest first. */
  readonly turns: readonly (readonly TurnEvent[])[]
  /** Whether the answer of the current turn is stored. */
  readonly isStored: boolean
}

type Message = ConversationWithMessages['messages'][number]

/**
 * Yields the part of a full replay that belongs to the turn with the question `q`. A replay can be
 * of the newest stored turn, which may be the previous one, or of the whole conversation, and turns
 * can start with the same events. So events that equal those of an earlier turn are held back until
 * they differ. Throws if they never differ: then the turn is not stored yet.
 */
export async function* filterReplay(
  requester: Requester,
  {
    conversationId,
    q,
    signal,
  }: { conversationId: string; q: string; signal?: AbortSignal | undefined },
  replay: AsyncIterable<Frame>,
): AsyncGenerator<Frame, void, undefined> {
  const { turns, isStored } = await readEarlierTurns(requester, conversationId, q, signal)
  const earlier = [turns.flat(), turns.at(-1) ?? []].filter(({ length }) => length > 0)
  let held: Frame[] | undefined = []
  for await (const frame of replay) {
    if (held === undefined) {
      yield frame
      continue
    }
    const at: number = held.length
    const event = readEvent(frame)
    if (earlier.some((turn) => startsWith(turn, held ?? [], event))) {
      held.push(frame)
      continue
    }
    if (frame.name === 'resume_done' && at > 0 && !isStored)
      throw new Error('The platform replayed an earlier turn, because it has not stored this one.')
    const isHistory = frame.name !== 'resume_done' && earlier.some(({ length }) => length === at)
    if (!isHistory) yield* held
    held = undefined
    yield frame
  }
}

/**
 * Whether an earlier turn starts with the events that are held back, followed by the next event.
 */
function startsWith(turn: readonly TurnEvent[], held: readonly Frame[], next: TurnEvent): boolean {
  const begins = [...held.map(readEvent), next]
  return begins.every((event, at) => {
    const expected = turn[at]
    return expected !== undefined && isSameEvent(expected, event) && isSameCursor(expected, event)
  })
}

const isSameCursor = (a: TurnEvent, b: TurnEvent) =>
  a.cursor === undefined || b.cursor === undefined || a.cursor === b.cursor

async function readEarlierTurns(
  requester: Requester,
  conversationId: string,
  q: string,
  signal: AbortSignal | undefined,
): Promise<ConversationHistory> {
  const messages = await createConversationsApi(requester)
    .read(conversationId, { signal })
    .then(
      (conversation) => conversation.messages,
      (error: unknown) => {
        // The specification has no operation that reads a conversation, and its replays only have
        // the newest turn.
        if (error instanceof ApiError && error.status < 500) return []
        throw error
      },
    )
  const questionIndex = messages.findLastIndex(
    ({ role, message_type }) => role === 'user' && message_type !== 'inject',
  )
  const isOwn = messages[questionIndex]?.content === q
  const isStored = isOwn && messages.slice(questionIndex).some(({ role }) => role === 'assistant')
  const before = isOwn ? messages.slice(0, questionIndex) : messages
  const turns = before.filter(({ role }) => role === 'assistant').map(storedEvents)
  return { turns, isStored }
}

/** The events that are stored with an answer, from which clients redraw the turn. */
function storedEvents({ metadata }: Message): TurnEvent[] {
  const stored = metadata?.['sse_events']
  if (!Array.isArray(stored)) return []
  return stored.filter(isObject).map(({ event, data, cursor }) =>
    readEvent({
      name: String(event),
      data,
      cursor: typeof cursor === 'number' ? cursor : undefined,
    }),
  )
}
