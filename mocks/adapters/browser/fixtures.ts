import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { Fixture } from '../../../contract/fixture.ts'
import { peekHead, parseObject } from './world-log.ts'
import type { PrefixedStorage } from './page-storage.ts'

/** The fixtures of stored worlds, by the hash of their content; each is stored once. */
export class StoredFixtures {
  readonly #storage: PrefixedStorage
  readonly #hashes = new WeakMap<Fixture, string>()
  /** Fixtures in memory, so that worlds still share them after a reload. */
  readonly #read = new Map<string, WeakRef<Fixture>>()

  constructor(storage: PrefixedStorage) {
    this.#storage = storage
  }

  /** Writes a fixture unless it is stored already. Returns its hash. */
  save(fixture: Fixture): string {
    const known = this.#hashes.get(fixture)
    if (known !== undefined && this.#storage.get(`fixture/${known}`) !== null) return known
    const text = JSON.stringify(fixture)
    const hash = bytesToHex(sha256(utf8ToBytes(text)))
    this.#storage.set(`fixture/${hash}`, text)
    this.#remember(hash, fixture)
    return hash
  }

  /** Reads a fixture; `undefined` if it is missing or damaged. */
  load(hash: string): Fixture | undefined {
    const known = this.#read.get(hash)?.deref()
    if (known !== undefined) return known
    const text = this.#storage.get(`fixture/${hash}`)
    const fixture = parseObject<Fixture>(text ?? '') as Fixture | undefined
    if (fixture !== undefined) this.#remember(hash, fixture)
    return fixture
  }

  /** Removes a fixture that no world uses any more. */
  removeUnused(hash: string): void {
    const heads = this.#storage.keys('world/').map((key) => peekHead(this.#storage.get(key)))
    if (!heads.some((head) => head?.fixture === hash)) this.#storage.remove(`fixture/${hash}`)
  }

  #remember(hash: string, fixture: Fixture): void {
    this.#hashes.set(fixture, hash)
    this.#read.set(hash, new WeakRef(fixture))
  }
}
