import type { Requester } from '../requester.ts'
import type { TurnEvent } from '../events/turn-event.ts'
import {
  type ConversationWithMessages,
  createConversationsApi,
} from '../resources/conversations.ts'
import { isResumeRefused, readTurn, type RetryPolicy, type TurnOptions } from './read-turn.ts'
import { createTurnProgress, isSameEvent, type TurnProgress } from './turn-progress.ts'
import type { Frame } from '../events/frames.ts'
import { readEvent } from '../events/read-event.ts'
import { isObject } from '../../contract/json.ts'

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
export function createTurnsApi(requester: Requester, retryPolicy: RetryPolicy) {
  const createResume = (conversation_id: string) => (cursor: number, signal: AbortSignal) => {
    const body = { conversation_id, cursor }
    return requester.openStream({ method: 'POST', path: '/api/chat/resume', body, signal }, false)
  }
  const conversations = createConversationsApi(requester)
  /** The newest turn of each conversation. */
  const newestTurns = new Map<string, TurnProgress>()

  return {
    start(mode: TurnMode, question: Question, options: TurnOptions = {}): Turn {
      const { q, agentId, conversationId: requested } = question
      const { signal } = options
      const progress = createTurnProgress()
      let conversationId = requested ?? undefined
      async function* events() {
        if (requested === undefined) {
          const agent = agentId === undefined ? {} : { agent_id: agentId }
          conversationId = (await conversations.create({ mode, ...agent }, { signal })).id
        }
        const lastCursor = newestTurns.get(conversationId ?? '')?.cursor ?? Infinity
        if (conversationId !== undefined) newestTurns.set(conversationId, progress)
        const body = chatBody(question, conversationId)
        const path = `/api/${mode}`
        yield* readTurn(
          {
            ...options,
            conversationId,
            progress,
            open: (connection) =>
              requester.openStream({ method: 'POST', path, body, signal: connection }, true),
            resume: conversationId === undefined ? undefined : createResume(conversationId),
            // In an existing conversation, a replay can contain other turns if it has no cursors,
            // or if cursors restart with each turn. If no earlier turn is known, for example after
            // a page reload, they may restart.
            filterReplay: (replay) =>
              typeof requested === 'string' && (progress.firstCursor ?? -1) <= lastCursor
                ? filterReplay(
                    requester,
                    { conversationId: requested, q, signal, cursor: progress.cursor },
                    replay,
                  )
                : replay,
            hasSeveralTurns: false,
            isFinished: () => progress.isDone,
          },
          retryPolicy,
        )
      }
      return createTurn(events(), progress, () => conversationId)
    },
    resume(conversationId: string, cursor = -1, options: TurnOptions = {}): Turn {
      const progress = createTurnProgress(cursor)
      const resume = createResume(conversationId)
      const open = (connection: AbortSignal) => resume(cursor, connection)
      const acceptWholeReplay = {
        filterReplay: <Replay>(replay: Replay) => replay,
        hasSeveralTurns: true,
        // Some deployments end a replay while the turn still runs.
        isFinished: () => progress.isDone || !progress.hasEvents,
      }
      const source = { ...options, ...acceptWholeReplay, conversationId, progress, open, resume }
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

/** The chat request body (specification, "Chat request body"). JSON leaves out the absent fields. */
const chatBody = (
  { q, agentId, imageIds, metadata, docMode }: Question,
  conversation?: string,
) => ({
  q,
  conversation_id: conversation,
  agent_id: agentId,
  image_ids: imageIds?.join(','),
  user_metadata: metadata === undefined ? undefined : JSON.stringify(metadata),
  doc_mode: docMode,
})

type Message = ConversationWithMessages['messages'][number]

/**
 * Yields the part of a full replay that belongs to the turn with the question `q`. A deployment may
 * replay the previous turn only, or the whole conversation, and turns can start with the same
 * events. So events that match an earlier turn are held back until one differs. Throws if none
 * differs: then the turn is not stored yet.
 */
async function* filterReplay(
  requester: Requester,
  {
    conversationId,
    q,
    signal,
    cursor: start,
  }: { conversationId: string; q: string; signal?: AbortSignal | undefined; cursor: number },
  replay: AsyncIterable<Frame>,
): AsyncGenerator<Frame, void, undefined> {
  const { turns, isStored } = await readEarlierTurns(requester, conversationId, q, signal)
  let matches: readonly Match[] = [turns.flat(), turns.at(-1) ?? []]
    .map((events) => events.filter(({ cursor = Infinity }) => cursor > start))
    .filter(({ length }) => length > 0)
    .map((events) => ({ events, at: 0 }))
  let heldFrames: Frame[] | undefined = []
  for await (const frame of replay) {
    if (heldFrames === undefined) {
      yield frame
      continue
    }
    // A replay can contain the `end` of earlier turns, but stored turns have no `end` to compare.
    if (frame.name === 'end') continue
    const event = readEvent(frame)
    const continued = matches.flatMap((match) => continueMatch(match, event))
    if (continued.length > 0) {
      matches = continued
      heldFrames.push(frame)
      continue
    }
    if (frame.name === 'resume_done' && heldFrames.length > 0 && !isStored)
      throw new Error('The platform replayed an earlier turn, because it has not stored this one.')
    const isHistory =
      frame.name !== 'resume_done' && matches.some((match) => isComplete(match, frame))
    if (!isHistory) yield* heldFrames
    heldFrames = undefined
    yield frame
  }
}

/** Events of earlier turns. If a replay repeats them, its next event equals `events[at]`. */
type Match = { readonly events: readonly TurnEvent[]; readonly at: number }

/**
 * Advances a match by an event; returns none if the event differs. Some replays omit every `done`.
 */
function continueMatch({ events, at }: Match, event: TurnEvent): readonly Match[] {
  const isNext = (expected: TurnEvent | undefined) =>
    expected !== undefined && isSameEvent(expected, event) && isSameCursor(expected, event)
  if (isNext(events[at])) return [{ events, at: at + 1 }]
  return events[at]?.event === 'done' && isNext(events[at + 1]) ? [{ events, at: at + 2 }] : []
}

/** Whether a match is complete before a frame, perhaps without its `done`. */
const isComplete = ({ events, at }: Match, { name }: Frame) =>
  at === events.length ||
  (at === events.length - 1 &&
    events[at]?.event === 'done' &&
    !['done', 'post_processing', 'suggestions', 'title'].includes(name))

const isSameCursor = (a: TurnEvent, b: TurnEvent) =>
  a.cursor === undefined || b.cursor === undefined || a.cursor === b.cursor

/** The events of the earlier turns, oldest first, and whether the current turn is stored. */
async function readEarlierTurns(
  requester: Requester,
  conversationId: string,
  q: string,
  signal: AbortSignal | undefined,
) {
  const messages = await createConversationsApi(requester)
    .read(conversationId, { signal })
    .then(
      (conversation) => conversation.messages,
      (error: unknown) => {
        // The deployment cannot read conversations (not specified). By the specification, a replay
        // has only the newest turn, so earlier turns are not needed.
        if (isResumeRefused(error)) return []
        throw error
      },
    )
  const questionIndex = messages.findLastIndex(
    ({ role, message_type }) => role === 'user' && message_type !== 'inject',
  )
  const isCurrentQuestion = messages[questionIndex]?.content === q
  const isStored =
    isCurrentQuestion && messages.slice(questionIndex).some(({ role }) => role === 'assistant')
  const earlierMessages = isCurrentQuestion ? messages.slice(0, questionIndex) : messages
  const turns = earlierMessages.filter(({ role }) => role === 'assistant').map(readStoredEvents)
  return { turns, isStored }
}

/** The events of a turn, which the platform stores in the metadata of its answer. */
function readStoredEvents({ metadata }: Message): TurnEvent[] {
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
