import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { Fixture } from '../../../contract/fixture.ts'
import { ownLimits } from '../../../contract/limits.ts'
import type { Change, ChangeLog } from '../../world/changes.ts'
import { type SystemClock, systemClock } from '../../world/clock.ts'
import type { WorldOptions, WorldState } from '../../world/world-config.ts'
import { WorldError } from '../../world/world-error.ts'
import type { LoadedWorld, StoredWorld, WorldStorage } from '../../world/world-storage.ts'
import { append, type ChainEnd, crc32, emptyChain, readChain } from './chain.ts'
import type { SqlDatabase } from './database.ts'
import { schema, storageFormat } from './schema.ts'

/** The end of a world's chain, which has its head, its state, and each commit since. */
type WorldEnd = ChainEnd & {
  /** The hash of its fixture. */
  readonly fixture: string
  /** Milliseconds after `changed`, the time of the last change, at which it is removed. */
  readonly ttl?: number | undefined
  readonly changed: number
}

/** Its options; `fixture`: whether it was chosen for this world. JSON can't express infinity. */
type Head = Omit<WorldOptions, 'fixture' | 'speed'> & { fixture: boolean; speed?: number | 'max' }

/** The value of the chain `storage`. A secret that was drawn at random can't be guessed. */
type Info = { format: number; secret?: { readonly value: string; readonly drawn: boolean } }

/** Below this many characters of changes, a world is never compacted. */
const leastChanges = 1024 * 1024

export type SqlStorageOptions = {
  /** Receives notices for the operator, such as that a world is damaged. Default: they are dropped. */
  readonly onNotice?: (sentence: string) => void
  /** The clock of the machine. Default: the system clock. */
  readonly systemClock?: SystemClock
}

/** Stores worlds in a SQL database. A change is committed before its response is sent. */
export class SqlStorage implements WorldStorage {
  readonly #db: SqlDatabase
  readonly #notice: (sentence: string) => void
  readonly #clock: SystemClock
  /** All worlds; `undefined` for a damaged one. */
  readonly #worlds = new Map<string, WorldEnd | undefined>()
  /** Stored fixtures in memory by their hash, so that worlds still share them after a restart. */
  readonly #fixtures = new Map<string, WeakRef<Fixture>>()
  #info: Info

  /** Throws an error if the database is damaged, or has another format. */
  constructor(db: SqlDatabase, options: SqlStorageOptions = {}) {
    this.#db = db
    this.#notice = options.onNotice ?? (() => {})
    this.#clock = options.systemClock ?? systemClock
    for (const table of schema) db.exec(table)
    for (const row of db.exec('SELECT name, end, seal FROM worlds')) {
      const [name = '', end = '', seal] = ['name', 'end', 'seal'].map((key) => String(row[key]))
      this.#worlds.set(name, seal === sealOf(name, end) ? (JSON.parse(end) as WorldEnd) : undefined)
    }
    const [info] = readChain(db, 'storage').values as Info[]
    if (info === undefined && this.#worlds.size > 0) throw new Error('its first row is missing')
    this.#info = info ?? { format: storageFormat }
    if (info === undefined) this.#rewrite('storage', this.#info)
    if (this.#info.format !== storageFormat)
      throw new Error(`it has format ${this.#info.format} of a later release, not ${storageFormat}`)
    for (const [name, end] of this.#worlds) if (this.#isExpired(end)) this.remove(name)
  }

  /** The secret of keys and tokens: `known` or `draw()` at the first start, later the same. */
  secret(known: string | undefined, draw: () => string): string {
    const { secret: stored } = this.#info
    if (stored !== undefined && (known !== undefined || stored.drawn)) return stored.value
    const secret = { value: known ?? draw(), drawn: known === undefined }
    this.#db.transaction(() => this.#rewrite('storage', { ...this.#info, secret }))
    this.#info = { ...this.#info, secret }
    if (stored !== undefined)
      this.#notice('The keys and tokens issued so far can be guessed. They are no longer valid.')
    return secret.value
  }

  names(): Iterable<string> {
    return this.#worlds.keys()
  }

  load(name: string): LoadedWorld | undefined {
    const end = this.#worlds.get(name)
    if (this.#isExpired(end)) this.remove(name)
    const solution = `Restore the storage from a backup, or delete the world: DELETE /__control/worlds/${encodeURIComponent(name)}.`
    return this.#commit(`Failed to load the world \`${name}\``, solution, () => {
      const { values, end: found } = readChain(this.#db, `world/${name}`)
      if (values.length === 0 && !this.#worlds.has(name)) return undefined
      if (end === undefined || found.crc !== end.crc || found.rows !== end.rows)
        throw new Error(`${found.rows} of ${end?.rows ?? 'an unknown number of'} rows are left`)
      const [head, state, ...changes] = values as [Head, WorldState, ...Change[][]]
      const fixture = this.#readFixture(end.fixture)
      const speed = head.speed === 'max' ? Number.POSITIVE_INFINITY : head.speed
      const options = { ...head, fixture: head.fixture ? fixture : undefined, speed }
      const resumeLog = (now: () => WorldState) => this.#logOf(name, head, end, now)
      return { options, fixture, state, changes: changes.flat(), resumeLog }
    })
  }

  save(name: string, { options, fixture }: StoredWorld, now: () => WorldState): ChangeLog {
    const before = this.#worlds.get(name)
    const count = this.#worlds.size
    if (count >= ownLimits.keptWorlds && !this.#worlds.has(name))
      throw new WorldError('full', `${count} worlds are stored, which is the limit: delete some.`)
    const speed = options.speed === Number.POSITIVE_INFINITY ? 'max' : options.speed
    const head = { ...options, fixture: options.fixture !== undefined, speed } as Head
    const end = this.#store(name, () => {
      const hash = this.#writeFixture(fixture)
      if (before && before.fixture !== hash) this.#deleteFixture(name, before)
      const empty = { ...emptyChain, fixture: hash, ttl: options.ttl, changed: 0 }
      return this.#replace(name, head, empty, now())
    })
    this.#fixtures.set(end.fixture, new WeakRef(fixture))
    return this.#logOf(name, head, end, now)
  }

  remove(name: string): void {
    const end = this.#worlds.get(name)
    this.#commit(`Failed to delete the world \`${name}\``, 'It is still there.', () => {
      this.#rewrite(`world/${name}`)
      this.#db.exec('DELETE FROM worlds WHERE name = ?', name)
      if (end) this.#deleteFixture(name, end)
    })
    this.#worlds.delete(name)
  }

  /** Replaces a chain by one value, or by nothing. */
  #rewrite(owner: string, value?: object): ChainEnd {
    this.#db.exec('DELETE FROM chain WHERE owner = ?', owner)
    return value ? append(this.#db, owner, emptyChain, value) : emptyChain
  }

  #replace(name: string, head: Head, end: WorldEnd, state: WorldState): WorldEnd {
    return this.#append(name, { ...end, ...this.#rewrite(`world/${name}`, head) }, state)
  }

  #append(name: string, before: WorldEnd, value: unknown): WorldEnd {
    const chain = append(this.#db, `world/${name}`, before, value)
    const end = { ...before, ...chain, changed: this.#clock.now() }
    const json = JSON.stringify(end)
    this.#db.exec('REPLACE INTO worlds VALUES (?, ?, ?)', name, json, sealOf(name, json))
    return end
  }

  #store(name: string, act: () => WorldEnd): WorldEnd {
    const problem = `Failed to store the world \`${name}\``
    const end = this.#commit(problem, 'Nothing was changed.', act)
    this.#worlds.set(name, end)
    return end
  }

  #logOf(name: string, head: Head, begin: WorldEnd, now: () => WorldState): ChangeLog {
    let end = begin
    let { length } = begin
    const write = (changes: readonly Change[]) => {
      const isLarge = end.length - length > Math.max(leastChanges, 2 * length)
      end = this.#store(name, () =>
        isLarge ? this.#replace(name, head, end, now()) : this.#append(name, end, changes),
      )
      if (isLarge) length = end.length
    }
    return { write }
  }

  #readFixture(hash: string): Fixture {
    const known = this.#fixtures.get(hash)?.deref()
    const fixture = known ?? (readChain(this.#db, `fixture/${hash}`).values[0] as Fixture)
    if (fixture === undefined) throw new Error('its fixture is missing')
    this.#fixtures.set(hash, new WeakRef(fixture))
    return fixture
  }

  /** Stores a fixture, unless it is stored already. Returns its hash. */
  #writeFixture(fixture: Fixture): string {
    for (const [hash, stored] of this.#fixtures) if (stored.deref() === fixture) return hash
    const hash = bytesToHex(sha256(utf8ToBytes(JSON.stringify(fixture))))
    this.#rewrite(`fixture/${hash}`, fixture)
    return hash
  }

  /** Deletes the fixture of a world, unless another world may have it. */
  #deleteFixture(name: string, { fixture }: WorldEnd): void {
    for (const [other, end] of this.#worlds)
      if (other !== name && (end === undefined || end.fixture === fixture)) return
    this.#rewrite(`fixture/${fixture}`)
    this.#fixtures.delete(fixture)
  }

  #isExpired(end: WorldEnd | undefined): boolean {
    return end?.ttl !== undefined && end.changed + end.ttl <= this.#clock.now()
  }

  /** Runs a transaction. If it fails, reports the reason and throws it as a `WorldError`. */
  #commit<Result>(problem: string, solution: string, act: () => Result): Result {
    try {
      return this.#db.transaction(act)
    } catch (error) {
      const why = `${problem}: ${error instanceof Error ? error.message : String(error)}. ${solution}`
      this.#notice(why)
      throw new WorldError('unkept', why)
    }
  }
}

const sealOf = (name: string, end: string) => String(crc32(`${name}\n${end}`))
