import type { Requester } from '../requester.ts'
import type { TurnEvent } from '../events/turn-event.ts'
import { createConversationsApi } from '../resources/conversations.ts'
import { readTurn, type RetryPolicy, type TurnOptions } from './read-turn.ts'
import { filterReplay } from './filter-replay.ts'
import { createTurnProgress, type TurnProgress } from './turn-progress.ts'

/** What an agent is asked. */
export type Question = {
  readonly q: string
  /**
   * Where it is asked; a new conversation unless given. With `null` in none: such a turn is stored
   * nowhere, and cannot be resumed.
   */
  readonly conversationId?: string | null | undefined
  /** The agent to run; that of the conversation, or none, unless given. */
  readonly agentId?: string | undefined
  /** Images that were uploaded before. */
  readonly imageIds?: readonly string[] | undefined
  /** Kept with the question. */
  readonly metadata?: Readonly<Record<string, unknown>> | undefined
  readonly docMode?: string | undefined
}

/** A turn of an agent: asked when its first event is asked for, and left with the loop over it. */
export type Turn = AsyncIterable<TurnEvent> & {
  /** Known before the first event; `undefined` for a turn in no conversation. */
  readonly conversationId: string | undefined
  /** The last cursor that was seen: what `resume` goes on from; -1 where none was. */
  readonly cursor: number
}

export type TurnMode = 'react' | 'dag' | 'auto'

/** Runs turns, and resumes them. */
export type TurnsApi = {
  start(mode: TurnMode, question: Question, options?: TurnOptions): Turn
  resume(conversationId: string, cursor?: number, options?: TurnOptions): Turn
}

export function createTurnsApi(caller: Requester, patience: RetryPolicy): TurnsApi {
  const resumeOf = (conversation_id: string) => (cursor: number, signal: AbortSignal) => {
    const body = { conversation_id, cursor }
    return caller.openStream({ method: 'POST', path: '/api/chat/resume', body, signal }, false)
  }
  const conversations = createConversationsApi(caller)

  return {
    start(mode, question, options = {}) {
      const { q, agentId, conversationId: given } = question
      const { signal } = options
      const progress = createTurnProgress()
      let conversationId = given ?? undefined
      async function* events() {
        if (given === undefined) {
          const agent = agentId === undefined ? {} : { agent_id: agentId }
          conversationId = (await conversations.create({ mode, ...agent }, { signal })).id
        }
        const body = chatBody(question, conversationId)
        const path = `/api/${mode}`
        const place = typeof given === 'string' ? { conversationId: given, q, signal } : undefined
        yield* readTurn(
          {
            ...options,
            conversationId,
            progress,
            open: (leaving) =>
              caller.openStream({ method: 'POST', path, body, signal: leaving }, true),
            resume: conversationId === undefined ? undefined : resumeOf(conversationId),
            // A new conversation has no other turn, and a cursor is a place of its own.
            ownPart: (replay) =>
              place === undefined || !progress.isWithoutCursor
                ? replay
                : filterReplay(caller, place, replay),
            isOver: () => progress.isDone,
          },
          patience,
        )
      }
      return createTurn(events(), progress, () => conversationId)
    },
    resume(conversationId, cursor = -1, options = {}) {
      const progress = createTurnProgress(cursor)
      const resume = resumeOf(conversationId)
      const open = (leaving: AbortSignal) => resume(cursor, leaving)
      const whole = { ownPart: <Replay>(replay: Replay) => replay, isOver: () => true }
      const source = { ...options, ...whole, conversationId, progress, open, resume }
      return createTurn(readTurn(source, patience), progress, () => conversationId)
    },
  }
}

const createTurn = (
  events: AsyncGenerator<TurnEvent, void, undefined>,
  progress: TurnProgress,
  conversationId: () => string | undefined,
): Turn => ({
  get conversationId() {
    return conversationId()
  },
  get cursor() {
    return progress.cursor
  },
  [Symbol.asyncIterator]: () => events,
})

/** The chat request body of the specification, what is not given left out. */
const chatBody = ({ q, agentId, imageIds, metadata, docMode }: Question, conversation?: string) =>
  Object.fromEntries(
    Object.entries({
      q,
      conversation_id: conversation,
      agent_id: agentId,
      image_ids: imageIds?.join(','),
      user_metadata: metadata === undefined ? undefined : JSON.stringify(metadata),
      doc_mode: docMode,
    }).filter(([, value]) => value !== undefined),
  )
