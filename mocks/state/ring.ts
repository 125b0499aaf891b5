/**
 * The newest values, in the order in which they came. It writes over the same slots again and again:
 * of a map that grows and shrinks, the collector keeps what is long gone.
 */
export class Ring<T> {
  readonly #most: number
  readonly #slots: (T | undefined)[] = []
  #first = 0
  #length = 0

  /** So many values fit; one of them has to be shifted before another is pushed. */
  constructor(most: number) {
    this.#most = most
  }

  get length(): number {
    return this.#length
  }

  has(value: T): boolean {
    return this.#slots.includes(value)
  }

  push(value: T): void {
    this.#slots[(this.#first + this.#length++) % this.#most] = value
  }

  /** Takes the oldest away. */
  shift(): T | undefined {
    const oldest = this.#slots[this.#first]
    if (this.#length === 0) return undefined
    this.#slots[this.#first] = undefined
    this.#first = (this.#first + 1) % this.#most
    this.#length--
    return oldest
  }

  *[Symbol.iterator](): Iterator<T> {
    for (let at = 0; at < this.#length; at++)
      yield this.#slots[(this.#first + at) % this.#most] as T
  }
}
