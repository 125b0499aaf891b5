import type { Exchange } from '../session/exchange.ts'
import { ConversationCounts } from './conversation-counts.ts'
import { KnownConversations } from './known-conversations.ts'
import { History } from './history.ts'
import { SeenTurns } from './seen-turns.ts'

/**
 * What readings need of the exchanges before the one that they read. Every part has a bounded size
 * and takes one exchange at a time.
 */
export class SeenTraffic extends History {
  readonly conversations = new KnownConversations()
  readonly conversationCounts = new ConversationCounts()
  readonly turns = new SeenTurns()

  override add(exchange: Exchange): void {
    this.conversations.add(exchange)
    this.conversationCounts.add(exchange)
    this.turns.add(exchange)
    super.add(exchange)
  }
}
