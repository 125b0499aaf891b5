/**
 * The newest values, in the order in which they came; the oldest give way. It writes over the same
 * slots again and again: of a map that grows and shrinks, the collector keeps what is long gone.
 */
export class Ring<T> {
  readonly #most: number
  readonly #slots: (T | undefined)[] = []
  #first = 0
  #length = 0

  /** `most` values fit; make room with `shift` before one more is pushed. */
  constructor(most: number) {
    this.#most = most
  }

  get length(): number {
    return this.#length
  }

  push(value: T): void {
    if (this.#length === this.#most) throw new Error(`Failed to push: ${this.#most} values fit.`)
    this.#slots[(this.#first + this.#length) % this.#most] = value
    this.#length++
  }

  /** Takes the oldest away. */
  shift(): T | undefined {
    if (this.#length === 0) return undefined
    const oldest = this.#slots[this.#first]
    this.#slots[this.#first] = undefined
    this.#first = (this.#first + 1) % this.#most
    this.#length--
    return oldest
  }

  clear(): void {
    this.#slots.length = 0
    this.#first = 0
    this.#length = 0
  }

  *[Symbol.iterator](): Iterator<T> {
    for (let at = 0; at < this.#length; at++)
      yield this.#slots[(this.#first + at) % this.#most] as T
  }
}
