import type { Requester } from '../requester.ts'
import type { TurnEvent } from '../events/turn-event.ts'
import { createConversationsApi } from '../resources/conversations.ts'
import { readTurn, type RetryPolicy, type TurnOptions } from './read-turn.ts'
import { filterReplay } from './filter-replay.ts'
import { createTurnProgress, type TurnProgress } from './turn-progress.ts'

/** The input of a turn. */
export type Question = {
  /** The question, as text. */
  readonly q: string
  /** The conversation to continue. Default: a new one. `null`: none; the turn is not stored. */
  readonly conversationId?: string | null | undefined
  /** The agent to run. Default: the agent of the conversation, if any. */
  readonly agentId?: string | undefined
  /** The ids of uploaded images. */
  readonly imageIds?: readonly string[] | undefined
  /** Data to store with the question. */
  readonly metadata?: Readonly<Record<string, unknown>> | undefined
  readonly docMode?: string | undefined
}

/**
 * A turn of an agent. The request is sent when iteration begins; leaving the loop closes the
 * connection. Iterate it once.
 *
 * @example
 * ```ts
 * const turn = client.auto({ q: 'Where is my order?' })
 * for await (const event of turn) console.log(event.event, turn.cursor)
 * ```
 */
export type Turn = AsyncIterable<TurnEvent> & {
  /**
   * The conversation, known before the first event; `undefined` if the turn is in no conversation.
   */
  readonly conversationId: string | undefined
  /** The last received cursor, for `client.resume`; -1 if no event had one. */
  readonly cursor: number
}

export type TurnMode = 'react' | 'dag' | 'auto'

/** Starts and resumes turns. */
export type TurnsApi = {
  start(mode: TurnMode, question: Question, options?: TurnOptions): Turn
  resume(conversationId: string, cursor?: number, options?: TurnOptions): Turn
}

export function createTurnsApi(requester: Requester, retryPolicy: RetryPolicy): TurnsApi {
  const resumeIn = (conversation_id: string) => (cursor: number, signal: AbortSignal) => {
    const body = { conversation_id, cursor }
    return requester.openStream({ method: 'POST', path: '/api/chat/resume', body, signal }, false)
  }
  const conversations = createConversationsApi(requester)

  return {
    start(mode, question, options = {}) {
      const { q, agentId, conversationId: requested } = question
      const { signal } = options
      const progress = createTurnProgress()
      let conversationId = requested ?? undefined
      async function* events() {
        if (requested === undefined) {
          const agent = agentId === undefined ? {} : { agent_id: agentId }
          conversationId = (await conversations.create({ mode, ...agent }, { signal })).id
        }
        const body = chatBody(question, conversationId)
        const path = `/api/${mode}`
        const ownTurn =
          typeof requested === 'string' ? { conversationId: requested, q, signal } : undefined
        yield* readTurn(
          {
            ...options,
            conversationId,
            progress,
            open: (connection) =>
              requester.openStream({ method: 'POST', path, body, signal: connection }, true),
            resume: conversationId === undefined ? undefined : resumeIn(conversationId),
            // Only a replay without cursors in an existing conversation can contain other turns.
            filterReplay: (replay) =>
              ownTurn === undefined || !progress.isWithoutCursor
                ? replay
                : filterReplay(requester, ownTurn, replay),
            isFinished: () => progress.isDone,
          },
          retryPolicy,
        )
      }
      return createTurn(events(), progress, () => conversationId)
    },
    resume(conversationId, cursor = -1, options = {}) {
      const progress = createTurnProgress(cursor)
      const resume = resumeIn(conversationId)
      const open = (connection: AbortSignal) => resume(cursor, connection)
      const wholeTurn = { filterReplay: <Replay>(replay: Replay) => replay, isFinished: () => true }
      const source = { ...options, ...wholeTurn, conversationId, progress, open, resume }
      return createTurn(readTurn(source, retryPolicy), progress, () => conversationId)
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

/** The chat request body (specification, "Chat request body"), without the absent fields. */
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
