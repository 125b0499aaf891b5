import type { CollectionFamily } from '../../../contract/profile/own-operations.ts'
import { type Field, readShape } from '../../../contract/profile/shape.ts'
import { compareText } from '../../world/store.ts'
import type { Table } from '../../world/tables.ts'
import type { World } from '../../world/world.ts'
import { OwnFiles } from './own-file-bytes.ts'

/** A collection of records. The records of a family of files have contents, as base64. */
export type RecordFamily = CollectionFamily & { readonly contents?: readonly string[] }

/** A record of a collection that a profile declares. */
export type OwnRecord = Readonly<Record<string, unknown>> & { readonly id: string }

const table = ({ tables }: World): Table<OwnRecord> => tables.of('own-records')

/** Marks a collection whose seeds are in the world, so that deleted ones stay deleted. */
const seeded = ({ tables }: World): Table<true> => tables.of('own-seeds')

type Index = { version: number; readonly byName: Map<string, Map<string, OwnRecord>> }

/** The records by collection and id: one table has the records of all collections of a world. */
const indexes = new WeakMap<Table<OwnRecord>, Index>()

function byCollection(records: Table<OwnRecord>): Index['byName'] {
  const byName: Index['byName'] = new Map()
  for (const [key, record] of records.entries()) {
    const name = key.slice(0, key.indexOf('\n'))
    const found = byName.get(name)
    if (found === undefined) byName.set(name, new Map([[record.id, record]]))
    else found.set(record.id, record)
  }
  return byName
}

export function fieldsOf({ record }: RecordFamily): ReadonlyMap<string, Field> {
  const shape = readShape(record)
  return shape.kind === 'object' ? shape.fields : new Map()
}

const timeOf = (record: OwnRecord) => String(record['created_at'] ?? '')

/** The records of one collection of a profile in one world. They are part of its state. */
export class OwnRecords {
  readonly #world: World
  readonly #name: string

  readonly #family: RecordFamily

  constructor(world: World, name: string, family: RecordFamily) {
    const { seeds = [], contents } = family
    this.#family = family
    this.#world = world
    this.#name = name
    if (seeded(world).get(name) !== undefined) return
    seeded(world).set(name, true)
    for (const [index, seed] of seeds.entries()) {
      const { id } = this.insert(this.#complete(seed))
      if (contents !== undefined) new OwnFiles(world).set(name, id, contents[index] ?? '')
    }
  }

  get size(): number {
    return this.#index().size
  }

  get(id: string): OwnRecord | undefined {
    return this.#index().get(id)
  }

  /** All records, the newest first. */
  all(): OwnRecord[] {
    return [...this.#index().values()]
      .toReversed()
      .toSorted((one, other) => compareText(timeOf(other), timeOf(one)))
  }

  insert(record: OwnRecord): OwnRecord {
    const index = this.#index()
    table(this.#world).set(this.#keyOf(record.id), Object.freeze(record))
    index.set(record.id, record)
    this.#markCurrent()
    return record
  }

  delete(id: string): void {
    const index = this.#index()
    table(this.#world).delete(this.#keyOf(id))
    index.delete(id)
    this.#markCurrent()
    new OwnFiles(this.#world).delete(this.#name, id)
  }

  /** A new record, not yet inserted: the given fields, defaults, and the fields of the platform. */
  draft(given: object, user: string | null): OwnRecord {
    const fields = fieldsOf(this.#family)
    const defaults = [...fields].flatMap(([field, { shape, isOptional }]) => {
      if (shape.kind === 'scalar' && shape.default !== undefined) return [[field, shape.default]]
      return isOptional ? [] : [[field, null]]
    })
    const id = this.#newId()
    const dates = { created_at: this.#world.clock.iso(), updated_at: null }
    const shown = Object.entries(dates).filter(([field]) => fields.has(field))
    return {
      ...Object.fromEntries(defaults),
      ...given,
      ...Object.fromEntries(shown),
      user_id: user,
      id,
    }
  }

  #newId(): string {
    return this.#world.random.uuid('own-record', this.#name)
  }

  /** The records of this collection by id, oldest first. */
  #index(): Map<string, OwnRecord> {
    const records = table(this.#world)
    let index = indexes.get(records)
    if (index?.version !== records.version)
      indexes.set(records, (index = { version: records.version, byName: byCollection(records) }))
    let found = index.byName.get(this.#name)
    if (found === undefined) index.byName.set(this.#name, (found = new Map()))
    return found
  }

  /** The index already has the last change of the table. */
  #markCurrent(): void {
    const records = table(this.#world)
    const index = indexes.get(records)
    if (index !== undefined) index.version = records.version
  }

  #keyOf(id: string): string {
    return `${this.#name}\n${id}`
  }

  /** A seed with an id; `owner` names its user by email. */
  #complete({ owner, ...fields }: Readonly<Record<string, unknown>>): OwnRecord {
    const { store, clock } = this.#world
    const users = [...store.users.values()]
    const user = users.find(({ email }) => email === owner) ?? users[0]
    const id = typeof fields['id'] === 'string' ? fields['id'] : this.#newId()
    return { user_id: user?.id ?? null, created_at: clock.iso(), updated_at: null, ...fields, id }
  }
}
