import { isObject } from '../../contract/json.ts'
import type { Exchange } from '../session/exchange.ts'
import { isTurnStream } from '../stream/judging.ts'

/** Conversations that are remembered at the same time; the one without a call for longest is dropped. */
const mostConversations = 500

/** Streams of a conversation that rules can look back on, and the bytes of events of all of them. */
const mostStreams = 4
const mostBytes = 16 * 1024 * 1024

type Conversation = { exchanges: readonly Exchange[]; bytes: number }

/** The streams that were seen in each conversation, the oldest first. Their number and size are bounded. */
export class SeenConversations {
  readonly #conversations = new Map<string, Conversation>()
  #bytes = 0

  /** Returns what came before an exchange in its conversation, and remembers the exchange. */
  add(exchange: Exchange): readonly Exchange[] {
    const id = conversationOf(exchange)
    if (id === undefined || !isTurnStream(exchange)) return []
    const { exchanges: before } = this.#conversations.get(id) ?? { exchanges: [] }
    this.#forget(id)
    const exchanges = [...before, exchange].slice(-mostStreams)
    const bytes = exchanges.reduce((sum, one) => sum + bytesOf(one), 0)
    this.#conversations.set(id, { exchanges, bytes })
    this.#bytes += bytes
    for (const oldest of this.#conversations.keys()) {
      if (this.#conversations.size <= mostConversations && this.#bytes <= mostBytes) break
      this.#forget(oldest)
    }
    return before
  }

  #forget(id: string): void {
    this.#bytes -= this.#conversations.get(id)?.bytes ?? 0
    this.#conversations.delete(id)
  }
}

function conversationOf({ request: { body } }: Exchange): string | undefined {
  const id = isObject(body) ? body['conversation_id'] : undefined
  return typeof id === 'string' ? id : undefined
}

const bytesOf = ({ events }: Exchange): number =>
  events.reduce((sum, { data }) => sum + data.length + 100, 0)
