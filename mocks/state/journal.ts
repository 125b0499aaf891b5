/** The calls that a world received. */
export class Journal {
  #count = 0

  /** The number of a new call: its place among all calls of this world, from 1. */
  next(): number {
    return ++this.#count
  }
}
