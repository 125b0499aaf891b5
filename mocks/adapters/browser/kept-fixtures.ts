import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { Fixture } from '../../../contract/fixture.ts'
import { leadsTo, parseObject } from './kept-head.ts'
import type { Shelf } from './shelf.ts'

/** What worlds began with, by the hash of its content: written once, however many worlds share it. */
export class KeptFixtures {
  readonly #shelf: Shelf
  readonly #hashes = new WeakMap<Fixture, string>()
  /** Those in memory, so that worlds share them after a reload, too. */
  readonly #read = new Map<string, WeakRef<Fixture>>()

  constructor(shelf: Shelf) {
    this.#shelf = shelf
  }

  /** Writes a fixture unless it is there; gives its hash. */
  keep(fixture: Fixture): string {
    const known = this.#hashes.get(fixture)
    if (known !== undefined && this.#shelf.get(`fixture/${known}`) !== null) return known
    const text = JSON.stringify(fixture)
    const hash = bytesToHex(sha256(utf8ToBytes(text)))
    this.#shelf.set(`fixture/${hash}`, text)
    this.#remember(hash, fixture)
    return hash
  }

  /** The fixture of a hash; `undefined` where it is gone or damaged. */
  load(hash: string): Fixture | undefined {
    const known = this.#read.get(hash)?.deref()
    if (known !== undefined) return known
    const text = this.#shelf.get(`fixture/${hash}`)
    const fixture = parseObject<Fixture>(text ?? '') as Fixture | undefined
    if (fixture !== undefined) this.#remember(hash, fixture)
    return fixture
  }

  /** Removes a fixture that no world began with any more. */
  leave(hash: string): void {
    const heads = this.#shelf.keys('world/').map((key) => leadsTo(this.#shelf.get(key)))
    if (!heads.some((head) => head?.fixture === hash)) this.#shelf.remove(`fixture/${hash}`)
  }

  #remember(hash: string, fixture: Fixture): void {
    this.#hashes.set(fixture, hash)
    this.#read.set(hash, new WeakRef(fixture))
  }
}
