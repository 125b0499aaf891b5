import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { Fixture } from '../../../contract/fixture.ts'
import { ownLimits } from '../../../contract/limits.ts'
import type { Change, ChangeLog } from '../../world/changes.ts'
import { type SystemClock, systemClock } from '../../world/clock.ts'
import type { WorldState } from '../../world/world-config.ts'
import { WorldError } from '../../world/world-error.ts'
import type { LoadedWorld, StoredWorld, WorldStorage } from '../../world/world-storage.ts'
import { appendToChain, type ChainEnd, crc32, emptyChain, readChain } from './chain.ts'
import type { SqlDatabase } from './database.ts'
import { schema, storageFormat } from './schema.ts'

/** The end of a world's chain, which has its options, its state, and each commit since. */
type WorldEnd = ChainEnd & {
  /** The hash of its fixture. */
  readonly fixture: string
  /** Milliseconds after `changed`, the time of the last change, at which it is removed. */
  readonly ttl?: number | undefined
  readonly changed: number
}

/** The value of the chain `storage`. A secret that was drawn at random can't be guessed. */
type Info = { format: number; secret?: { readonly value: string; readonly drawn: boolean } }

/** The first value of a world's chain. JSON can't express infinity, so it is `max`. */
type Head = { readonly chosen: boolean; readonly speed: number | 'max' | undefined }

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
  readonly #info: Info

  /** Throws an error if the database is damaged, or has another format. */
  constructor(db: SqlDatabase, options: SqlStorageOptions = {}) {
    this.#db = db
    this.#notice = options.onNotice ?? (() => {})
    this.#clock = options.systemClock ?? systemClock
    this.#info = db.transaction(() => this.#open())
    for (const [name, end] of this.#worlds) if (this.#isExpired(end)) this.remove(name)
  }

  /** The secret of keys and tokens: `known` or `draw()` at the first start, later the same. */
  secret(known: string | undefined, draw: () => string): string {
    const { secret: stored } = this.#info
    if (stored !== undefined && (known !== undefined || stored.drawn)) return stored.value
    const secret = { value: known ?? draw(), drawn: known === undefined }
    this.#db.transaction(() => this.#rewrite('storage', { ...this.#info, secret }))
    this.#info.secret = secret
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
    if (!this.#worlds.has(name)) return undefined
    return this.#run('load', name, () => {
      const { values, end: found } = readChain(this.#db, `world/${name}`)
      if (end === undefined || found.crc !== end.crc || found.rows !== end.rows)
        throw new Error(`${found.rows} of ${end?.rows ?? 'an unknown number of'} rows are left`)
      const [head, state, ...changes] = values as [Head, WorldState, ...Change[][]]
      const { chosen, speed, ...others } = head
      const fixture = this.#readFixture(end.fixture)
      const factor = speed === 'max' ? Number.POSITIVE_INFINITY : speed
      const options = { ...others, ...(chosen && { fixture }), speed: factor }
      const resumeLog = (now: () => WorldState) => this.#logOf(name, head, end, now)
      return { options, fixture, state, changes: changes.flat(), resumeLog }
    })
  }

  save(name: string, { options, fixture }: StoredWorld, now: () => WorldState): ChangeLog {
    const { size } = this.#worlds
    const before = this.#worlds.get(name)
    if (size >= ownLimits.keptWorlds && !this.#worlds.has(name))
      throw new WorldError('full', `${size} worlds are stored, which is the limit: delete some.`)
    const { fixture: chosen, speed, ...others } = options
    const isMax = speed === Number.POSITIVE_INFINITY
    const head: Head = { ...others, speed: isMax ? 'max' : speed, chosen: chosen !== undefined }
    const end = this.#store(name, () => {
      const hash = this.#writeFixture(fixture)
      if (before?.fixture !== hash) this.#deleteFixture(name, before)
      return this.#replace(name, head, { fixture: hash, ttl: options.ttl, changed: 0 }, now())
    })
    this.#fixtures.set(end.fixture, new WeakRef(fixture))
    return this.#logOf(name, head, end, now)
  }

  remove(name: string): void {
    this.#run('delete', name, () =>
      this.#db.transaction(() => {
        this.#rewrite(`world/${name}`)
        this.#db.exec('DELETE FROM worlds WHERE name = ?', name)
        this.#deleteFixture(name, this.#worlds.get(name))
      }),
    )
    this.#worlds.delete(name)
  }

  /** Creates the tables, or reads the worlds in them. */
  #open(): Info {
    for (const table of schema) this.#db.exec(table)
    // As text, a damaged number is never too large for JavaScript.
    const columns = ['name', 'end', 'seal'].map((column) => `CAST(${column} AS TEXT) AS ${column}`)
    for (const row of this.#db.exec(`SELECT ${columns.join()} FROM worlds`)) {
      const [name = '', end = ''] = [row['name'], row['end']].map(String)
      const isWhole = row['seal'] === String(sealOf(name, end))
      this.#worlds.set(name, isWhole ? (JSON.parse(end) as WorldEnd) : undefined)
    }
    // A damaged page may have lost the row of a world. Then its chain still names it.
    for (const name of this.#chainedWorlds())
      if (!this.#worlds.has(name)) this.#worlds.set(name, undefined)
    const [info] = readChain(this.#db, 'storage').values as Info[]
    if (info?.format === storageFormat) return info
    if (info !== undefined)
      throw new Error(
        `format ${info.format} is newer than this release, which has format ${storageFormat}`,
      )
    if (this.#worlds.size > 0) throw new Error('its first row is missing')
    this.#rewrite('storage', { format: storageFormat })
    return { format: storageFormat }
  }

  /** The names of the worlds that have a chain, up to the first damaged page. */
  *#chainedWorlds(): Iterable<string> {
    const next = 'SELECT owner FROM chain WHERE owner > ? ORDER BY owner LIMIT 1'
    for (let owner = 'world/'; ; yield owner.slice('world/'.length))
      try {
        owner = String(this.#db.exec(next, owner)[0]?.['owner'])
        if (!owner.startsWith('world/')) return
      } catch {
        return
      }
  }

  /** Replaces a chain by one value, or by nothing. */
  #rewrite(owner: string, value?: object): ChainEnd {
    this.#db.exec('DELETE FROM chain WHERE owner = ?', owner)
    return value ? appendToChain(this.#db, owner, emptyChain, value) : emptyChain
  }

  /** Replaces a world by its present state. */
  #replace(name: string, head: Head, end: Omit<WorldEnd, keyof ChainEnd>, now: WorldState) {
    return this.#append(name, { ...end, ...this.#rewrite(`world/${name}`, head) }, now)
  }

  #append(name: string, before: WorldEnd, value: unknown): WorldEnd {
    const chain = appendToChain(this.#db, `world/${name}`, before, value)
    const end = { ...before, ...chain, changed: this.#clock.now() }
    const json = JSON.stringify(end)
    this.#db.exec('REPLACE INTO worlds VALUES (?, ?, ?)', name, json, sealOf(name, json))
    return end
  }

  #store(name: string, act: () => WorldEnd): WorldEnd {
    const end = this.#run('store', name, () => this.#db.transaction(act))
    this.#worlds.set(name, end)
    return end
  }

  #logOf(name: string, head: Head, begin: WorldEnd, now: () => WorldState): ChangeLog {
    let end = begin
    let compacted = begin.length
    const write = (changes: readonly Change[]) => {
      const isLarge = end.length - compacted > Math.max(leastChanges, 2 * compacted)
      end = this.#store(name, () =>
        isLarge ? this.#replace(name, head, end, now()) : this.#append(name, end, changes),
      )
      if (isLarge) compacted = end.length
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

  /** Deletes the fixture of a world, unless another world has it. */
  #deleteFixture(name: string, end: WorldEnd | undefined): void {
    if (end === undefined) return
    for (const [other, { fixture } = end] of this.#worlds)
      if (other !== name && fixture === end.fixture) return
    this.#rewrite(`fixture/${end.fixture}`)
    this.#fixtures.delete(end.fixture)
  }

  #isExpired(end: WorldEnd | undefined): boolean {
    return end?.ttl !== undefined && end.changed + end.ttl <= this.#clock.now()
  }

  /** Runs an action. If it fails, reports the reason and throws it as a `WorldError`. */
  #run<Result>(verb: 'load' | 'store' | 'delete', name: string, act: () => Result): Result {
    try {
      return act()
    } catch (error) {
      const why = `Failed to ${verb} the world \`${name}\`: ${error instanceof Error ? error.message : String(error)}.`
      const solution = {
        load: `Restore the storage from a backup, or delete the world: DELETE /__control/worlds/${encodeURIComponent(name)}.`,
        store: 'Nothing was changed.',
        delete: 'It is still there.',
      }
      this.#notice(`${why} ${solution[verb]}`)
      throw new WorldError('unkept', `${why} ${solution[verb]}`)
    }
  }
}

const sealOf = (name: string, end: string) => crc32(`${name}\n${end}`)
