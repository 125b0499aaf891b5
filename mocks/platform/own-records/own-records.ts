import type { CollectionFamily } from '../../../contract/profile/own-operations.ts'
import type { JsonObject } from '../../../contract/json.ts'
import { type Field, readShape, type Shape } from '../../../contract/profile/shape.ts'
import { shapeProblems } from '../../../contract/profile/shape-problems.ts'
import { memoizeByObject } from '../../../contract/memoize.ts'
import type { Table } from '../../world/changes.ts'
import type { RecordList } from '../../world/collection.ts'
import { everyone } from '../../world/store.ts'
import type { World } from '../../world/world.ts'
import { OwnRecordIndex, type OwnRecord } from './own-index.ts'
import { OwnFiles } from './own-file-bytes.ts'

/**
 * A collection of records with its name. In a family of files, `contents` has the seed files as
 * base64.
 */
export type RecordFamily = CollectionFamily & {
  readonly name: string
  readonly contents?: readonly string[]
}

const ownRecordsTable = ({ tables }: World): Table<OwnRecord> => tables.of('own-records')

/** The collections whose seeds were added. Seeds are never added twice, even after deletion. */
const seededCollections = ({ tables }: World): Table<true> => tables.of('own-seeds')

const indexOfTable = memoizeByObject((table: Table<OwnRecord>) => new OwnRecordIndex(table))
const indexOfWorld = (world: World) => indexOfTable(ownRecordsTable(world))

/** The fields of an object shape; an empty map for any other shape. */
export function shapeFields(document: unknown): ReadonlyMap<string, Field> {
  if (document === undefined) return new Map()
  const shape = readShape(document)
  return shape.kind === 'object' ? shape.fields : new Map()
}

/** Creates a function that selects the fields for a response: the key and the shape's fields. */
export function createRecordView(family: RecordFamily): (record: OwnRecord) => object {
  const names = new Set([family.key ?? 'id', ...shapeFields(family.record).keys()])
  const withNumbers = createIdConverter(family)
  return (record) => {
    const shown = [...names].filter((name) => Object.hasOwn(record, name))
    const numbers = withNumbers(record)
    return Object.fromEntries(shown.map((name) => [name, numbers[name]]))
  }
}

/** Returns a function that converts stored text ids to numbers if the shape has numeric ids. */
export const createIdConverter = memoizeByObject((family: RecordFamily) => {
  const names = [...shapeFields(family.record)].flatMap(([name, { shape }]) =>
    isIntegerShape(shape) && (name === 'id' || Object.hasOwn(family.within ?? {}, name))
      ? [name]
      : [],
  )
  return (record: OwnRecord): JsonObject => {
    if (names.length === 0) return record
    const numeric = names.filter((name) => numberPattern.test(String(record[name])))
    return { ...record, ...Object.fromEntries(numeric.map((name) => [name, Number(record[name])])) }
  }
})

/** Converts numeric ids to text, because paths contain text. Responses may show ids as numbers. */
export function withTextIds<Given extends object>({ within }: RecordFamily, given: Given): Given {
  const ids = ['id', ...Object.keys(within ?? {})].flatMap((field) => {
    const id: unknown = Reflect.get(given, field)
    return typeof id === 'number' ? [[field, String(id)]] : []
  })
  return ids.length === 0 ? given : { ...given, ...Object.fromEntries(ids) }
}

const numberPattern = /^\d{1,15}$/
const isIntegerShape = (shape: Shape | undefined): boolean =>
  shape?.kind === 'scalar' && shape.types[0] === 'integer'

/** The records of one collection of a profile in one world. They are part of the world's state. */
export class OwnRecords {
  readonly #world: World
  readonly #family: RecordFamily

  constructor(world: World, family: RecordFamily) {
    this.#world = world
    this.#family = family
  }

  /** Whether the seeds of the collection are in the world. */
  get isSeeded(): boolean {
    return seededCollections(this.#world).get(this.#family.name) !== undefined
  }

  /** Adds the seeds. The collection is marked as seeded first, because seeds may use each other. */
  seed(createSeeds: () => readonly Readonly<Record<string, unknown>>[]): void {
    const marks = seededCollections(this.#world)
    marks.set(this.#family.name, true)
    let seeds: ReturnType<typeof createSeeds>
    try {
      seeds = createSeeds()
    } catch (error) {
      // If the mark stayed, the collection would be empty from the second use on.
      marks.delete(this.#family.name)
      throw error
    }
    const { name, contents } = this.#family
    for (const [index, seed] of seeds.entries()) {
      const { id } = this.insert(this.#completeSeed(seed))
      if (contents !== undefined) new OwnFiles(this.#world).set(name, id, contents[index] ?? '')
    }
  }

  get size(): number {
    return this.#collection.size
  }

  get(id: string): OwnRecord | undefined {
    return this.#collection.get(id)
  }

  /** Finds a record by its key. Unless the key is `id`, the record must belong to `parents`. */
  findByKey(name: string, parents: readonly (readonly [field: string, id: string])[] = []) {
    const { key = 'id' } = this.#family
    if (key === 'id') return this.get(name)
    return this.all().find(
      (record) =>
        String(record[key]) === name && parents.every(([field, id]) => record[field] === id),
    )
  }

  /** All records, the newest first. */
  all(): readonly OwnRecord[] {
    return this.#collection.owned(everyone, 'newest')
  }

  /** The records that pass a test, the newest first. */
  select(name: string, test: (record: OwnRecord) => boolean): RecordList<OwnRecord> {
    return this.#collection.select({ order: 'newest', name, test })
  }

  /** Removes the oldest record. */
  deleteOldest(): void {
    const list = this.#collection.list(everyone, 'newest')
    for (const { id } of list.slice(list.length - 1)) this.delete(id)
  }

  insert(given: OwnRecord): OwnRecord {
    const record = Object.freeze(withTextIds(this.#family, given))
    indexOfWorld(this.#world).set(this.#family.name, record)
    return record
  }

  delete(id: string): void {
    indexOfWorld(this.#world).delete(this.#family.name, id)
    new OwnFiles(this.#world).delete(this.#family.name, id)
  }

  /** A new record before it is inserted: the given fields, defaults, and the fields of the platform. */
  createDraft(given: object, user: string | null, id = this.#newId()): OwnRecord {
    const fields = shapeFields(this.#family.record)
    const defaults = [...fields].flatMap(([field, { shape, isOptional }]) => {
      if (shape.kind === 'scalar' && shape.default !== undefined) return [[field, shape.default]]
      return isOptional ? [] : [[field, null]]
    })
    const { key = 'id' } = this.#family
    const created_at = this.#world.clock.iso()
    const updated = fields.get('updated_at')?.shape
    const isDated = updated !== undefined && shapeProblems(updated, null).length > 0
    return {
      ...Object.fromEntries(defaults),
      ...(key !== 'id' && !Object.hasOwn(given, key) && { [key]: this.#newKey(key, id) }),
      ...given,
      id,
      user_id: user,
      created_at,
      updated_at: isDated ? created_at : null,
    }
  }

  /** A random id, or the next number if the shape or all seeds have numeric ids. */
  #newId(): string {
    const { seeds = [] } = this.#family
    const ids = Array.isArray(seeds) ? seeds.flatMap(({ id }) => id ?? []).map(String) : []
    const isNumeric =
      isIntegerShape(shapeFields(this.#family.record).get('id')?.shape) || ids.length > 0
    if (isNumeric && ids.every((id) => numberPattern.test(id)))
      return String(this.#nextNumber('id', Math.max(0, ...ids.map(Number))))
    return this.#world.random.id('own-record', this.#family.name)
  }

  /** The key of a record that was created without a key: its id, or the next number. */
  #newKey(key: string, id: string): unknown {
    if (!isIntegerShape(shapeFields(this.#family.record).get(key)?.shape)) return id
    return this.#nextNumber(key, 0)
  }

  /** A number above `min` and all values of a field, also those of deleted records. */
  #nextNumber(field: string, min: number): number {
    const largest = (known: number, record: OwnRecord) =>
      Math.max(known, Number(record[field]) || 0)
    return this.#world.random.nextNumber(
      `${this.#family.name}.${field}`,
      this.all().reduce(largest, min),
    )
  }

  get #collection() {
    return indexOfWorld(this.#world).collection(this.#family.name)
  }

  /** Completes a seed with defaults. The field `owner` of a seed is the email of its owner. */
  #completeSeed({ owner, ...fields }: Readonly<Record<string, unknown>>): OwnRecord {
    const users = [...this.#world.store.users.values()]
    const user = users.find(({ email }) => email === owner) ?? users[0]
    const { id } = fields
    const draft = this.createDraft(
      fields,
      user?.id ?? null,
      id === undefined ? undefined : String(id),
    )
    return { ...draft, ...fields, id: draft.id }
  }
}
