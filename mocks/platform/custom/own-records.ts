import type { CollectionFamily } from '../../../contract/profile/own-operations.ts'
import { compareText } from '../../world/store.ts'
import type { Table } from '../../world/tables.ts'
import type { World } from '../../world/world.ts'

/** A record of a collection that a profile declares. */
export type OwnRecord = Readonly<Record<string, unknown>> & { readonly id: string }

const table = ({ tables }: World): Table<OwnRecord> => tables.of('own-records')

/** Marks a collection whose seeds are in the world, so that deleted ones stay deleted. */
const seeded = ({ tables }: World): Table<true> => tables.of('own-seeds')

const timeOf = (record: OwnRecord) => String(record['created_at'] ?? '')

/** The records of one collection of a profile in one world. They are part of its state. */
export class OwnRecords {
  readonly #world: World
  readonly #name: string

  constructor(world: World, name: string, { seeds = [] }: Pick<CollectionFamily, 'seeds'>) {
    this.#world = world
    this.#name = name
    if (seeded(world).get(name) !== undefined) return
    seeded(world).set(name, true)
    for (const seed of seeds) this.insert(this.#complete(seed))
  }

  get(id: string): OwnRecord | undefined {
    return table(this.#world).get(this.#keyOf(id))
  }

  /** All records, the newest first. */
  all(): OwnRecord[] {
    const prefix = this.#keyOf('')
    const found: OwnRecord[] = []
    for (const [key, record] of table(this.#world).entries())
      if (key.startsWith(prefix)) found.push(record)
    return found.toReversed().toSorted((one, other) => compareText(timeOf(other), timeOf(one)))
  }

  insert(record: OwnRecord): OwnRecord {
    table(this.#world).set(this.#keyOf(record.id), Object.freeze(record))
    return record
  }

  delete(id: string): void {
    table(this.#world).delete(this.#keyOf(id))
  }

  newId(): string {
    return this.#world.random.uuid('own-record', this.#name)
  }

  #keyOf(id: string): string {
    return `${this.#name}\n${id}`
  }

  /** A seed with an id; `owner` names its user by email. */
  #complete({ owner, ...fields }: Readonly<Record<string, unknown>>): OwnRecord {
    const { store, clock } = this.#world
    const users = [...store.users.values()]
    const user = users.find(({ email }) => email === owner) ?? users[0]
    const id = typeof fields['id'] === 'string' ? fields['id'] : this.newId()
    return { user_id: user?.id ?? null, created_at: clock.iso(), updated_at: null, ...fields, id }
  }
}
