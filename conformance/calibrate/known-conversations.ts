import { isAccepted } from '../session/assertions.ts'
import type { Exchange } from '../session/exchange.ts'
import { member } from '../session/json.ts'
import { conversationId, recordIn } from '../setup/conversations.ts'
import { lists } from '../setup/lists.ts'
import { isTurnStream } from '../stream/judging.ts'
import { type Frame, framesIn } from '../stream/stream.ts'
import { callerOf, userOf } from './caller.ts'
import type { History, Index } from './history.ts'
import {
  conversationInBody,
  conversationInPath,
  fieldsOf,
  isCall,
  isResume,
  isUnset,
} from './request.ts'
import { isFullReplay } from './turn-streams.ts'

/** The events of a stream; its size is that of their data. */
export type SeenStream = { readonly frames: readonly Frame[]; readonly bytes: number }

/** The last two turns of a conversation, and the last full replay of each of them. */
type Streams = {
  readonly turn?: SeenStream | undefined
  readonly earlierTurn?: SeenStream | undefined
  /** Since the newest turn, and before it. */
  readonly replay?: SeenStream | undefined
  readonly earlierReplay?: SeenStream | undefined
}

/** What earlier exchanges show of a conversation. */
type KnownConversation = {
  /** Who was the first to reach it: the caller, and the user if the credential shows it. */
  readonly owner?: string
  readonly user?: string | undefined
  /** Whether it was created without a model and without an agent, and got neither. */
  readonly isPlain: boolean
  /** Whether it has no agent; `undefined` if that is unknown. */
  readonly lacksAgent: boolean | undefined
  /** The title that its creator gave, until somebody changed it. */
  readonly givenTitle: string | undefined
  /** The knowledge bases that a request set. */
  readonly knowledgeBases: readonly unknown[] | undefined
  readonly hasTurn: boolean
  readonly streams: Streams
}

/** The conversations of the traffic, by their ids. */
export const conversations: Index<KnownConversation> = {
  changes: (exchange, before) => {
    if (!isAccepted(exchange)) return []
    if (isTurnStream(exchange)) {
      const { streams = {} } = knownConversation(conversationInBody(exchange), before) ?? {}
      const change = { hasTurn: true, streams: streamsAfter(exchange, streams) }
      return changed(conversationInBody(exchange), change, exchange, before)
    }
    if (callerOf(exchange) === undefined) return []
    if (isCreation(exchange)) return created(exchange)
    const { method } = exchange.request
    if (method === 'DELETE') return idsIn(exchange).map((id) => [id])
    return method === 'GET' || method === 'PATCH'
      ? changed(conversationInPath(exchange), changeIn(exchange), exchange, before)
      : []
  },
  bytesOf: ({ streams }) =>
    Object.values(streams).reduce((sum, stream) => sum + (stream?.bytes ?? 0), 0),
}

/** A conversation, as earlier exchanges show it. */
export const knownConversation = (
  id: string | undefined,
  before: History,
): KnownConversation | undefined => before.get(conversations, id)

/** The streams that came before an exchange in its conversation. */
export function streamsBefore(exchange: Exchange, before: History): Streams {
  const id = conversationInBody(exchange) ?? conversationInPath(exchange)
  return knownConversation(id, before)?.streams ?? {}
}

export const isCreation = (exchange: Exchange): boolean =>
  isCall(exchange, 'POST', lists.conversations)

type Change = readonly [id: string, known: KnownConversation]

const unknown = {
  isPlain: false,
  lacksAgent: undefined,
  givenTitle: undefined,
  knowledgeBases: undefined,
  hasTurn: false,
  streams: {},
}

function changed(
  id: string | undefined,
  change: Partial<KnownConversation>,
  exchange: Exchange,
  before: History,
): readonly Change[] {
  const known = knownConversation(id, before)
  return id === undefined ? [] : [[id, { ...unknown, ...ownerOf(exchange), ...known, ...change }]]
}

function ownerOf(exchange: Exchange) {
  const owner = callerOf(exchange)
  return owner === undefined ? {} : { owner, user: userOf(exchange) }
}

function created(exchange: Exchange): readonly Change[] {
  const id = conversationId(exchange.json)
  if (id === undefined) return []
  const { model_name, agent_id, title, kb_ids } = fieldsOf(exchange)
  const known = {
    ...unknown,
    ...ownerOf(exchange),
    isPlain: isUnset(model_name) && isUnset(agent_id),
    lacksAgent: isUnset(agent_id),
    givenTitle: storedTitle(exchange, title),
    knowledgeBases: basesIn(kb_ids),
  }
  return [[id, known]]
}

/** The conversations that a request deletes. */
function idsIn(exchange: Exchange): readonly string[] {
  const { ids } = fieldsOf(exchange)
  return [conversationInPath(exchange), ...(Array.isArray(ids) ? ids : [])].filter(
    (id) => typeof id === 'string',
  )
}

/** What an exchange with one conversation says about it. */
function changeIn(exchange: Exchange): Partial<KnownConversation> {
  const { model_name, agent_id, title, kb_ids } = fieldsOf(exchange)
  const agent = member(recordIn(exchange), 'agent_id')
  return {
    ...(agent !== undefined && { lacksAgent: agent === null }),
    ...((model_name !== undefined || agent_id !== undefined) && { isPlain: false }),
    ...(title !== undefined && { givenTitle: undefined }),
    ...(kb_ids !== undefined && { knowledgeBases: basesIn(kb_ids) }),
  }
}

function streamsAfter(exchange: Exchange, before: Streams): Streams {
  if (isResume(exchange) && !isFullReplay(exchange)) return before
  const frames = framesIn(exchange)
  const bytes = frames.reduce((sum, { raw }) => sum + raw.data.length + 100, 0)
  const stream = { frames, bytes }
  return isResume(exchange)
    ? { ...before, replay: stream }
    : { turn: stream, earlierTurn: before.turn, earlierReplay: before.replay }
}

const basesIn = (ids: unknown): readonly unknown[] | undefined =>
  Array.isArray(ids) && ids.length > 0 ? ids : undefined

/** The title of a creation as the deployment keeps it: it may trim it. */
function storedTitle(exchange: Exchange, given: unknown): string | undefined {
  if (typeof given !== 'string' || given.trim() === '') return undefined
  const stored = member(recordIn(exchange), 'title')
  return typeof stored === 'string' && stored !== '' ? stored : given.trim()
}
