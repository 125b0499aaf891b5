import { conversationInBody } from '../../contract/exchange.ts'
import { isObject, objectsIn } from '../../contract/json.ts'
import { isAccepted } from '../session/assertions.ts'
import type { Exchange } from '../session/exchange.ts'
import { member } from '../session/json.ts'
import { conversationId, conversationInPath, recordIn } from '../setup/conversations.ts'
import { lists } from '../setup/lists.ts'
import { isTurnStream } from '../stream/judging.ts'
import { type Frame, framesIn, isStream } from '../stream/stream.ts'
import {
  subjectOrCredential,
  subjectOf,
  fieldsOf,
  isCall,
  isResume,
  isTurn,
  isUnset,
} from '../session/request.ts'
import type { History, HistoryIndex } from '../history/history.ts'

/** A conversation, as exchanges showed it. The `earlier…` fields are older than `turn`. */
type KnownConversation = {
  /** The first caller who reached the conversation: a user id, or else the credential. */
  readonly owner?: string
  readonly user?: string | undefined
  /** Whether the conversation never had a model or an agent. */
  readonly isPlain?: boolean
  /** Whether the conversation has no agent; absent if unknown. */
  readonly lacksAgent?: boolean
  /** The title from the creation request; unset after a request changed the title. */
  readonly givenTitle?: string | undefined
  /** The ids of the knowledge bases that a request set. */
  readonly knowledgeBases?: readonly unknown[] | undefined
  readonly hasTurn?: boolean
  /** The events of the newest turn. */
  readonly turn?: readonly Frame[] | undefined
  readonly earlierTurn?: readonly Frame[] | undefined
  /** The last full replay that was received after the newest turn. */
  readonly replay?: readonly Frame[] | undefined
  readonly earlierReplay?: readonly Frame[] | undefined
}

/** The conversations that traffic showed, by their ids. */
export const conversations: HistoryIndex<KnownConversation> = {
  *changes(exchange, before) {
    if (!isAccepted(exchange)) return
    const { method } = exchange.request
    const caller = subjectOrCredential(exchange)
    const from = caller === undefined ? {} : { owner: caller, user: subjectOf(exchange) }
    const conversation = { ...from, ...conversationBefore(exchange, before) }
    const [id, streamed] = [conversationInPath(exchange), conversationInBody(exchange)]
    if (isTurnStream(exchange) && streamed !== undefined)
      yield [streamed, { ...conversation, ...streamsAfter(exchange, conversation) }]
    if (caller === undefined) return
    const created = isCreation(exchange) ? conversationId(exchange.json) : undefined
    if (created !== undefined) yield [created, { ...from, ...createdWith(exchange) }]
    if (id !== undefined && (method === 'GET' || method === 'PATCH'))
      yield [id, { ...conversation, ...changeIn(exchange) }]
    if (method === 'DELETE') yield* deletedIn(exchange)
  },
  bytesOf: ({ givenTitle = '', turn, earlierTurn, replay, earlierReplay }) =>
    [turn, earlierTurn, replay, earlierReplay]
      .flatMap((frames) => frames ?? [])
      .reduce((sum, { raw }) => sum + raw.data.length + 100, givenTitle.length),
}

/** Finds the conversation in the path or the body of a request; empty if it is not known. */
export const conversationBefore = (exchange: Exchange, before: History): KnownConversation =>
  before.get(conversations, conversationInPath(exchange) ?? conversationInBody(exchange)) ?? {}

export const isCreation = (exchange: Exchange): boolean =>
  isCall(exchange, 'POST', lists.conversations)

function createdWith(exchange: Exchange): KnownConversation {
  const { model_name, agent_id, title, kb_ids } = fieldsOf(exchange)
  return {
    isPlain: isUnset(model_name) && isUnset(agent_id),
    lacksAgent: isUnset(agent_id),
    givenTitle: storedTitle(exchange, title),
    knowledgeBases: basesIn(kb_ids),
  }
}

/** Whether an exchange is a successful `GET` of one conversation. */
export const isReading = (exchange: Exchange): boolean =>
  exchange.request.method === 'GET' &&
  isAccepted(exchange) &&
  conversationInPath(exchange) !== undefined &&
  isObject(recordIn(exchange))

/** Returns the details of a conversation in the response to a `GET` or `PATCH`. */
function changeIn(exchange: Exchange): KnownConversation {
  const { model_name, agent_id, title, kb_ids } = fieldsOf(exchange)
  const agent = member(recordIn(exchange), 'agent_id')
  return {
    ...(agent !== undefined && { lacksAgent: agent === null }),
    ...((model_name !== undefined || agent_id !== undefined) && { isPlain: false }),
    ...(title !== undefined && { givenTitle: undefined }),
    ...(kb_ids !== undefined && { knowledgeBases: basesIn(kb_ids) }),
  }
}

function streamsAfter(exchange: Exchange, { turn, replay }: KnownConversation): KnownConversation {
  const frames = framesIn(exchange)
  if (!isResume(exchange))
    return {
      hasTurn: true,
      turn: frames,
      earlierTurn: turn,
      replay: undefined,
      earlierReplay: replay,
    }
  return { hasTurn: true, ...(isFullReplay(exchange) && { replay: frames }) }
}

/** Returns the conversations that a request deletes: the one in its path, or those in its body. */
function deletedIn(exchange: Exchange): readonly (readonly [id: string])[] {
  const { ids } = fieldsOf(exchange)
  return [conversationInPath(exchange), ...(Array.isArray(ids) ? ids : [])].flatMap((id) =>
    typeof id === 'string' ? [[id] as const] : [],
  )
}

const basesIn = (ids: unknown): readonly unknown[] | undefined =>
  Array.isArray(ids) && ids.length > 0 ? ids : undefined

/** The title of a new conversation as the deployment stored it; some deployments trim it. */
function storedTitle(exchange: Exchange, given: unknown): string | undefined {
  if (typeof given !== 'string' || given.trim() === '') return undefined
  const stored = member(recordIn(exchange), 'title')
  return typeof stored === 'string' && stored !== '' ? stored : given.trim()
}

/** An event of a stream, or the same event stored in a message. */
export type TurnEvent = Pick<Frame, 'type' | 'payload'>

/** Returns the events of a turn; empty for any other exchange. */
export const turnFramesIn = (exchange: Exchange): readonly Frame[] =>
  isTurn(exchange) && isStream(exchange) ? framesIn(exchange) : []

/** Returns the events of a replay; empty for any other exchange. */
export const replayIn = (exchange: Exchange): readonly Frame[] =>
  isResume(exchange) && isStream(exchange) ? framesIn(exchange) : []

/** Whether a resume asks for all events. A resume without a cursor asks for all events too. */
export const isFullReplay = (exchange: Exchange): boolean => {
  const { cursor = -1 } = fieldsOf(exchange)
  return cursor === -1
}

export const hasType = (events: readonly TurnEvent[], wanted: string): boolean =>
  events.some(({ type }) => type === wanted)

/** Whether the events end with `end`. If so, no event is missing. */
export const isCompleteTurn = (events: readonly TurnEvent[]): boolean =>
  events.at(-1)?.type === 'end'

/** Returns the stored events of each turn in a response with a conversation, oldest turn first. */
export function storedTurnsIn(exchange: Exchange) {
  if (!isReading(exchange)) return []
  return metadataIn(exchange).flatMap(({ sse_events: events }) =>
    Array.isArray(events) ? [events.filter(isObject).map(storedEvent)] : [],
  )
}

/** Returns the metadata of the messages of a conversation. */
export const metadataIn = (exchange: Exchange) =>
  objectsIn(member(recordIn(exchange), 'messages'))
    .map(({ metadata }) => metadata)
    .filter(isObject)

const storedEvent = ({ event, data, cursor }: Readonly<Record<string, unknown>>) => ({
  type: typeof event === 'string' ? event : undefined,
  payload: data,
  cursor: typeof cursor === 'number' ? cursor : undefined,
})
