import { isObject } from '../../contract/json.ts'
import { isAccepted } from '../session/assertions.ts'
import type { Exchange } from '../session/exchange.ts'
import { member } from '../session/json.ts'
import { recordIn } from '../setup/conversations.ts'
import { type Frame, framesIn, isStream } from '../stream/stream.ts'
import { conversationInPath, fieldsOf, isResume, isTurn } from './request.ts'

/** An event of a stream, or as its message has it. */
export type TurnEvent = Pick<Frame, 'type' | 'payload'>

/** The events of a turn; empty for any other exchange. */
export const turnFramesIn = (exchange: Exchange): readonly Frame[] =>
  isTurn(exchange) && isStream(exchange) ? framesIn(exchange) : []

/** The events of a replay; empty for any other exchange. */
export const replayIn = (exchange: Exchange): readonly Frame[] =>
  isResume(exchange) && isStream(exchange) ? framesIn(exchange) : []

/** Whether a resume asked for all events. Without a cursor, deployments replay all or refuse it. */
export const isFullReplay = (exchange: Exchange): boolean => {
  const { cursor = -1 } = fieldsOf(exchange)
  return cursor === -1
}

export const hasType = (events: readonly TurnEvent[], wanted: string): boolean =>
  events.some(({ type }) => type === wanted)

/** Whether a stream came to its own end, so that what it lacks does not come. */
export const isWhole = (events: readonly TurnEvent[]): boolean => events.at(-1)?.type === 'end'

/** The stored events of each turn, the oldest first, in the response that reads a conversation. */
export function storedTurnsIn(exchange: Exchange) {
  if (exchange.request.method !== 'GET' || !isAccepted(exchange)) return []
  if (conversationInPath(exchange) === undefined) return []
  return metadataIn(exchange).flatMap(({ sse_events: events }) =>
    Array.isArray(events) ? [events.filter(isObject).map(storedEvent)] : [],
  )
}

/** The metadata of the messages of a conversation. */
export function metadataIn(exchange: Exchange) {
  const messages = member(recordIn(exchange), 'messages')
  return (Array.isArray(messages) ? messages : [])
    .map((message) => member(message, 'metadata'))
    .filter(isObject)
}

const storedEvent = ({ event, data, cursor }: Readonly<Record<string, unknown>>) => ({
  type: typeof event === 'string' ? event : undefined,
  payload: data,
  cursor: typeof cursor === 'number' ? cursor : undefined,
})
