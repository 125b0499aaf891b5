/** Positive if `a` comes after `b`. Never 0 for two different values. */
export type Compare<T> = (a: T, b: T) => number

const chunkSize = 512

/**
 * A sorted list in chunks. Inserting, removing and reading pages take as long for a million values as for
 * a hundred. In a single array, each write would move half of the values.
 */
export class SortedList<T> {
  readonly #chunks: T[][] = []
  readonly #compare: Compare<T>
  #length = 0

  /** `sorted` must be sorted already. It is copied. */
  constructor(compare: Compare<T>, sorted: readonly T[] = []) {
    this.#compare = compare
    this.#length = sorted.length
    for (let from = 0; from < sorted.length; from += chunkSize)
      this.#chunks.push(sorted.slice(from, from + chunkSize))
  }

  get length(): number {
    return this.#length
  }

  add(value: T): void {
    const chunk = this.#chunks[this.#chunkFor(value)]
    this.#length++
    if (chunk === undefined) {
      this.#chunks.push([value])
      return
    }
    chunk.splice(this.#rank(chunk, value), 0, value)
    if (chunk.length > chunkSize * 2) {
      const upper = chunk.splice(chunkSize)
      this.#chunks.splice(this.#chunks.indexOf(chunk) + 1, 0, upper)
    }
  }

  remove(value: T): void {
    const at = this.#chunkFor(value)
    const chunk = this.#chunks[at]
    if (chunk === undefined) return
    const index = this.#rank(chunk, value)
    if (chunk[index] === undefined || this.#compare(chunk[index], value) !== 0) return
    chunk.splice(index, 1)
    this.#length--
    if (chunk.length === 0) this.#chunks.splice(at, 1)
  }

  /** Replaces a value. If the old and the new value compare equal, no value moves. */
  exchange(old: T, value: T): void {
    if (this.#compare(old, value) === 0) {
      const chunk = this.#chunks[this.#chunkFor(old)] ?? []
      const index = this.#rank(chunk, old)
      if (chunk[index] !== undefined && this.#compare(chunk[index], old) === 0) chunk[index] = value
    } else {
      this.remove(old)
      this.add(value)
    }
  }

  /** The values from position `from` up to `to`, like the `slice` of an array. */
  slice(from: number, to = this.#length): T[] {
    const taken: T[] = []
    let { at, skip } = this.#find(from)
    for (; at < this.#chunks.length && from + taken.length < to; at++) {
      const chunk = this.#chunks[at] ?? []
      for (const value of chunk.slice(skip, skip + to - from - taken.length)) taken.push(value)
      skip = 0
    }
    return taken
  }

  /** Finds the chunk of a position, and the offset in the chunk. Counts from the nearer end. */
  #find(position: number): { at: number; skip: number } {
    if (position < this.#length / 2) {
      let at = 0
      let skip = position
      for (let chunk = this.#chunks[0]; chunk !== undefined; chunk = this.#chunks[++at]) {
        if (skip < chunk.length) break
        skip -= chunk.length
      }
      return { at, skip }
    }
    let at = this.#chunks.length
    let begins = this.#length
    while (at > 0 && begins > position) begins -= this.#chunks[--at]?.length ?? 0
    return { at, skip: position - begins }
  }

  *[Symbol.iterator](): Iterator<T> {
    for (const chunk of this.#chunks) yield* chunk
  }

  /** The chunk that contains a value, or into which the value has to be inserted. */
  #chunkFor(value: T): number {
    let low = 0
    let high = this.#chunks.length - 1
    while (low < high) {
      const middle = (low + high) >> 1
      const last = this.#chunks[middle]?.at(-1)
      if (last !== undefined && this.#compare(last, value) < 0) low = middle + 1
      else high = middle
    }
    return low
  }

  #rank(chunk: readonly T[], value: T): number {
    let low = 0
    let high = chunk.length
    while (low < high) {
      const middle = (low + high) >> 1
      const candidate = chunk[middle]
      if (candidate !== undefined && this.#compare(candidate, value) < 0) low = middle + 1
      else high = middle
    }
    return low
  }
}

/** Moves an entry from one list to another, or replaces it within the same list. */
export function move<T>(
  from: SortedList<T> | undefined,
  to: SortedList<T> | undefined,
  old: T | undefined,
  next: T | undefined,
): void {
  if (from === to && old !== undefined && next !== undefined) from?.exchange(old, next)
  else {
    if (old !== undefined) from?.remove(old)
    if (next !== undefined) to?.add(next)
  }
}
