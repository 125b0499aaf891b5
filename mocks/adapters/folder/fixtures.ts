import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Fixture } from '../../../contract/fixture.ts'
import { replaceFile, FolderError } from './files.ts'

/** The fixtures of stored worlds, by content hash. Each is removed with its last world. */
export class StoredFixtures {
  readonly #folder: string
  readonly #sync: boolean
  /** The number of worlds that began with each fixture. */
  readonly #worlds = new Map<string, number>()
  readonly #hashes = new WeakMap<Fixture, string>()
  /** Fixtures in memory, so that worlds still share them after a restart. */
  readonly #read = new Map<string, WeakRef<Fixture>>()

  constructor(folder: string, sync: boolean) {
    this.#folder = folder
    this.#sync = sync
  }

  /** Writes a fixture unless it is stored already. Returns its hash. */
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

  /** Reads a fixture. Throws `FolderError` if it is damaged. */
  load(hash: string): Fixture {
    const known = this.#read.get(hash)?.deref()
    if (known !== undefined) return known
    const path = this.#pathOf(hash)
    const text = readFileSync(path, 'utf8')
    if (hashOf(text) !== hash)
      throw new FolderError(
        `${path} is damaged: its content does not match its hash. Restore it from a backup.`,
      )
    const fixture = JSON.parse(text) as Fixture
    this.#remember(hash, fixture)
    return fixture
  }

  /** Counts a world that uses this fixture. */
  addWorld(hash: string): void {
    this.#worlds.set(hash, (this.#worlds.get(hash) ?? 0) + 1)
  }

  /** Uncounts a world that began with a fixture, and removes the fixture after the last one. */
  removeWorld(hash: string): void {
    const left = (this.#worlds.get(hash) ?? 1) - 1
    if (left > 0) this.#worlds.set(hash, left)
    else {
      this.#worlds.delete(hash)
      this.#read.delete(hash)
      rmSync(this.#pathOf(hash), { force: true })
    }
  }

  /** Removes fixtures without a world, which a crash left behind. */
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
