import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { Fixture } from '../../../contract/fixture.ts'
import { ownLimits } from '../../../contract/limits.ts'
import type { Change, ChangeLog } from '../../world/changes.ts'
import { type SystemClock, systemClock } from '../../world/clock.ts'
import type { WorldOptions, WorldState } from '../../world/world-config.ts'
import { WorldError } from '../../world/world-error.ts'
import type {
  LoadedWorld,
  StoredLifetime,
  StoredWorld,
  WorldStorage,
} from '../../world/world-storage.ts'
import type { SqlDatabase } from './database.ts'

/** The end of a world's rows. The world is removed `ttl` ms after `changed`, its last change or use. */
type WorldEnd = ChainEnd & { fixture: string; ttl?: number | undefined; changed: number }

/** The first value in a world's rows. An infinite speed is `max`, because JSON has no infinity. */
type StoredHead = Omit<WorldOptions, 'fixture' | 'speed'> & {
  fixture: boolean
  speed?: number | 'max'
}

/**
 * The value of the chain `storage`. `drawn` is true for a random secret, which nobody can guess.
 */
type StorageInfo = { format: number; secret?: { readonly value: string; readonly drawn: boolean } }

export type SqlStorageOptions = {
  /** Receives notices for the operator, for example about a damaged world. Default: none. */
  readonly onNotice?: (sentence: string) => void
  /** Real-time clock; default: the system clock of the runtime. */
  readonly systemClock?: SystemClock
}

/** Stores worlds in a SQL database. A change is committed before its response is sent. */
export class SqlStorage implements WorldStorage {
  readonly #db: SqlDatabase
  readonly #options: SqlStorageOptions
  /** All worlds; `undefined` for a damaged one. */
  readonly #worlds = new Map<string, WorldEnd | undefined>()
  /** The fixtures in memory, by hash: loaded worlds with the same fixture get the same object. */
  readonly #fixtures = new Map<string, WeakRef<Fixture>>()
  #info: StorageInfo
  /** The error that was reported last. Undefined after a successful write. */
  #reported: string | undefined

  /** Throws an error if the database is damaged, or has another format. */
  constructor(db: SqlDatabase, options: SqlStorageOptions = {}) {
    this.#db = db
    this.#options = options
    for (const table of schema) db.exec(table)
    for (const row of db.exec('SELECT name, end, seal FROM worlds')) {
      const [name = '', end = '', seal] = ['name', 'end', 'seal'].map((key) => String(row[key]))
      this.#worlds.set(
        name,
        seal === checksumOf(name, end) ? (JSON.parse(end) as WorldEnd) : undefined,
      )
    }
    const [info] = readChain(db, 'storage').values as StorageInfo[]
    if (info === undefined && this.#worlds.size > 0)
      throw new Error('its data is damaged: the first row is missing')
    this.#info = info ?? { format: storageFormat }
    if (info === undefined) this.#rewrite('storage', this.#info)
    if (this.#info.format !== storageFormat)
      throw new Error(
        `it has format ${this.#info.format} of a later release; this release needs format ${storageFormat}`,
      )
    for (const [name, end] of this.#worlds) if (this.#isExpired(end)) this.remove(name)
  }

  /**
   * Returns the secret of keys and tokens. The first start stores `known`, or else `draw()`. Later
   * starts return the stored secret. But a start without `known` replaces a secret that was not
   * drawn.
   */
  secret(known: string | undefined, draw: () => string): string {
    const stored = this.#info.secret
    if (stored && (known !== undefined || stored.drawn)) return stored.value
    const secret = { value: known ?? draw(), drawn: known === undefined }
    this.#info = { ...this.#info, secret }
    this.#db.transaction(() => this.#rewrite('storage', this.#info))
    const notice =
      'The stored keys and tokens could be guessed, so they are no longer valid. Sign in again.'
    if (stored) this.#options.onNotice?.(notice)
    return secret.value
  }

  readonly names = (): Iterable<string> => this.#worlds.keys()

  lifetimes(): Iterable<StoredLifetime> {
    return [...this.#worlds].flatMap(([name, end]) =>
      end?.ttl === undefined ? [] : [{ name, ttl: end.ttl, usedAt: end.changed }],
    )
  }

  load(name: string): LoadedWorld | undefined {
    const end = this.#worlds.get(name)
    if (this.#isExpired(end)) this.remove(name)
    const act = () => {
      const { values, lengths, end: found } = readChain(this.#db, `world/${name}`)
      if (values.length === 0 && !this.#worlds.has(name)) return undefined
      if (end === undefined || found.crc !== end.crc || found.rows !== end.rows)
        throw new Error(
          `its data is damaged: ${found.rows} of ${end?.rows ?? 'an unknown number of'} rows are left`,
        )
      const [head, state, ...changes] = values as [StoredHead, WorldState, ...Change[][]]
      const known = this.#fixtures.get(end.fixture)?.deref()
      const fixture = known ?? (readChain(this.#db, `fixture/${end.fixture}`).values[0] as Fixture)
      if (fixture === undefined) throw new Error('its fixture is missing')
      this.#fixtures.set(end.fixture, new WeakRef(fixture))
      const speed = head.speed === 'max' ? Number.POSITIVE_INFINITY : head.speed
      const options = { ...head, fixture: head.fixture ? fixture : undefined, speed }
      const [, base = 0] = lengths
      const resumeLog = (now: () => WorldState) => this.#logOf(name, head, end, base, now)
      return { options, fixture, state, changes: changes.flat(), resumeLog }
    }
    const solution = `Restore the storage from a backup, or delete the world: DELETE /__control/worlds/${encodeURIComponent(name)}.`
    return this.#commit('load', name, act, solution)
  }

  save(name: string, { options, fixture }: StoredWorld, now: () => WorldState): ChangeLog {
    const { size } = this.#worlds
    const before = this.#worlds.get(name)
    if (size >= ownLimits.keptWorlds && !this.#worlds.has(name))
      throw new WorldError('full', `${size} worlds are stored, which is the limit: delete some.`)
    const speed = options.speed === Number.POSITIVE_INFINITY ? 'max' : options.speed
    const head = { ...options, fixture: options.fixture !== undefined, speed } as StoredHead
    const end = this.#commit('store', name, () => {
      const hash = this.#writeFixture(fixture)
      if (before && before.fixture !== hash) this.#deleteFixture(name, before)
      const begin = { ...this.#rewrite(`world/${name}`, head), fixture: hash, ttl: options.ttl }
      return this.#append(name, begin, now())
    })
    this.#worlds.set(name, end)
    this.#fixtures.set(end.fixture, new WeakRef(fixture))
    return this.#logOf(name, head, end, end.length, now)
  }

  remove(name: string): void {
    const end = this.#worlds.get(name)
    this.#commit('delete', name, () => {
      this.#rewrite(`world/${name}`)
      this.#db.exec('DELETE FROM worlds WHERE name = ?', name)
      if (end) this.#deleteFixture(name, end)
    })
    this.#worlds.delete(name)
  }

  /** Continues a log at `begin`. `base` is the length of the rows before the first change. */
  #logOf(
    name: string,
    head: StoredHead,
    begin: WorldEnd,
    base: number,
    now: () => WorldState,
  ): ChangeLog {
    let end = begin
    let length = base
    const compact = () =>
      this.#append(name, { ...end, ...this.#rewrite(`world/${name}`, head) }, now())
    return {
      write: (changes) => {
        const isLarge = end.length - length > Math.max(2 ** 20, 2 * length)
        const act = isLarge ? compact : () => this.#append(name, end, changes)
        this.#worlds.set(name, (end = this.#commit('store', name, act)))
        if (isLarge) length = end.length
      },
      use: (changed) => {
        const used = { ...end, changed }
        this.#worlds.set(
          name,
          (end = this.#commit('store', name, () => this.#writeEnd(name, used))),
        )
      },
    }
  }

  #append(name: string, before: Omit<WorldEnd, 'changed'>, value: unknown): WorldEnd {
    const chain = appendToChain(this.#db, `world/${name}`, before, value)
    return this.#writeEnd(name, { ...before, ...chain, changed: this.#now() })
  }

  #writeEnd(name: string, end: WorldEnd): WorldEnd {
    const json = JSON.stringify(end)
    this.#db.exec('REPLACE INTO worlds VALUES (?, ?, ?)', name, json, checksumOf(name, json))
    return end
  }

  /** Replaces all values of a chain by one value, or deletes the chain. */
  #rewrite(owner: string, value?: object): ChainEnd {
    this.#db.exec('DELETE FROM chain WHERE owner = ?', owner)
    return value ? appendToChain(this.#db, owner, emptyChain, value) : emptyChain
  }

  /** Stores a fixture, unless it is stored already. Returns its hash. */
  #writeFixture(fixture: Fixture): string {
    for (const [hash, stored] of this.#fixtures) if (stored.deref() === fixture) return hash
    const hash = bytesToHex(sha256(utf8ToBytes(JSON.stringify(fixture))))
    this.#rewrite(`fixture/${hash}`, fixture)
    return hash
  }

  /** Deletes the fixture of a world, unless another world may use it. */
  #deleteFixture(name: string, { fixture }: WorldEnd): void {
    for (const [other, end] of this.#worlds)
      if (other !== name && (end === undefined || end.fixture === fixture)) return
    this.#rewrite(`fixture/${fixture}`)
    this.#fixtures.delete(fixture)
  }

  readonly #now = () => (this.#options.systemClock ?? systemClock).now()
  readonly #isExpired = (end: WorldEnd | undefined) =>
    end?.ttl !== undefined && end.changed + end.ttl <= this.#now()

  /** Runs a transaction. If it fails, reports the reason and throws it as a `WorldError`. */
  #commit<T>(verb: string, name: string, act: () => T, solution = 'Nothing was changed.'): T {
    try {
      const result = this.#db.transaction(() => {
        if (verb !== 'load') this.#db.checkStored?.()
        return act()
      })
      if (verb !== 'load') this.#reported = undefined
      return result
    } catch (error) {
      const { message } = error as Error
      const why = `Failed to ${verb} the world \`${name}\`: ${message}. ${solution}`
      // Reported once, because each later write fails for the same reason, such as a full disk.
      if (this.#reported !== message) this.#options.onNotice?.(why)
      this.#reported = message
      throw new WorldError('unkept', why)
    }
  }
}

const checksumOf = (name: string, end: string) => String(crc32(`${name}\n${end}`))

/** The end of a chain of rows: the number of rows and characters, and the CRC of the last row. */
type ChainEnd = { readonly rows: number; readonly length: number; readonly crc: number }
export const emptyChain: ChainEnd = { rows: 0, length: 0, crc: 0 }

/** The maximum characters of a row: 750 kB in UTF-8. A Durable Object refuses rows of 2 MB. */
const maxRowLength = 250_000

/** Appends a value as JSON. Returns the new end of the chain. */
export function appendToChain(
  db: SqlDatabase,
  owner: string,
  end: ChainEnd,
  value: unknown,
): ChainEnd {
  const json = JSON.stringify(value)
  let { rows, crc } = end
  for (let at = 0; at < json.length; rows += 1) {
    // Half of a surrogate pair can't be encoded as UTF-8.
    const isPair = (json.charCodeAt(at + maxRowLength) & 0xfc00) === 0xdc00
    const body = json.slice(at, at + maxRowLength - (isPair ? 1 : 0))
    at += body.length
    const more = at < json.length ? 1 : 0
    crc = crc32(`${rows} ${more} ${body}`, crc)
    db.exec('INSERT INTO chain VALUES (?, ?, ?, ?, ?)', owner, rows, more, body, crc)
  }
  return { rows, length: end.length + json.length, crc }
}

/** The values of a chain, the length of the chain after each, and its end. */
type ReadChain = { readonly values: unknown[]; readonly lengths: number[]; readonly end: ChainEnd }

/** Reads a chain. Throws an error if a row is damaged or missing. */
function readChain(db: SqlDatabase, owner: string): ReadChain {
  const values: unknown[] = []
  const lengths: number[] = []
  let end = emptyChain
  let json = ''
  for (const row of db.exec('SELECT * FROM chain WHERE owner = ? ORDER BY number', owner)) {
    const body = String(row['body'])
    const crc = crc32(`${String(row['number'])} ${String(row['more'])} ${body}`, end.crc)
    if (row['number'] !== end.rows || row['crc'] !== crc)
      throw new Error(`row ${end.rows + 1} of ${owner} is damaged or missing`)
    end = { rows: end.rows + 1, length: end.length + body.length, crc }
    json += body
    if (row['more'] !== 0) continue
    values.push(JSON.parse(json))
    lengths.push(end.length)
    json = ''
  }
  if (json !== '') throw new Error(`row ${end.rows + 1} of ${owner} is missing`)
  return { values, lengths, end }
}

const crcTable = Uint32Array.from({ length: 256 }, (_, byte) => {
  for (let bit = 0; bit < 8; bit += 1) byte = (byte >>> 1) ^ (byte & 1 && 0xedb88320)
  return byte
})

/** Computes the CRC-32 of a text's UTF-16 code units; `before` is the CRC of the preceding text. */
function crc32(text: string, before = 0): number {
  let crc = ~before
  const add = (byte: number) => (crc = (crcTable[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8))
  for (let index = 0; index < text.length; index += 1) {
    add(text.charCodeAt(index) & 0xff)
    add(text.charCodeAt(index) >>> 8)
  }
  return ~crc >>> 0
}

/** The version of the tables and of their content. */
const storageFormat = 2

/**
 * `chain` has JSON in rows. Each row has a CRC over its content and the CRC of the row before it. If
 * `more` is 1, the JSON continues in the next row. Owners: `world/<name>`, `fixture/<hash>`, `storage`.
 * `worlds` has the end of each world's chain as JSON; `seal` is a CRC over the name and the end.
 */
export const schema = [
  `CREATE TABLE IF NOT EXISTS chain (
    owner TEXT, number INTEGER, more INTEGER, body TEXT, crc INTEGER,
    PRIMARY KEY (owner, number)
  ) WITHOUT ROWID`,
  'CREATE TABLE IF NOT EXISTS worlds (name TEXT PRIMARY KEY, end TEXT, seal TEXT) WITHOUT ROWID',
]
