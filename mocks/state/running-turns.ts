import type { Turn } from './turn.ts'

/** The turns of a world that still run, oldest first. */
export class RunningTurns {
  readonly #turns = new Set<Turn>()

  get size(): number {
    return this.#turns.size
  }

  add(turn: Turn): void {
    this.#turns.add(turn)
  }

  remove(turn: Turn): void {
    this.#turns.delete(turn)
  }

  /** The one of a conversation that began last. */
  newestOf(conversationId: string): Turn | undefined {
    let newest: Turn | undefined
    for (const turn of this.#turns) if (turn.conversationId === conversationId) newest = turn
    return newest
  }

  [Symbol.iterator](): IterableIterator<Turn> {
    return this.#turns.values()
  }
}
