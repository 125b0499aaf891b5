import type { Exchange } from '../session/exchange.ts'
import { isTurnStream } from '../stream/judging.ts'
import { fieldsOf } from './callers.ts'
import { pathOf } from '../../contract/exchange.ts'
import { conversationInBody, conversationInPath } from './known-conversations.ts'

/** Conversations that are remembered at the same time, and the bytes of their events. */
const mostConversations = 500
const mostBytes = 16 * 1024 * 1024

type SeenConversation = {
  /** The newest turn, and the one before it. */
  readonly turn?: Exchange
  readonly earlierTurn?: Exchange | undefined
  /** The last replay from the beginning: since the newest turn, and before it. */
  readonly replay?: Exchange | undefined
  readonly earlierReplay?: Exchange | undefined
}

/** The last two turns of each conversation, and the last replay of each of them. */
export class SeenTurns {
  readonly #conversations = new Map<string, SeenConversation>()
  #bytes = 0

  /** The streams that came before an exchange in its conversation. */
  before(exchange: Exchange): SeenConversation {
    const id = conversationInBody(exchange) ?? conversationInPath(exchange)
    return this.#conversations.get(id ?? '') ?? {}
  }

  add(exchange: Exchange): void {
    const id = conversationInBody(exchange)
    if (id === undefined || !isTurnStream(exchange)) return
    const before = this.before(exchange)
    const isReplay = pathOf(exchange) === '/api/chat/resume'
    if (isReplay && !isFullReplay(exchange)) return
    this.#forget(id)
    const seen = isReplay
      ? { ...before, replay: exchange }
      : { turn: exchange, earlierTurn: before.turn, earlierReplay: before.replay }
    this.#conversations.set(id, seen)
    this.#bytes += bytesOf(seen)
    for (const oldest of this.#conversations.keys()) {
      if (this.#conversations.size <= mostConversations && this.#bytes <= mostBytes) break
      this.#forget(oldest)
    }
  }

  #forget(id: string): void {
    this.#bytes -= bytesOf(this.#conversations.get(id) ?? {})
    this.#conversations.delete(id)
  }
}

/** Whether a resume asked for all events. Without a cursor, deployments replay all or refuse it. */
export const isFullReplay = (exchange: Exchange): boolean => {
  const { cursor = -1 } = fieldsOf(exchange)
  return cursor === -1
}

const bytesOf = (seen: SeenConversation): number =>
  Object.values(seen).reduce((sum, one) => sum + (one === undefined ? 0 : eventBytes(one)), 0)

const eventBytes = ({ events }: Exchange): number =>
  events.reduce((sum, { data }) => sum + data.length + 100, 0)
