import type { ChangeListener } from './changes.ts'
import {
  type Entry,
  type FixtureSnapshot,
  ListsByOwner,
  type RecordList,
  createRecordList,
  sliceOf,
} from './fixture-snapshot.ts'
import { SortedList } from './sorted-list.ts'

/** What a collection differs by from its ground, as plain JSON; `null` is a record that was deleted. */
export type CollectionState<R> = {
  /** The place in the order of creation of the next record. */
  readonly next: number
  readonly changed: readonly (readonly [id: string, sequence: number, record: R | null])[]
}

/**
 * The records of one kind in one world: copy-on-write over their ground, so a fresh world costs
 * nothing. Records are frozen; a change is a new record. Synchronous throughout.
 */
export class Collection<R extends { readonly id: string }, Order extends string> {
  readonly #ground: FixtureSnapshot<R, Order>
  readonly #note: ChangeListener
  /** What stands in the place of the ground's record, or beside them; `null` where it was deleted. */
  readonly #changed = new Map<string, Entry<R> | null>()
  readonly #lists = new ListsByOwner<Order, SortedList<Entry<R>>>()
  /** Those of them that were asked for since they changed last. */
  readonly #listed = new ListsByOwner<Order, RecordList<R>>()
  /** Every owner's records together: sorted when first asked for, kept sorted from then on. */
  readonly #whole = new Map<Order, SortedList<Entry<R>>>()
  #sequence: number
  #size: number

  constructor(ground: FixtureSnapshot<R, Order>, note: ChangeListener = () => {}) {
    this.#ground = ground
    this.#note = note
    this.#sequence = ground.entries.size
    this.#size = ground.entries.size
  }

  get size(): number {
    return this.#size
  }

  get(id: string): R | undefined {
    return this.#entry(id)?.record
  }

  /** Adds a record with an id that is new. */
  insert(record: R): R {
    this.#write(undefined, { record: Object.freeze(record), sequence: this.#sequence++ })
    return record
  }

  /** Puts a changed copy in the place of a record that exists; returns the copy. */
  update(record: R, change: Partial<R>): R {
    const old = this.#entry(record.id)
    if (old === undefined) throw new Error(`Failed to update ${record.id}: no such record.`)
    const next = Object.freeze({ ...old.record, ...change })
    this.#write(old, { record: next, sequence: old.sequence })
    return next
  }

  delete(id: string): void {
    const old = this.#entry(id)
    if (old === undefined) return
    this.#write(old, undefined)
  }

  /** How many records an owner has. */
  count(owner: string): number {
    const order = Object.keys(this.#ground.kind.orders)[0] as Order
    return this.#heldBy(owner, order).length
  }

  /** The records of an owner in an order, until one of them changes. */
  list(owner: string, order: Order): RecordList<R> {
    const list = this.#lists.get(order, owner)
    if (list === undefined) return this.#ground.list(owner, order)
    return this.#listed.get(order, owner) ?? this.#listed.set(order, owner, createRecordList(list))
  }

  /** Up to `count` records of an owner from position `from`, in an order. */
  slice(owner: string, order: Order, from: number, count: number): R[] {
    return sliceOf(this.#heldBy(owner, order), from, count)
  }

  /** All records of an owner, in an order. */
  owned(owner: string, order: Order): R[] {
    return this.slice(owner, order, 0, Number.POSITIVE_INFINITY)
  }

  /** The records of an owner that pass a test, in an order. */
  filter(owner: string, order: Order, test: (record: R) => boolean): R[] {
    return this.#heldBy(owner, order)
      .filter(({ record }) => test(record))
      .map(({ record }) => record)
  }

  /** Up to `count` records of all owners from position `from`, in an order. */
  sliceAll(order: Order, from: number, count: number): R[] {
    let whole = this.#whole.get(order)
    if (whole === undefined) {
      const compare = this.#ground.kind.orders[order]
      whole = new SortedList(compare, [...this.#entries()].toSorted(compare))
      this.#whole.set(order, whole)
    }
    return whole.slice(from, count).map(({ record }) => record)
  }

  /** Every record, in no promised order. */
  *values(): Generator<R> {
    for (const { record } of this.#entries()) yield record
  }

  #heldBy(owner: string, order: Order): SortedList<Entry<R>> | readonly Entry<R>[] {
    return this.#lists.get(order, owner) ?? this.#ground.owned(owner, order)
  }

  *#entries(): Generator<Entry<R>> {
    for (const [id, entry] of this.#ground.entries) if (!this.#changed.has(id)) yield entry
    for (const entry of this.#changed.values()) if (entry !== null) yield entry
  }

  #entry(id: string): Entry<R> | undefined {
    const changed = this.#changed.get(id)
    return changed === undefined ? this.#ground.entries.get(id) : (changed ?? undefined)
  }

  /** Puts a record where the id leads, whether one stands there or not; `null` deletes it. */
  put(id: string, record: R | null): void {
    const old = this.#entry(id)
    if (record === null) this.delete(id)
    else if (old === undefined) this.insert(record)
    else this.#write(old, { record: Object.freeze(record), sequence: old.sequence })
  }

  /** All records in the order of their creation. */
  inCreationOrder(): R[] {
    return [...this.#entries()]
      .toSorted((a, b) => a.sequence - b.sequence)
      .map(({ record }) => record)
  }

  dump(): CollectionState<R> {
    const changed = [...this.#changed].map(
      ([id, entry]) => [id, entry?.sequence ?? 0, entry?.record ?? null] as const,
    )
    return { next: this.#sequence, changed }
  }

  /** Takes over what was dumped from a collection over the same ground. */
  load({ next, changed }: CollectionState<R>): void {
    for (const [id, sequence, record] of changed)
      if (record === null) this.delete(id)
      else this.#write(this.#entry(id), { record: Object.freeze(record), sequence })
    this.#sequence = next
  }

  #write(old: Entry<R> | undefined, next: Entry<R> | undefined): void {
    const { owner, name, orders } = this.#ground.kind
    for (const order of Object.keys(orders) as Order[]) {
      const whole = this.#whole.get(order)
      if (whole !== undefined) move(whole, whole, old, next)
      const left = old && this.#listOf(owner(old.record), order)
      const entered = next && this.#listOf(owner(next.record), order)
      move(left, entered, old, next)
    }
    this.#size += Number(next !== undefined) - Number(old !== undefined)
    const id = (next ?? old)?.record.id
    if (id === undefined) return
    const before = this.#changed.get(id)?.record
    if (next !== undefined || this.#ground.entries.has(id)) this.#changed.set(id, next ?? null)
    else this.#changed.delete(id)
    this.#note(name, id, next?.record ?? null, before)
  }

  /** The records of an owner in an order, to be written to: copied from the ground the first time. */
  #listOf(owner: string, order: Order): SortedList<Entry<R>> {
    this.#listed.delete(order, owner)
    const list = this.#lists.get(order, owner)
    if (list !== undefined) return list
    const ground = this.#ground
    const copy = new SortedList(ground.kind.orders[order], ground.owned(owner, order))
    return this.#lists.set(order, owner, copy)
  }
}

/** Takes an entry from the list that it leaves to the one that it enters, which may be the same. */
function move<T>(
  left: SortedList<T> | undefined,
  entered: SortedList<T> | undefined,
  old: T | undefined,
  next: T | undefined,
): void {
  if (left === entered && old !== undefined && next !== undefined) left?.exchange(old, next)
  else {
    if (old !== undefined) left?.remove(old)
    if (next !== undefined) entered?.add(next)
  }
}
