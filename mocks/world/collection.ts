import type { ChangeListener } from './changes.ts'
import { type Compare, move, SortedList } from './sorted-list.ts'

/** A record with its position in the order of creation, which decides between equal timestamps. */
export type Entry<R> = { readonly record: R; readonly sequence: number }

/** Describes a collection: its name, and how its records are grouped and ordered. */
export type CollectionKind<R, Order extends string> = {
  /** The name of the collection in a fixture. */
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

  /** Lists the entries of one owner in one order. They are sorted once for all worlds. */
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

/** A sorted list of records, from which a page is read. An array of records is such a list. */
export type RecordList<R> = {
  readonly length: number
  slice(from: number, to?: number): R[]
}

/** Selects the records that pass a test, of one owner or of all owners, and their order. */
export type Selection<R, Order> = {
  /** Absent for the records of all owners. */
  readonly owner?: string
  readonly order: Order
  /** A name for the test, unique in this collection: it is a part of the key of the view. */
  readonly name: string
  /** The version of other data that the test reads. If it changes, all records are tested again. */
  readonly since?: number
  test(record: R): boolean
}

type View<R, Order> = Selection<R, Order> & { readonly list: SortedList<Entry<R>> }

/** The maximum number of stored views of a collection: one per caller and filter. */
const maxViews = 32

/** The records of one kind in one world: a copy-on-write layer over the fixture. All are frozen. */
export class Collection<R extends { readonly id: string }, Order extends string> {
  readonly #snapshot: FixtureSnapshot<R, Order>
  readonly #onChange: ChangeListener
  /** Changed and new records; `null` for a deleted one. */
  readonly #changed = new Map<string, Entry<R> | null>()
  readonly #lists = new Map<string, SortedList<Entry<R>>>()
  /** Views by key. A view is created on first use and then kept up to date. The last used one is at the end. */
  readonly #views = new Map<string, View<R, Order>>()
  readonly #sums = new Map<Figures<R>, Map<string, FigureSums>>()
  readonly #deletionLists = new Set<R[]>()
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

  /** Adds a record, or replaces the record with its id. */
  insert(record: R): R {
    const old = this.#entry(record.id)
    // A record of the fixture that is deleted and then added again gets its old position in lists.
    const { sequence } = old ??
      this.#snapshot.entries.get(record.id) ?? { sequence: this.#sequence++ }
    this.#write(old, { record: Object.freeze(record), sequence })
    return record
  }

  /** Replaces a record by a changed copy, and returns the copy. Throws for an unknown record. */
  update(record: R, change: Partial<R>): R {
    const old = this.#entry(record.id)
    if (old === undefined) throw new Error(`There is no record ${record.id}.`)
    const next = Object.freeze({ ...old.record, ...change })
    this.#write(old, { record: next, sequence: old.sequence })
    return next
  }

  delete(id: string): void {
    const old = this.#entry(id)
    if (old === undefined) return
    this.#write(old, undefined)
  }

  /** Lists the records that are deleted until the returned function is called, which returns them. */
  listDeletions(): () => readonly R[] {
    const deleted: R[] = []
    this.#deletionLists.add(deleted)
    return () => {
      this.#deletionLists.delete(deleted)
      return deleted
    }
  }

  /** The records of an owner, in an order. */
  list(owner: string, order: Order): RecordList<R> {
    return recordsIn(this.#listBy(owner, order))
  }

  /** All records of an owner, sorted. */
  owned(owner: string, order: Order): R[] {
    return this.list(owner, order).slice(0)
  }

  count(owner: string): number {
    const order = Object.keys(this.#snapshot.kind.orders)[0] as Order
    return this.#listBy(owner, order).length
  }

  /** The records of an owner that pass a test, in an order. Reads all of them. */
  filter(owner: string, order: Order, test: (record: R) => boolean): R[] {
    return this.owned(owner, order).filter((record) => test(record))
  }

  /** All records, in an order. */
  all(order: Order): RecordList<R> {
    return this.select({ order, name: 'all', test: () => true })
  }

  /**
   * Lists the records that pass a test. The test is called once per record, and again only for
   * changed records. So reading a page takes the same time for many records as for few.
   */
  select(selection: Selection<R, Order>): RecordList<R> {
    const { owner, order, name, since } = selection
    const key = `${order}\n${owner}\n${name}`
    const known = this.#views.get(key)
    const view = known !== undefined && known.since === since ? known : this.#createView(selection)
    this.#views.delete(key)
    this.#views.set(key, view)
    if (this.#views.size > maxViews) this.#views.delete(this.#views.keys().next().value ?? '')
    return recordsIn(view.list)
  }

  #createView(selection: Selection<R, Order>): View<R, Order> {
    const { owner, order, test } = selection
    const compare = this.#snapshot.kind.orders[order]
    const sorted =
      owner === undefined
        ? [...this.#entries()].toSorted(compare)
        : this.#listBy(owner, order).slice(0)
    const passing = sorted.filter(({ record }) => test(record))
    return { ...selection, list: new SortedList(compare, passing) }
  }

  /** Sums the figures of an owner's records. Later changes of records update the sums. */
  sums(owner: string, figures: Figures<R>): FigureSums {
    const byOwner = this.#sums.get(figures) ?? new Map<string, FigureSums>()
    this.#sums.set(figures, byOwner)
    let sums = byOwner.get(owner)
    if (sums === undefined) {
      sums = new Map()
      const [order] = Object.keys(this.#snapshot.kind.orders) as Order[]
      if (order !== undefined)
        for (const record of this.owned(owner, order)) addFigures(sums, figures(record), 1)
      byOwner.set(owner, sums)
    }
    return sums
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
    if (record === null) this.delete(id)
    else this.insert(record)
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

  /** Restores the changes of a collection that has the same fixture. */
  load({ next, changed }: CollectionState<R>): void {
    for (const [id, sequence, record] of changed)
      if (record === null) this.delete(id)
      else this.#write(this.#entry(id), { record: Object.freeze(record), sequence })
    this.#sequence = next
  }

  #write(old: Entry<R> | undefined, next: Entry<R> | undefined): void {
    const { owner, name, orders } = this.#snapshot.kind
    for (const order of Object.keys(orders) as Order[]) {
      const from = old && this.#listOf(owner(old.record), order)
      const to = next && this.#listOf(owner(next.record), order)
      move(from, to, old, next)
      if (old !== undefined && from?.length === 0) this.#dropEmptyList(owner(old.record), order)
    }
    for (const { list, ...selection } of this.#views.values()) {
      const passes = (entry: Entry<R> | undefined) =>
        entry !== undefined &&
        (selection.owner === undefined || selection.owner === owner(entry.record)) &&
        selection.test(entry.record)
      move(list, list, passes(old) ? old : undefined, passes(next) ? next : undefined)
    }
    for (const [figures, byOwner] of this.#sums) {
      if (old !== undefined) addFigures(byOwner.get(owner(old.record)), figures(old.record), -1)
      if (next !== undefined) addFigures(byOwner.get(owner(next.record)), figures(next.record), 1)
    }
    if (old !== undefined && next === undefined)
      for (const list of this.#deletionLists) list.push(old.record)
    this.#version++
    this.#size += Number(next !== undefined) - Number(old !== undefined)
    const id = (next ?? old)?.record.id
    if (id === undefined) return
    const before = this.#changed.get(id)?.record
    if (next !== undefined || this.#snapshot.entries.has(id)) this.#changed.set(id, next ?? null)
    else this.#changed.delete(id)
    this.#onChange(name, id, next?.record ?? null, before)
  }

  /** Removes empty lists, because owners such as conversations are created and deleted. */
  #dropEmptyList(owner: string, order: Order): void {
    if (this.#snapshot.owned(owner, order).length === 0) this.#lists.delete(listKey(owner, order))
  }

  /**
   * Returns the list of an owner in an order, for writing. It is copied from the fixture on first
   * use.
   */
  #listOf(owner: string, order: Order): SortedList<Entry<R>> {
    const list = this.#lists.get(listKey(owner, order))
    if (list !== undefined) return list
    const snapshot = this.#snapshot
    const copy = new SortedList(snapshot.kind.orders[order], snapshot.owned(owner, order))
    this.#lists.set(listKey(owner, order), copy)
    return copy
  }
}

const listKey = (owner: string, order: string) => `${order}\n${owner}`

/** Converts a list of entries to a list of their records. */
const recordsIn = <R>(list: readonly Entry<R>[] | SortedList<Entry<R>>): RecordList<R> => ({
  length: list.length,
  slice: (from, to) => list.slice(from, to).map(({ record }) => record),
})

/** The figures of a record to sum, by name. The sums are cached per function. */
type Figures<R> = (record: R) => Readonly<Record<string, number>>
type FigureSums = Map<string, number>

function addFigures(
  sums: FigureSums | undefined,
  figures: Readonly<Record<string, number>>,
  times: number,
): void {
  if (sums === undefined) return
  for (const [name, figure] of Object.entries(figures))
    sums.set(name, (sums.get(name) ?? 0) + figure * times)
}
