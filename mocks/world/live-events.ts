/** The events of a running turn or workflow, and the readers that wait for more. */
export class LiveEvents<Event> {
  readonly events: Event[] = []
  #watchers: readonly (() => void)[] = []
  #state: 'running' | 'done' | 'cancelled' | 'dropped' = 'running'

  get state() {
    return this.#state
  }

  add(event: Event): void {
    this.events.push(event)
    this.#wake()
  }

  /**
   * Ends the turn or the workflow run. `dropped`: its world was dropped, and may continue it when
   * it is loaded again.
   */
  close(state: 'done' | 'cancelled' | 'dropped'): void {
    if (this.#state !== 'running') return
    this.#state = state
    this.#wake()
    this.#watchers = []
  }

  /** Calls `wake` after every change, until the returned function is called. */
  watch(wake: () => void): () => void {
    this.#watchers = [...this.#watchers, wake]
    return () => (this.#watchers = this.#watchers.filter((watcher) => watcher !== wake))
  }

  #wake(): void {
    for (const wake of this.#watchers) wake()
  }
}
