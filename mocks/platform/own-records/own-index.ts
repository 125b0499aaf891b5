import { Collection, type Entry, FixtureSnapshot } from '../../world/collection.ts'
import { compareText, everyone } from '../../world/store.ts'
import type { Table } from '../../world/changes.ts'

/** A record of a collection that a profile declares. */
export type OwnRecord = Readonly<Record<string, unknown>> & { readonly id: string }

const createdAtOf = ({ record }: Entry<OwnRecord>) => String(record['created_at'] ?? '')
const newestFirst = (a: Entry<OwnRecord>, b: Entry<OwnRecord>) =>
  compareText(createdAtOf(b), createdAtOf(a)) || b.sequence - a.sequence

const noRecords = new FixtureSnapshot<OwnRecord, 'newest'>([], {
  name: 'own-records',
  owner: () => everyone,
  orders: { newest: newestFirst },
})

/** Indexes the records of a world by collection, because one table contains all collections. */
export class OwnRecordIndex {
  readonly #table: Table<OwnRecord>
  #version = -1
  #collections = new Map<string, Collection<OwnRecord, 'newest'>>()

  constructor(table: Table<OwnRecord>) {
    this.#table = table
  }

  /**
   * The collection with this name. If the table was changed from outside, the index is rebuilt first.
   */
  collection(name: string): Collection<OwnRecord, 'newest'> {
    if (this.#version !== this.#table.version) this.#rebuild()
    return this.#getOrCreate(name)
  }

  set(name: string, record: OwnRecord): void {
    const collection = this.collection(name)
    this.#table.set(ownRecordKey(name, record.id), record)
    collection.put(record.id, record)
    this.#version = this.#table.version
  }

  delete(name: string, id: string): void {
    const collection = this.collection(name)
    this.#table.delete(ownRecordKey(name, id))
    collection.delete(id)
    this.#version = this.#table.version
  }

  #rebuild(): void {
    this.#collections = new Map()
    for (const [key, record] of this.#table.entries())
      this.#getOrCreate(key.slice(0, key.indexOf('\n'))).put(record.id, record)
    this.#version = this.#table.version
  }

  #getOrCreate(name: string): Collection<OwnRecord, 'newest'> {
    const known = this.#collections.get(name) ?? new Collection(noRecords)
    this.#collections.set(name, known)
    return known
  }
}

/** The key of a record in the table. */
export const ownRecordKey = (name: string, id: string): string => `${name}\n${id}`
