import { createHash } from 'node:crypto'
import { readdirSync, rmSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { ownLimits } from '../../../contract/limits.ts'
import type { ChangeLog } from '../../world/changes.ts'
import { type SystemClock, systemClock } from '../../world/clock.ts'
import type { WorldStorage, StoredWorld, LoadedWorld } from '../../world/world-storage.ts'
import { WorldError } from '../../world/world-error.ts'
import type { WorldState } from '../../world/world-config.ts'
import { syncFolder, draftSuffix, reasonOf, makeFolder, FolderError } from './files.ts'
import { StoredFixtures } from './fixtures.ts'
import { FolderMarker, requireOwnFolder } from './marker.ts'
import {
  type WorldHead,
  readHead,
  readWorldFile,
  writeWorldFile,
  type FileLogOptions,
  WorldLog,
} from './world-file.ts'
import { acquireLock } from './lock.ts'

/** An open folder, after it was locked and its marker was read. */
export type OpenedFolder = FileLogOptions & {
  readonly path: string
  readonly systemClock: SystemClock
  readonly marker: FolderMarker
  /** Unlocks the folder for other processes. */
  readonly release: () => void
}

/**
 * Stores worlds in a folder: each in a file with its state and all changes since, one line per commit.
 * A change is handed to the operating system before its response is sent, so it survives the end of
 * the process; with `fsync`, also a power loss.
 */
export class Folder implements WorldStorage {
  readonly path: string
  readonly #opened: OpenedFolder
  readonly #worlds: string
  readonly #fixtures: StoredFixtures
  readonly #heads = new Map<string, WorldHead>()

  constructor(opened: OpenedFolder) {
    this.#opened = opened
    this.path = opened.path
    this.#worlds = join(opened.path, 'worlds')
    const fixtures = join(opened.path, 'fixtures')
    for (const path of [this.#worlds, fixtures]) makeFolder(path, 0o700)
    this.#fixtures = new StoredFixtures(fixtures, opened.sync)
    for (const file of readdirSync(this.#worlds)) this.#register(file)
    this.#fixtures.sweep()
  }

  /** The secret of keys and tokens: `known` or `draw()` at the first start, later the same. */
  secret(known: string | undefined, draw: () => string): string {
    const { marker, onNotice } = this.#opened
    const stored = marker.secret(known !== undefined)
    if (stored !== undefined) return stored
    const value = known ?? draw()
    if (marker.keep({ value, drawn: known === undefined }))
      onNotice('The keys and tokens issued so far can be guessed. They are no longer valid.')
    return value
  }

  /** Unlocks the folder for other processes. Call it after the fake is closed. */
  close(): void {
    this.#opened.release()
  }

  names(): Iterable<string> {
    return this.#heads.keys()
  }

  load(name: string): LoadedWorld | undefined {
    const head = this.#heads.get(name)
    if (head === undefined) return undefined
    const file = this.#fileOf(name)
    return this.#run(name, () => {
      if (this.#isExpired(head)) {
        this.remove(name)
        return undefined
      }
      const { state, changes, end, torn } = readWorldFile(file)
      if (torn)
        this.#opened.onNotice(
          `The last line of ${file} is incomplete and was removed: the process ended before it responded.`,
        )
      const fixture = this.#fixtures.load(head.fixture)
      const options = head.chosen ? { ...head.order, fixture } : head.order
      const resumeLog = (now: () => WorldState) => new WorldLog(file, head, end, now, this.#opened)
      return { options, fixture, state, changes, resumeLog }
    })
  }

  save(name: string, world: StoredWorld, now: () => WorldState): ChangeLog {
    const before = this.#heads.get(name)
    if (before === undefined && this.#heads.size >= ownLimits.keptWorlds)
      throw new WorldError(
        'full',
        `${this.path} has ${this.#heads.size} worlds, which is the limit: delete some.`,
      )
    return this.#run(name, () => {
      const { sync } = this.#opened
      const { fixture: chosen, ...order } = world.options
      const fixture = this.#fixtures.save(world.fixture)
      const head = { name, fixture, chosen: chosen !== undefined, order }
      const file = this.#fileOf(name)
      const end = writeWorldFile(file, head, now(), { content: sync, place: sync })
      this.#heads.set(name, head)
      this.#fixtures.addWorld(fixture)
      if (before !== undefined) this.#fixtures.removeWorld(before.fixture)
      return new WorldLog(file, head, end, now, this.#opened)
    })
  }

  remove(name: string): void {
    const head = this.#heads.get(name)
    if (head === undefined) return
    this.#run(name, () => {
      rmSync(this.#fileOf(name), { force: true })
      if (this.#opened.sync) syncFolder(this.#worlds)
      this.#heads.delete(name)
      this.#fixtures.removeWorld(head.fixture)
    })
  }

  /** Registers a file of an earlier process. */
  #register(name: string): void {
    const file = join(this.#worlds, name)
    if (name.endsWith(draftSuffix)) rmSync(file)
    if (!name.endsWith('.world')) return
    const head = readHead(file)
    if (basename(this.#fileOf(head.name)) !== name)
      return this.#opened.onNotice(
        `${file} is ignored: the file name does not belong to the world in it.`,
      )
    this.#heads.set(head.name, head)
    this.#fixtures.addWorld(head.fixture)
    if (this.#isExpired(head)) this.remove(head.name)
  }

  /** Whether the time to live of a world has passed since its last change. */
  #isExpired({ name, order: { ttl } }: WorldHead): boolean {
    if (ttl === undefined) return false
    return statSync(this.#fileOf(name)).mtimeMs + ttl <= this.#opened.systemClock.now()
  }

  /** The digest distinguishes names on file systems that ignore case. */
  #fileOf(name: string): string {
    const readable = name
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .slice(0, 40)
    const digest = createHash('sha256').update(name).digest('hex').slice(0, 32)
    return join(this.#worlds, `${readable}.${digest}.world`)
  }

  /** Runs an action. If it fails, reports the reason and throws it as a `WorldError`. */
  #run<T>(name: string, act: () => T): T {
    try {
      return act()
    } catch (error) {
      if (error instanceof WorldError) throw error
      const why = `Failed to store or load the world \`${name}\`: ${reasonOf(error)}`
      this.#opened.onNotice(why)
      throw new WorldError('unkept', why)
    }
  }
}

/** Options of `openFolder`. */
export type FolderOptions = {
  /** Makes every acknowledged change survive a power loss: each one waits for the disk. Default: false. */
  readonly fsync?: boolean
  /** Receives notices for the operator, such as that a crash cut off a line. Default: they are dropped. */
  readonly onNotice?: (sentence: string) => void
  /** The clock of the machine. Default: the system clock. */
  readonly systemClock?: SystemClock
}

/**
 * Opens or creates a folder that stores the worlds of a fake, for one process at a time.
 *
 * Throws `FolderError` if another process has it open, if it has other files in it, or if it can't
 * be read or written.
 *
 * @example
 * const storage = openFolder('./worlds')
 * const fake = createFake({ fixture, storage, secret: storage.secret(undefined, randomUUID) })
 */
export function openFolder(path: string, options: FolderOptions = {}): Folder {
  const { fsync: sync = false, onNotice = () => {}, systemClock: wall = systemClock } = options
  let release: (() => void) | undefined
  try {
    requireOwnFolder(path)
    makeFolder(path, 0o700)
    release = acquireLock(path)
    return new Folder({
      path,
      sync,
      onNotice,
      systemClock: wall,
      release,
      marker: new FolderMarker(path),
    })
  } catch (error) {
    release?.()
    if (error instanceof FolderError) throw error
    throw new FolderError(`Failed to store worlds in ${path}: ${reasonOf(error)}.`)
  }
}
