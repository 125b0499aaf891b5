import type { Entry } from './entry.ts'
import type { SortedList } from './sorted-list.ts'

/**
 * The records of one owner in one order as they are now. As long as nothing of it changes it is the
 * same object, so that what was made of it can be kept beside it.
 */
export type Listed<R> = {
  readonly length: number
  /** Up to `count` records from position `from`. */
  slice(from: number, count: number): R[]
}

type Held<R> = readonly Entry<R>[] | SortedList<Entry<R>>

/** A list as it is now; whoever changes it drops this. */
export const listedOf = <R>(list: Held<R>): Listed<R> => ({
  length: list.length,
  slice: (from, count) => sliceOf(list, from, count),
})

/** Up to `count` records of a list from position `from`. */
export function sliceOf<R>(list: Held<R>, from: number, count: number): R[] {
  const entries = Array.isArray(list) ? list.slice(from, from + count) : list.slice(from, count)
  return entries.map(({ record }) => record)
}

/** What there is of each owner in each order. */
export class ByOrder<Order, T> {
  readonly #byOwner = new Map<Order, Map<string, T>>()

  get(order: Order, owner: string): T | undefined {
    return this.#byOwner.get(order)?.get(owner)
  }

  set(order: Order, owner: string, value: T): T {
    const owners = this.#byOwner.get(order) ?? new Map<string, T>()
    this.#byOwner.set(order, owners.set(owner, value))
    return value
  }

  delete(order: Order, owner: string): void {
    this.#byOwner.get(order)?.delete(owner)
  }
}
