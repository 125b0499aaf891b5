import { Collection, type Entry, FixtureSnapshot } from '../../world/collection.ts'
import { compareText, everyone } from '../../world/store.ts'
import type { Table } from '../../world/changes.ts'

/** A record of a collection that a profile declares. */
export type OwnRecord = Readonly<Record<string, unknown>> & { readonly id: string }

const timeOf = ({ record }: Entry<OwnRecord>) => String(record['created_at'] ?? '')
const newest = (a: Entry<OwnRecord>, b: Entry<OwnRecord>) =>
  compareText(timeOf(b), timeOf(a)) || b.sequence - a.sequence

const noRecords = new FixtureSnapshot<OwnRecord, 'newest'>([], {
  name: 'own-records',
  owner: () => everyone,
  orders: { newest },
})

/** All collections of a world are in one table. This index has their records by collection. */
export class OwnIndex {
  readonly #table: Table<OwnRecord>
  #version = -1
  #collections = new Map<string, Collection<OwnRecord, 'newest'>>()

  constructor(table: Table<OwnRecord>) {
    this.#table = table
  }

  /** The collection with this name. It is rebuilt if the table was changed without this index. */
  collection(name: string): Collection<OwnRecord, 'newest'> {
    if (this.#version !== this.#table.version) this.#rebuild()
    return this.#named(name)
  }

  set(name: string, record: OwnRecord): void {
    const collection = this.collection(name)
    this.#table.set(keyOf(name, record.id), record)
    collection.put(record.id, record)
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
      this.#named(key.slice(0, key.indexOf('\n'))).put(record.id, record)
    this.#version = this.#table.version
  }

  #named(name: string): Collection<OwnRecord, 'newest'> {
    const known = this.#collections.get(name) ?? new Collection(noRecords)
    this.#collections.set(name, known)
    return known
  }
}

/** The key of a record in the table. */
export const keyOf = (name: string, id: string): string => `${name}\n${id}`
