import type { Compare, SortedList } from './sorted-list.ts'

/**
 * The current records of one owner in one order. It stays the same object until one of them changes,
 * so that results derived from it can be cached with it as the key.
 */
export type RecordList<R> = {
  readonly length: number
  /** Up to `count` records from position `from`. */
  slice(from: number, count: number): R[]
}

type Held<R> = readonly Entry<R>[] | SortedList<Entry<R>>

/** Creates a record list, to be dropped when the list changes. */
export const createRecordList = <R>(list: Held<R>): RecordList<R> => ({
  length: list.length,
  slice: (from, count) => sliceOf(list, from, count),
})

/** Up to `count` records of a list from position `from`. */
export function sliceOf<R>(list: Held<R>, from: number, count: number): R[] {
  const entries = Array.isArray(list) ? list.slice(from, from + count) : list.slice(from, count)
  return entries.map(({ record }) => record)
}

/** The name, the groups and the orders of the records of a collection. */
export type CollectionKind<R, Order extends string> = {
  /** The name of its records in a fixture. */
  readonly name: string
  readonly owner: (record: R) => string
  readonly orders: Readonly<Record<Order, Compare<Entry<R>>>>
}

/** The frozen records of a fixture, shared by all worlds that begin with it. */
export class FixtureSnapshot<R extends { readonly id: string }, Order extends string> {
  readonly entries: ReadonlyMap<string, Entry<R>>
  readonly kind: CollectionKind<R, Order>
  readonly #sorted = new Map<string, ReadonlyMap<string, readonly Entry<R>[]>>()
  readonly #lists = new WeakMap<readonly Entry<R>[], RecordList<R>>()

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

  /** The records of one owner in one order, shared by all worlds. */
  list(owner: string, order: Order): RecordList<R> {
    const entries = this.owned(owner, order)
    let list = this.#lists.get(entries)
    if (list === undefined) this.#lists.set(entries, (list = createRecordList(entries)))
    return list
  }
}

/** A record with its position in the order of creation, which decides between equal timestamps. */
export type Entry<R> = { readonly record: R; readonly sequence: number }
