import type { Table, Tables } from './changes.ts'
import { conversationOwner, type Store } from './store.ts'

/**
 * The tokens that users spent in each calendar month (UTC), also in turns that were deleted later.
 */
export class TokenUsage {
  readonly #store: Store
  readonly #counts: Table<number>
  /** The tokens of months without a stored count. They are computed from stored messages. */
  readonly #computedCounts = new Map<string, number>()

  constructor(store: Store, tables: Tables) {
    this.#store = store
    this.#counts = tables.of('tokens-of-month')
  }

  /** The tokens that the turns of a user spent in the month of an ISO timestamp. */
  of(user: string, moment: string): number {
    const key = keyOf(user, moment)
    const counted = this.#counts.get(key) ?? this.#computedCounts.get(key)
    if (counted !== undefined) return counted
    const worked = this.#sumStoredTokens(user, monthOf(moment))
    this.#computedCounts.set(key, worked)
    return worked
  }

  /** The tokens of a user's stored conversations that began in the month of an ISO timestamp. */
  ofConversations(user: string, moment: string): number {
    return this.#conversations(user)
      .filter(({ created_at }) => monthOf(created_at) === monthOf(moment))
      .reduce((sum, { total_tokens }) => sum + total_tokens, 0)
  }

  /**
   * Stores the count of a month that has no stored count. Call it before messages of the user are
   * deleted.
   */
  keep(user: string, moment: string): void {
    const key = keyOf(user, moment)
    const tokens = this.of(user, moment)
    if (tokens > 0 && this.#counts.get(key) === undefined) this.#counts.set(key, tokens)
  }

  /** Adds the tokens of a turn. Call it before its message is stored. */
  add(user: string, moment: string, tokens: number): void {
    this.#counts.set(keyOf(user, moment), this.of(user, moment) + tokens)
  }

  /**
   * Sums the tokens in the stored messages of a user in a month.
   */
  #sumStoredTokens(user: string, month: string): number {
    const { messages } = this.#store
    return this.#conversations(user)
      .flatMap(({ id }) => messages.owned(id, 'oldest'))
      .filter(({ role, created_at }) => role === 'assistant' && monthOf(created_at) === month)
      .reduce((sum, { metadata }) => sum + Number(metadata?.['tokens'] ?? 0), 0)
  }

  #conversations(user: string) {
    return ['active', 'archived'].flatMap((status) =>
      this.#store.conversations.owned(conversationOwner(user, status), 'newest'),
    )
  }
}

const monthOf = (moment: string) => moment.slice(0, 7)
const keyOf = (user: string, moment: string) => `${monthOf(moment)}\n${user}`
