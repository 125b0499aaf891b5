/** What a ring is made with. */
export type RingOptions<T> = {
  /** How many values it holds. */
  readonly maxLength: number
  /** How heavy they may be together. */
  readonly maxBytes: number
  /** A value that is none, and holds on to nothing. */
  readonly blank: T
  /** Writes a value over another. */
  readonly write: (over: T, value: T) => void
}

/**
 * The newest values within two bounds, in the order in which they came. It writes them over the same
 * objects again and again, which are old to the collector: what is new and stays for a while costs
 * it a copy, and makes V8 take more room for what is new.
 */
export class RingBuffer<T extends object> {
  readonly #options: RingOptions<T>
  readonly #slots: (T | undefined)[] = []
  /** Blank objects, of which the next one to be written over was blanked last: it is in the cache. */
  readonly #spare: T[] = []
  /** What each slot weighs. */
  readonly #weights: number[] = []
  #pushed = 0
  #length = 0
  #weight = 0

  constructor(options: RingOptions<T>) {
    this.#options = options
  }

  get length(): number {
    return this.#length
  }

  /** The weight of all values together. */
  get bytes(): number {
    return this.#weight
  }

  /** Adds a copy of a value, for which the oldest may have to go; gives its number among all that ever came. */
  push(value: T, weight: number): number {
    if (this.#length === this.#options.maxLength) this.#shift()
    const number = this.#pushed++
    const slot = this.#spare.pop() ?? { ...this.#options.blank }
    this.#options.write(slot, value)
    this.#slots[this.#slotOf(number)] = slot
    this.#weights[this.#slotOf(number)] = 0
    this.#length++
    this.addBytes(number, weight)
    return number
  }

  /** Makes a value heavier that is still there, for which the oldest may have to go. */
  addBytes(number: number, more: number): void {
    if (number < this.#first) return
    this.#weights[this.#slotOf(number)]! += more
    this.#weight += more
    while (this.#weight > this.#options.maxBytes) this.#shift()
  }

  /** Lets go of all. */
  clear(): void {
    while (this.#length > 0) this.#shift()
    this.#spare.length = 0
  }

  /** What is held now: it will be written over, so copy what is to stay. */
  *[Symbol.iterator](): Iterator<T> {
    for (let at = this.#first; at < this.#pushed; at++) yield this.#slots[this.#slotOf(at)] as T
  }

  /** The number of the oldest. */
  get #first(): number {
    return this.#pushed - this.#length
  }

  #slotOf(number: number): number {
    return number % this.#options.maxLength
  }

  #shift(): void {
    const at = this.#slotOf(this.#first)
    const slot = this.#slots[at] as T
    this.#options.write(slot, this.#options.blank)
    this.#spare.push(slot)
    this.#slots[at] = undefined
    this.#weight -= this.#weights[at] ?? 0
    this.#length--
  }
}
