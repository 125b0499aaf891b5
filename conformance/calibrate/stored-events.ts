import { isObject } from '../../contract/json.ts'
import { isAccepted } from '../session/assertions.ts'
import type { Exchange } from '../session/exchange.ts'
import { member } from '../session/json.ts'
import { recordIn } from '../setup/conversations.ts'
import { conversationInPath } from './request.ts'

/** An event as the message of its turn has it. */
type StoredEvent = {
  readonly type: string | undefined
  readonly payload: unknown
  readonly cursor: number | undefined
}

/** The stored events of each turn, the oldest first, in the response that reads a conversation. */
export function storedTurnsIn(exchange: Exchange): readonly (readonly StoredEvent[])[] {
  if (exchange.request.method !== 'GET' || !isAccepted(exchange)) return []
  if (conversationInPath(exchange) === undefined) return []
  const messages = member(recordIn(exchange), 'messages')
  return (Array.isArray(messages) ? messages : []).flatMap((message) => {
    const events = member(member(message, 'metadata'), 'sse_events')
    return Array.isArray(events) ? [events.filter(isObject).map(storedEvent)] : []
  })
}

const storedEvent = ({ event, data, cursor }: Record<string, unknown>): StoredEvent => ({
  type: typeof event === 'string' ? event : undefined,
  payload: data,
  cursor: typeof cursor === 'number' ? cursor : undefined,
})
