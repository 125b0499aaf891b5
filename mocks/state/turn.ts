import type { StoredEvent, TurnEvent } from '../../contract/events.ts'

/** One run of the agent while it runs; its events so far, and who waits for more. */
export class Turn {
  readonly id: string
  readonly mode: 'react' | 'dag'
  /** The conversation that stores it; a turn without one is stored nowhere. */
  readonly conversationId: string | undefined
  readonly userId: string
  /** Milliseconds since 1970, by the world's clock. */
  readonly startedAt: number
  readonly events: StoredEvent[] = []
  readonly #nextCursor: () => number
  readonly #watchers = new Set<() => void>()
  #state: 'running' | 'done' | 'cancelled' = 'running'

  constructor(
    about: Pick<Turn, 'id' | 'mode' | 'conversationId' | 'userId' | 'startedAt'>,
    nextCursor: () => number,
  ) {
    this.id = about.id
    this.mode = about.mode
    this.conversationId = about.conversationId
    this.userId = about.userId
    this.startedAt = about.startedAt
    this.#nextCursor = nextCursor
  }

  get state() {
    return this.#state
  }

  append(event: TurnEvent, at: string): void {
    this.events.push(Object.freeze({ ...event, cursor: this.#nextCursor(), at }))
    this.#wake()
  }

  /** Ends the turn; nothing is appended afterwards. */
  close(state: 'done' | 'cancelled'): void {
    if (this.#state !== 'running') return
    this.#state = state
    this.#wake()
    this.#watchers.clear()
  }

  /** Calls `wake` at every change until the returned function is called. */
  watch(wake: () => void): () => void {
    this.#watchers.add(wake)
    return () => this.#watchers.delete(wake)
  }

  #wake(): void {
    for (const wake of this.#watchers) wake()
  }
}
