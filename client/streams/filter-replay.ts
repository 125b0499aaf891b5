import { ApiError } from '../errors.ts'
import type { Requester } from '../requester.ts'
import type { Frame } from '../events/frames.ts'
import { readEvent } from '../events/read-event.ts'
import type { TurnEvent } from '../events/turn-event.ts'
import { isObject } from '../json.ts'
import {
  type ConversationWithMessages,
  createConversationsApi,
} from '../resources/conversations.ts'
import { isSameEvent } from './turn-progress.ts'

/** What a conversation holds besides the turn that was just asked for. */
type ConversationHistory = {
  /** The events of its earlier turns, oldest first. */
  readonly turns: readonly (readonly TurnEvent[])[]
  /** Whether the answer of the turn itself is stored. */
  readonly isStored: boolean
}

type Message = ConversationWithMessages['messages'][number]

/**
 * The part of a full replay that belongs to the turn that asked `q`. A replay is of the newest
 * turn that is stored, which may be the one before, or of the whole conversation; and turns begin
 * alike. So what is the same as an earlier turn is held back until it differs. Throws where it
 * never does: the turn is not there yet.
 */
export async function* filterReplay(
  caller: Requester,
  {
    conversationId,
    q,
    signal,
  }: { conversationId: string; q: string; signal?: AbortSignal | undefined },
  replay: AsyncIterable<Frame>,
): AsyncGenerator<Frame, void, undefined> {
  const { turns, isStored } = await readHistory(caller, conversationId, q, signal)
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
      throw new Error('The platform replays an earlier turn: it has not stored this one.')
    const isHistory = frame.name !== 'resume_done' && earlier.some(({ length }) => length === at)
    if (!isHistory) yield* held
    held = undefined
    yield frame
  }
}

/** Whether what was held and the next event are how an earlier turn begins. */
function startsWith(turn: readonly TurnEvent[], held: readonly Frame[], next: TurnEvent): boolean {
  const begins = [...held.map(readEvent), next]
  return begins.every((event, at) => {
    const expected = turn[at]
    return expected !== undefined && isSameEvent(expected, event) && isSameCursor(expected, event)
  })
}

const isSameCursor = (a: TurnEvent, b: TurnEvent) =>
  a.cursor === undefined || b.cursor === undefined || a.cursor === b.cursor

async function readHistory(
  caller: Requester,
  conversationId: string,
  q: string,
  signal: AbortSignal | undefined,
): Promise<ConversationHistory> {
  const messages = await createConversationsApi(caller)
    .read(conversationId, { signal })
    .then(
      (conversation) => conversation.messages,
      (error: unknown) => {
        // The specification has no such operation: its replays are of the newest turn.
        if (error instanceof ApiError && error.status < 500) return []
        throw error
      },
    )
  const asked = messages.findLastIndex(
    ({ role, message_type }) => role === 'user' && message_type !== 'inject',
  )
  const isOwn = messages[asked]?.content === q
  const isStored = isOwn && messages.slice(asked).some(({ role }) => role === 'assistant')
  const before = isOwn ? messages.slice(0, asked) : messages
  const turns = before.filter(({ role }) => role === 'assistant').map(storedEvents)
  return { turns, isStored }
}

/** The events that a stored answer keeps to redraw its turn. */
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
