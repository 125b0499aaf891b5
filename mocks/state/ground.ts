import type { Entry } from './entry.ts'
import { ByOrder, type Listed, listedOf } from './listed.ts'
import type { Compare } from './sorted-list.ts'

/** What the records of a collection have in common. */
export type CollectionKind<R, Order extends string> = {
  /** What its records are called, as a fixture has it. */
  readonly name: string
  readonly owner: (record: R) => string
  readonly orders: Readonly<Record<Order, Compare<Entry<R>>>>
}

/** The frozen records that a fixture begins with, shared by all worlds that start from it. */
export class Ground<R extends { readonly id: string }, Order extends string> {
  readonly entries: ReadonlyMap<string, Entry<R>>
  readonly kind: CollectionKind<R, Order>
  readonly #sorted = new Map<string, ReadonlyMap<string, readonly Entry<R>[]>>()
  readonly #listed = new ByOrder<Order, Listed<R>>()

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
  listed(owner: string, order: Order): Listed<R> {
    return (
      this.#listed.get(order, owner) ??
      this.#listed.set(order, owner, listedOf(this.owned(owner, order)))
    )
  }
}
