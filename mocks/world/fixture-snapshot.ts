import type { Compare, SortedList } from './sorted-list.ts'

/**
 * The records of one owner in one order as they are now. As long as nothing of it changes it is the
 * same object, so that what was made of it can be kept beside it.
 */
export type RecordList<R> = {
  readonly length: number
  /** Up to `count` records from position `from`. */
  slice(from: number, count: number): R[]
}

type Held<R> = readonly Entry<R>[] | SortedList<Entry<R>>

/** A list as it is now; whoever changes it drops this. */
export const createRecordList = <R>(list: Held<R>): RecordList<R> => ({
  length: list.length,
  slice: (from, count) => sliceOf(list, from, count),
})

/** Up to `count` records of a list from position `from`. */
export function sliceOf<R>(list: Held<R>, from: number, count: number): R[] {
  const entries = Array.isArray(list) ? list.slice(from, from + count) : list.slice(from, count)
  return entries.map(({ record }) => record)
}

/** What there is of each owner in each order. */
export class ListsByOwner<Order, T> {
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

/** What the records of a collection have in common. */
export type CollectionKind<R, Order extends string> = {
  /** What its records are called, as a fixture has it. */
  readonly name: string
  readonly owner: (record: R) => string
  readonly orders: Readonly<Record<Order, Compare<Entry<R>>>>
}

/** The frozen records that a fixture begins with, shared by all worlds that start from it. */
export class FixtureSnapshot<R extends { readonly id: string }, Order extends string> {
  readonly entries: ReadonlyMap<string, Entry<R>>
  readonly kind: CollectionKind<R, Order>
  readonly #sorted = new Map<string, ReadonlyMap<string, readonly Entry<R>[]>>()
  readonly #listed = new ListsByOwner<Order, RecordList<R>>()

  constructor(records: readonly R[], kind: CollectionKind<R, Order>) {
    this.kind = kind
    this.entries = new Map(
      records.map((record, sequence) => [record.id, { record: Object.freeze(record), sequence }]),
    )
  }

  /** The entries of one owner in one order, sorted once for all worlds. */
  owned(owner: string, order: Order): readonly Entry<R>[] {
    let byOwner = this.#sorted.get(order)
    if (byOwner === undefined) {
      byOwner = Map.groupBy(this.entries.values(), ({ record }) => this.kind.owner(record))
      for (const entries of byOwner.values()) (entries as Entry<R>[]).sort(this.kind.orders[order])
      this.#sorted.set(order, byOwner)
    }
    return byOwner.get(owner) ?? []
  }

  /** The records of one owner in one order, as all worlds begin with them. */
  list(owner: string, order: Order): RecordList<R> {
    return (
      this.#listed.get(order, owner) ??
      this.#listed.set(order, owner, createRecordList(this.owned(owner, order)))
    )
  }
}

/** A record with its place in the order of creation, which settles ties of the same millisecond. */
export type Entry<R> = { readonly record: R; readonly sequence: number }
