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

/** What a folder is opened with. */
export type OpenedFolder = FileLogOptions & {
  readonly path: string
  readonly systemClock: SystemClock
  readonly marker: FolderMarker
  /** Lets other processes have it. */
  readonly release: () => void
}

/**
 * A folder that keeps worlds: for each a file of its state and of all changes since, a line each.
 * A change that was answered is with the operating system: no end of the process loses it.
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
    for (const room of [this.#worlds, fixtures]) makeFolder(room, 0o700)
    this.#fixtures = new StoredFixtures(fixtures, opened.sync)
    for (const file of readdirSync(this.#worlds)) this.#find(file)
    this.#fixtures.sweep()
  }

  /**
   * What keys and tokens are derived from, the same at every start: `known` the first time, where it
   * may be known to anyone, else one that is drawn.
   */
  secret(known: string | undefined, draw: () => string): string {
    const { marker, onNotice: notice } = this.#opened
    const kept = marker.secret(known !== undefined)
    if (kept !== undefined) return kept
    const value = known ?? draw()
    if (marker.keep({ value, drawn: known === undefined }))
      notice(
        'The keys and tokens that were given out before can be guessed: from here on they are no longer taken.',
      )
    return value
  }

  /** Lets other processes have the folder. To be called once the fake is closed. */
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
    return this.#guard(name, () => {
      if (this.#lapsed(head)) {
        this.remove(name)
        return undefined
      }
      const { state, changes, end, torn } = readWorldFile(file)
      if (torn)
        this.#opened.onNotice(
          `The last line of ${file} was cut while it was written, before it was answered: it is left out.`,
        )
      const fixture = this.#fixtures.load(head.fixture)
      const order = head.chosen ? { ...head.order, fixture } : head.order
      const goOn = (now: () => WorldState) => new WorldLog(file, head, end, now, this.#opened)
      return { order, fixture, state, changes, goOn }
    })
  }

  save(name: string, world: StoredWorld, now: () => WorldState): ChangeLog {
    const before = this.#heads.get(name)
    if (before === undefined && this.#heads.size >= ownLimits.keptWorlds)
      throw new WorldError('full', `${this.path} keeps ${this.#heads.size} worlds: delete some.`)
    return this.#guard(name, () => {
      const { sync } = this.#opened
      const { fixture: chosen, ...order } = world.order
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
    this.#guard(name, () => {
      rmSync(this.#fileOf(name), { force: true })
      if (this.#opened.sync) syncFolder(this.#worlds)
      this.#heads.delete(name)
      this.#fixtures.removeWorld(head.fixture)
    })
  }

  /** Takes over a file of an earlier process. */
  #find(name: string): void {
    const file = join(this.#worlds, name)
    if (name.endsWith(draftSuffix)) rmSync(file)
    if (!name.endsWith('.world')) return
    const head = readHead(file)
    if (basename(this.#fileOf(head.name)) !== name)
      return this.#opened.onNotice(`${file} is left alone: the world in it has a file of its own.`)
    this.#heads.set(head.name, head)
    this.#fixtures.addWorld(head.fixture)
    if (this.#lapsed(head)) this.remove(head.name)
  }

  /** Whether a world that nobody called ends by itself: its last change was too long ago. */
  #lapsed({ name, order: { ttl } }: WorldHead): boolean {
    if (ttl === undefined) return false
    return statSync(this.#fileOf(name)).mtimeMs + ttl <= this.#opened.systemClock.now()
  }

  /** Any name is told apart from any other, also where files are not by their capitals. */
  #fileOf(name: string): string {
    const readable = name
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .slice(0, 40)
    const digest = createHash('sha256').update(name).digest('hex').slice(0, 32)
    return join(this.#worlds, `${readable}.${digest}.world`)
  }

  /** Does what can fail; throws `WorldError` with the reason, which is told, too. */
  #guard<T>(name: string, act: () => T): T {
    try {
      return act()
    } catch (error) {
      if (error instanceof WorldError) throw error
      const why = `The world \`${name}\` can’t be kept: ${reasonOf(error)}`
      this.#opened.onNotice(why)
      throw new WorldError('unkept', why)
    }
  }
}

/** How a folder is kept. */
export type FolderOptions = {
  /** Lets every acknowledged change outlast a loss of power, too; each waits for the disk. */
  readonly fsync?: boolean
  /** Told what somebody should know, as a sentence, such as that a line was cut by a crash. */
  readonly onNotice?: (sentence: string) => void
  /** Machine time; the system's unless given. */
  readonly systemClock?: SystemClock
}

/**
 * Opens a folder that keeps worlds, or makes it: the `keeper` of a fake, for one process at a time.
 * Throws `FolderError` where another process has it, or it can't be used.
 */
export function openFolder(path: string, options: FolderOptions = {}): Folder {
  const {
    fsync: sync = false,
    onNotice: notice = () => {},
    systemClock: wall = systemClock,
  } = options
  let release: (() => void) | undefined
  try {
    requireOwnFolder(path)
    makeFolder(path, 0o700)
    release = acquireLock(path)
    return new Folder({
      path,
      sync,
      onNotice: notice,
      systemClock: wall,
      release,
      marker: new FolderMarker(path),
    })
  } catch (error) {
    release?.()
    if (error instanceof FolderError) throw error
    throw new FolderError(`Failed to keep worlds in ${path}: ${reasonOf(error)}.`)
  }
}
