import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Fixture } from '../../../contract/fixture.ts'
import { replaceFile, FolderError } from './files.ts'

/**
 * What worlds began with, by the hash of its content: written once, however many worlds share it,
 * and removed with the last of them.
 */
export class StoredFixtures {
  readonly #folder: string
  readonly #sync: boolean
  /** How many worlds began with each. */
  readonly #worlds = new Map<string, number>()
  readonly #hashes = new WeakMap<Fixture, string>()
  /** Those in memory, so that worlds share them after a restart, too. */
  readonly #read = new Map<string, WeakRef<Fixture>>()

  constructor(folder: string, sync: boolean) {
    this.#folder = folder
    this.#sync = sync
  }

  /** Writes a fixture unless it is there; gives its hash. */
  save(fixture: Fixture): string {
    let hash = this.#hashes.get(fixture)
    if (hash === undefined || !this.#worlds.has(hash)) {
      const text = JSON.stringify(fixture)
      hash = hashOf(text)
      const path = this.#pathOf(hash)
      if (!existsSync(path)) replaceFile(path, text, { content: true, place: this.#sync })
      this.#remember(hash, fixture)
    }
    return hash
  }

  /** The fixture of a hash, as it was kept. Throws `FolderError` where it is damaged. */
  load(hash: string): Fixture {
    const known = this.#read.get(hash)?.deref()
    if (known !== undefined) return known
    const path = this.#pathOf(hash)
    const text = readFileSync(path, 'utf8')
    if (hashOf(text) !== hash)
      throw new FolderError(`${path} is damaged: it is not what a world began with.`)
    const fixture = JSON.parse(text) as Fixture
    this.#remember(hash, fixture)
    return fixture
  }

  /** Notes that a world begins with a fixture. */
  addWorld(hash: string): void {
    this.#worlds.set(hash, (this.#worlds.get(hash) ?? 0) + 1)
  }

  /** Notes that a world which began with a fixture is gone. */
  removeWorld(hash: string): void {
    const left = (this.#worlds.get(hash) ?? 1) - 1
    if (left > 0) this.#worlds.set(hash, left)
    else {
      this.#worlds.delete(hash)
      this.#read.delete(hash)
      rmSync(this.#pathOf(hash), { force: true })
    }
  }

  /** Removes those that no world began with: a crash left them. */
  sweep(): void {
    for (const name of readdirSync(this.#folder)) {
      const [, hash, draft] = /^([0-9a-f]{64})\.json(\.new)?$/.exec(name) ?? []
      if (hash !== undefined && (draft !== undefined || !this.#worlds.has(hash)))
        rmSync(join(this.#folder, name))
    }
  }

  #remember(hash: string, fixture: Fixture): void {
    this.#hashes.set(fixture, hash)
    this.#read.set(hash, new WeakRef(fixture))
  }

  #pathOf(hash: string): string {
    return join(this.#folder, `${hash}.json`)
  }
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')
