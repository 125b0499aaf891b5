import { compareText } from '../../world/store.ts'
import type { Table } from '../../world/changes.ts'

/** A record of a collection that a profile declares. */
export type OwnRecord = Readonly<Record<string, unknown>> & { readonly id: string }

/** The records of one collection: by id in the order of their creation, and sorted for lists. */
class IndexedCollection {
  readonly byId = new Map<string, OwnRecord>()
  #newestFirst: readonly OwnRecord[] | undefined

  /** Sorted again only after a change: 10,000 records in any order take 10 ms. */
  get newestFirst(): readonly OwnRecord[] {
    return (this.#newestFirst ??= [...this.byId.values()]
      .toReversed()
      .toSorted((one, other) => compareText(timeOf(other), timeOf(one))))
  }

  set(record: OwnRecord): void {
    this.byId.set(record.id, record)
    this.#newestFirst = undefined
  }

  delete(id: string): void {
    this.byId.delete(id)
    this.#newestFirst = undefined
  }
}

const timeOf = (record: OwnRecord) => String(record['created_at'] ?? '')

/** The records of all collections of a world, which are in one table, by collection. */
export class OwnIndex {
  readonly #table: Table<OwnRecord>
  #version = -1
  #collections = new Map<string, IndexedCollection>()

  constructor(table: Table<OwnRecord>) {
    this.#table = table
  }

  /** The collection with this name. It is built again if something else has changed the table. */
  collection(name: string): IndexedCollection {
    if (this.#version !== this.#table.version) this.#rebuild()
    return this.#named(name)
  }

  set(name: string, record: OwnRecord): void {
    const collection = this.collection(name)
    this.#table.set(keyOf(name, record.id), record)
    collection.set(record)
    this.#version = this.#table.version
  }

  delete(name: string, id: string): void {
    const collection = this.collection(name)
    this.#table.delete(keyOf(name, id))
    collection.delete(id)
    this.#version = this.#table.version
  }

  #rebuild(): void {
    this.#collections = new Map()
    for (const [key, record] of this.#table.entries())
      this.#named(key.slice(0, key.indexOf('\n'))).set(record)
    this.#version = this.#table.version
  }

  #named(name: string): IndexedCollection {
    const known = this.#collections.get(name) ?? new IndexedCollection()
    this.#collections.set(name, known)
    return known
  }
}

/** The key of a record in the table. */
export const keyOf = (name: string, id: string): string => `${name}\n${id}`
