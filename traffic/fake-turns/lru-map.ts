/** A map that keeps the entries that were used last, up to a number. */
export class LruMap<Value> {
  readonly #entries = new Map<string, Value>()
  readonly #most: number
  readonly #onDrop: (key: string, value: Value) => void

  constructor(most: number, onDrop: (key: string, value: Value) => void = () => undefined) {
    this.#most = most
    this.#onDrop = onDrop
  }

  has(key: string): boolean {
    return this.#entries.has(key)
  }

  /** Gets an entry, and makes it the last used one. */
  get(key: string): Value | undefined {
    const value = this.#entries.get(key)
    if (value !== undefined) this.set(key, value)
    return value
  }

  set(key: string, value: Value): void {
    this.#entries.delete(key)
    this.#entries.set(key, value)
    const [oldest] = this.#entries
    if (this.#entries.size <= this.#most || oldest === undefined) return
    this.#entries.delete(oldest[0])
    this.#onDrop(...oldest)
  }

  delete(key: string): void {
    this.#entries.delete(key)
  }

  entries(): readonly (readonly [key: string, value: Value])[] {
    return [...this.#entries]
  }
}
