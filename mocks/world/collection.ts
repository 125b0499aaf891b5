import type { ChangeListener } from './changes.ts'

/** A record with its position in the order of creation, which decides between equal timestamps. */
export type Entry<R> = { readonly record: R; readonly sequence: number }

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
}

/** The changes of a collection relative to its fixture, as JSON; `null` for a deleted record. */
export type CollectionState<R> = {
  /** The sequence number of the next record. */
  readonly next: number
  readonly changed: readonly (readonly [id: string, sequence: number, record: R | null])[]
}

/** The number of views of a collection that are kept: one for each caller and filter. */
const maxViews = 32

/** The records of one kind in one world: copy-on-write over their fixture, and frozen. */
export class Collection<R extends { readonly id: string }, Order extends string> {
  readonly #snapshot: FixtureSnapshot<R, Order>
  readonly #onChange: ChangeListener
  /** Changed and new records; `null` for a deleted one. */
  readonly #changed = new Map<string, Entry<R> | null>()
  readonly #lists = new Map<string, SortedList<Entry<R>>>()
  /** The records of all owners, sorted on first use and kept sorted from then on. */
  readonly #whole = new Map<Order, SortedList<Entry<R>>>()
  readonly #views = new Map<string, { readonly version: number; readonly records: readonly R[] }>()
  #version = 0
  #sequence: number
  #size: number

  constructor(snapshot: FixtureSnapshot<R, Order>, onChange: ChangeListener = () => {}) {
    this.#snapshot = snapshot
    this.#onChange = onChange
    this.#sequence = snapshot.entries.size
    this.#size = snapshot.entries.size
  }

  get size(): number {
    return this.#size
  }

  /** Increases with each change. */
  get version(): number {
    return this.#version
  }

  get(id: string): R | undefined {
    return this.#entry(id)?.record
  }

  insert(record: R): R {
    // A deleted record of the fixture that comes back has its old place.
    const sequence = this.#snapshot.entries.get(record.id)?.sequence ?? this.#sequence++
    this.#write(undefined, { record: Object.freeze(record), sequence })
    return record
  }

  /** Replaces a record by a changed copy, and returns the copy. Throws if there is no such record. */
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

  count(owner: string): number {
    const order = Object.keys(this.#snapshot.kind.orders)[0] as Order
    return this.#listBy(owner, order).length
  }

  /** Up to `count` records of an owner from position `from`, in an order. */
  slice(owner: string, order: Order, from: number, count: number): R[] {
    return sliceOf(this.#listBy(owner, order), from, count)
  }

  /** All records of an owner, sorted. */
  owned(owner: string, order: Order): R[] {
    return this.slice(owner, order, 0, Number.POSITIVE_INFINITY)
  }

  /** The records of an owner that pass a test, in an order. Reads all of them. */
  filter(owner: string, order: Order, test: (record: R) => boolean): R[] {
    return this.#listBy(owner, order)
      .filter(({ record }) => test(record))
      .map(({ record }) => record)
  }

  /**
   * The records of an owner, or of all, that pass a test, in an order. They are read again only after a
   * change: a page of many records takes as long as a page of few. `name` names the test, and what it
   * depends on.
   */
  view(
    owner: string | undefined,
    order: Order,
    name: string,
    test: (record: R) => boolean,
  ): readonly R[] {
    const key = `${order}\n${owner}\n${name}`
    const last = this.#views.get(key)
    if (last?.version === this.#version) return last.records
    const records =
      owner === undefined
        ? this.sliceAll(order, 0, this.#size).filter(test)
        : this.filter(owner, order, test)
    if (this.#views.size >= maxViews) this.#views.clear()
    this.#views.set(key, { version: this.#version, records })
    return records
  }

  /** Up to `count` records of all owners from position `from`, in an order. */
  sliceAll(order: Order, from: number, count: number): R[] {
    let whole = this.#whole.get(order)
    if (whole === undefined) {
      const compare = this.#snapshot.kind.orders[order]
      whole = new SortedList(compare, [...this.#entries()].toSorted(compare))
      this.#whole.set(order, whole)
    }
    return whole.slice(from, count).map(({ record }) => record)
  }

  /** All records, in no particular order. */
  *values(): Generator<R> {
    for (const { record } of this.#entries()) yield record
  }

  #listBy(owner: string, order: Order): SortedList<Entry<R>> | readonly Entry<R>[] {
    return this.#lists.get(listKey(owner, order)) ?? this.#snapshot.owned(owner, order)
  }

  *#entries(): Generator<Entry<R>> {
    for (const [id, entry] of this.#snapshot.entries) if (!this.#changed.has(id)) yield entry
    for (const entry of this.#changed.values()) if (entry !== null) yield entry
  }

  #entry(id: string): Entry<R> | undefined {
    const changed = this.#changed.get(id)
    return changed === undefined ? this.#snapshot.entries.get(id) : (changed ?? undefined)
  }

  /** Inserts or replaces a record; `null` deletes it. */
  put(id: string, record: R | null): void {
    const old = this.#entry(id)
    if (record === null) this.delete(id)
    else if (old === undefined) this.insert(record)
    else this.#write(old, { record: Object.freeze(record), sequence: old.sequence })
  }

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

  /** Restores a dump of a collection over the same fixture. */
  load({ next, changed }: CollectionState<R>): void {
    for (const [id, sequence, record] of changed)
      if (record === null) this.delete(id)
      else this.#write(this.#entry(id), { record: Object.freeze(record), sequence })
    this.#sequence = next
  }

  #write(old: Entry<R> | undefined, next: Entry<R> | undefined): void {
    const { owner, name, orders } = this.#snapshot.kind
    for (const order of Object.keys(orders) as Order[]) {
      const whole = this.#whole.get(order)
      if (whole !== undefined) move(whole, whole, old, next)
      const from = old && this.#listOf(owner(old.record), order)
      const to = next && this.#listOf(owner(next.record), order)
      move(from, to, old, next)
      if (old !== undefined && from?.length === 0) this.#dropEmptyList(owner(old.record), order)
    }
    this.#version++
    this.#size += Number(next !== undefined) - Number(old !== undefined)
    const id = (next ?? old)?.record.id
    if (id === undefined) return
    const before = this.#changed.get(id)?.record
    if (next !== undefined || this.#snapshot.entries.has(id)) this.#changed.set(id, next ?? null)
    else this.#changed.delete(id)
    this.#onChange(name, id, next?.record ?? null, before)
  }

  /** Owners such as conversations come and go. */
  #dropEmptyList(owner: string, order: Order): void {
    if (this.#snapshot.owned(owner, order).length === 0) this.#lists.delete(listKey(owner, order))
  }

  /** The list of an owner in an order, for writing. Copied from the fixture on first use. */
  #listOf(owner: string, order: Order): SortedList<Entry<R>> {
    const list = this.#lists.get(listKey(owner, order))
    if (list !== undefined) return list
    const snapshot = this.#snapshot
    const copy = new SortedList(snapshot.kind.orders[order], snapshot.owned(owner, order))
    this.#lists.set(listKey(owner, order), copy)
    return copy
  }
}

/** Moves an entry from one list to another, or replaces it within the same list. */
function move<T>(
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

const listKey = (owner: string, order: string) => `${order}\n${owner}`

type Held<R> = readonly Entry<R>[] | SortedList<Entry<R>>

/** Up to `count` records of a list from position `from`. */
function sliceOf<R>(list: Held<R>, from: number, count: number): R[] {
  const entries = Array.isArray(list) ? list.slice(from, from + count) : list.slice(from, count)
  return entries.map(({ record }) => record)
}

/** Positive if `a` comes after `b`. Never 0 for two different values. */
export type Compare<T> = (a: T, b: T) => number

const chunkSize = 512

/**
 * A sorted list in chunks. Inserting, removing and reading pages take the same time for a hundred
 * values as for a million; in a single array, each write would move half of the values.
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

  /** Replaces a value. If both compare equal, nothing moves. */
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

  /** Up to `count` values from position `from`. */
  slice(from: number, count: number): T[] {
    const taken: T[] = []
    let { at, skip } = this.#find(from)
    for (; at < this.#chunks.length && taken.length < count; at++) {
      const chunk = this.#chunks[at] ?? []
      for (const value of chunk.slice(skip, skip + count - taken.length)) taken.push(value)
      skip = 0
    }
    return taken
  }

  /** The values that pass a test, in their order. */
  filter(keep: (value: T) => boolean): T[] {
    return this.#chunks.flatMap((chunk) => chunk.filter((value) => keep(value)))
  }

  /** The chunk of a position, and the offset in it. Counts from the nearer end. */
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

  /** The chunk that contains a value, or would contain it. */
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
