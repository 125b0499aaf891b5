/** A text that was injected into a running turn. */
export type Injection = { readonly id: string; readonly content: string }

/** The injected texts that a turn has not taken up yet, oldest first. */
export class Injections {
  readonly #waiting: Injection[] = []

  add(injection: Injection): void {
    this.#waiting.push(injection)
  }

  /** The oldest, which then waits no longer. */
  take(): Injection | undefined {
    return this.#waiting.shift()
  }

  /** Takes one back; false where it was taken up already, or never came. */
  recall(id: string): boolean {
    const at = this.#waiting.findIndex((one) => one.id === id)
    if (at >= 0) this.#waiting.splice(at, 1)
    return at >= 0
  }
}
