import type { Table, Tables } from './tables.ts'
import { conversationOwner, type Store } from './store.ts'

/** The tokens of turns by user and calendar month (UTC); what is deleted afterwards still counts. */
export class TokenUsage {
  readonly #store: Store
  readonly #counts: Table<number>
  /** What was worked out from stored answers, for months in which nothing was counted yet. */
  readonly #worked = new Map<string, number>()

  constructor(store: Store, tables: Tables) {
    this.#store = store
    this.#counts = tables.of('tokens-of-month')
  }

  /** What the turns of a user took in the month of a moment (ISO 8601). */
  of(user: string, moment: string): number {
    const key = keyOf(user, moment)
    const counted = this.#counts.get(key) ?? this.#worked.get(key)
    if (counted !== undefined) return counted
    const worked = this.#stored(user, monthOf(moment))
    this.#worked.set(key, worked)
    return worked
  }

  /** Counts a turn; to be called before its answer is stored. */
  add(user: string, moment: string, tokens: number): void {
    this.#counts.set(keyOf(user, moment), this.of(user, moment) + tokens)
  }

  /** What the stored answers of a month say, for a month that was not counted from its start. */
  #stored(user: string, month: string): number {
    const { conversations, messages } = this.#store
    return ['active', 'archived']
      .flatMap((status) => conversations.owned(conversationOwner(user, status), 'newest'))
      .flatMap(({ id }) => messages.owned(id, 'oldest'))
      .filter(({ role, created_at }) => role === 'assistant' && monthOf(created_at) === month)
      .reduce((sum, { metadata }) => sum + Number(metadata?.['tokens'] ?? 0), 0)
  }
}

const monthOf = (moment: string) => moment.slice(0, 7)
const keyOf = (user: string, moment: string) => `${monthOf(moment)}\n${user}`
