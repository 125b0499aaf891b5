import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { escapeLine } from '../../../contract/escape.ts'
import type { ChangeLog } from '../../world/changes.ts'
import { systemClock, type SystemClock } from '../../world/clock.ts'
import type { LoadedWorld, StoredWorld, WorldStorage } from '../../world/world-storage.ts'
import { toBase64Url } from '../../../contract/base64.ts'
import { WorldError } from '../../world/world-error.ts'
import type { WorldState } from '../../world/world-config.ts'
import {
  BrowserWorldLog,
  conflictError,
  type LogEnd,
  parseHead,
  parseObject,
  peekHead,
  readLog,
  removeLines,
  serializeHead,
  type WorldHead,
} from './world-log.ts'
import { type PageStorage, PrefixedStorage, reasonOf, storageError } from './page-storage.ts'
import type { Fixture } from '../../../contract/fixture.ts'

/** The version of the format in which this release stores worlds in a browser. */
const format = '1'

/** The fields of `WorldHead` that stay the same when the log of a world is compacted. */
type HeadTemplate = Pick<WorldHead, 'fixture' | 'chosen' | 'order'>

/** Options of `browserStorage`. */
export type BrowserStorageOptions = {
  /** Separates the worlds of several applications on one origin. Default: `understudy`. */
  readonly name?: string
  /** The storage of the worlds. Default: `localStorage`. */
  readonly storage?: PageStorage
  /**
   * Receives notices for the developer, each one sentence. Default: they are logged to the console.
   */
  readonly onNotice?: (sentence: string) => void
  /** The clock of the machine. Default: the system clock. */
  readonly systemClock?: SystemClock
  /** Returns an id that no other page uses. Default: a random id. */
  readonly randomId?: () => string
}

/**
 * Stores the worlds of a fake in `localStorage`, so that they survive a reload of the page.
 *
 * @example
 * const fake = createFake({ fixture, storage: new BrowserStorage({ name: 'my-app' }) })
 */
export class BrowserStorage implements WorldStorage {
  readonly #storage: PrefixedStorage
  readonly #fixtures: StoredFixtures
  readonly #onNotice: (sentence: string) => void
  readonly #wall: SystemClock
  readonly #page: string
  #drawn = 0
  #onChange: (name: string) => void = () => {}
  #stopWatching: () => void

  /** Throws `BrowserStorageError` if the page can't store anything. */
  constructor(options: BrowserStorageOptions = {}) {
    const {
      name = 'understudy',
      storage,
      onNotice = warnInConsole,
      systemClock: wall = systemClock,
      randomId: draw = drawPageId,
    } = options
    this.#storage = new PrefixedStorage(name, storage)
    this.#fixtures = new StoredFixtures(this.#storage)
    this.#onNotice = onNotice
    this.#wall = wall
    this.#page = draw()
    try {
      this.#open()
    } catch (error) {
      throw storageError(reasonOf(error))
    }
    this.#stopWatching = watchOtherPages(this.#storage, (world) => this.#onChange(world))
  }

  names(): Iterable<string> {
    return this.#storage.keys('world/').map((key) => key.slice('world/'.length))
  }

  onExternalChange(onChange: (name: string) => void): void {
    this.#onChange = onChange
  }

  load(name: string): LoadedWorld | undefined {
    const text = this.#storage.get(`world/${name}`)
    if (text === null) return undefined
    const head = parseHead(text)
    const fixture = head && this.#fixtures.load(head.fixture)
    if (head === undefined || fixture === undefined) {
      this.#onNotice(`The stored world \`${name}\` is damaged: a new one replaces it.`)
      this.remove(name)
      return undefined
    }
    const { changes, end, isTorn } = readLog(this.#storage, head.log, head.at)
    if (isTorn) {
      this.#onNotice(
        `Two pages changed the world \`${name}\` at the same time: the changes of one page are lost.`,
      )
      removeLines(this.#storage, head.log, end.count + 1)
    }
    const usedAt = Math.max(end.at, Number(this.#storage.get(`used/${name}`)))
    if (head.order.ttl !== undefined && usedAt + head.order.ttl <= this.#wall.now()) {
      this.remove(name)
      return undefined
    }
    const options = head.chosen ? { ...head.order, fixture } : head.order
    const resumeLog = (now: () => WorldState) => this.#logOf(name, head, end, text.length, now)
    return { options, fixture, state: head.state, changes, resumeLog }
  }

  save(name: string, world: StoredWorld, now: () => WorldState): ChangeLog {
    const written = this.#storage.get('format')
    if (written !== null && written !== format)
      throw new WorldError(
        'unkept',
        'Another release has stored worlds in this browser: reload the page.',
      )
    const begin = () => this.#storeAndOpenLog(name, world, now)
    const { seed: _seed, ...wishes } = world.options
    const isPlain = Object.values(wishes).every((wish) => wish === undefined)
    const isNew = this.#storage.get(`world/${name}`) === null
    return isNew && isPlain ? this.#logAfterFirstChange(name, begin) : begin()
  }

  remove(name: string): void {
    const before = peekHead(this.#storage.get(`world/${name}`))
    this.#storage.remove(`world/${name}`)
    this.#storage.remove(`used/${name}`)
    if (before === undefined) return
    removeLines(this.#storage, before.log)
    this.#fixtures.removeUnused(before.fixture)
  }

  /** Deletes all worlds. The fakes of all pages start with new worlds. */
  clear(): void {
    const names = [...this.names()]
    for (const key of this.#storage.keys()) if (key !== 'format') this.#storage.remove(key)
    for (const name of names) this.#onChange(name)
  }

  /** Stops listening to other pages. Call it after the fake is closed. */
  close(): void {
    this.#stopWatching()
  }

  /** Removes the data of other releases, and each log whose world is missing. */
  #open(): void {
    const storage = this.#storage
    const written = storage.get('format')
    if (written !== format && storage.keys().length > 0) {
      this.#onNotice(
        `Another release stored worlds in this browser (format ${written ?? 'unknown'}; this release reads ${format}): they are removed.`,
      )
      for (const key of storage.keys()) storage.remove(key)
    }
    if (written !== format) storage.set('format', format)
    const logs = new Set(storage.keys('world/').map((key) => peekHead(storage.get(key))?.log))
    for (const key of storage.keys('log/')) if (!logs.has(key.split('/')[1])) storage.remove(key)
  }

  /** Stores a world only with its first change, so that pages that only read never conflict. */
  #logAfterFirstChange(name: string, begin: () => ChangeLog): ChangeLog {
    let log: ChangeLog | undefined
    return {
      write: (changes) => {
        if (log !== undefined) return log.write(changes)
        if (this.#storage.get(`world/${name}`) !== null) throw conflictError(name)
        // `begin` stores the current state, which contains these changes already.
        log = begin()
      },
    }
  }

  /** Writes a world in place of its stored version. Throws `WorldError`. */
  #storeAndOpenLog(
    name: string,
    { options, fixture }: StoredWorld,
    now: () => WorldState,
  ): BrowserWorldLog {
    let fixtureId: string | undefined
    try {
      const { fixture: chosen, ...order } = options
      fixtureId = this.#fixtures.save(fixture)
      const template = { chosen: chosen !== undefined, order, fixture: fixtureId }
      const { head, size } = this.#write(name, template, now)
      return this.#logOf(name, head, { count: 0, id: head.log, at: head.at, size: 0 }, size, now)
    } catch (error) {
      if (fixtureId !== undefined) this.#fixtures.removeUnused(fixtureId)
      const problem = `Failed to store the world \`${name}\`: ${reasonOf(error)}.`
      this.#onNotice(problem)
      throw new WorldError('unkept', problem)
    }
  }

  #write(name: string, template: HeadTemplate, now: () => WorldState) {
    // The application may have cleared the storage since it was opened.
    if (this.#storage.get('format') === null) this.#storage.set('format', format)
    const before = peekHead(this.#storage.get(`world/${name}`))
    const head: WorldHead = { ...template, log: this.#drawId(), at: this.#wall.now(), state: now() }
    const text = serializeHead(head)
    this.#storage.set(`world/${name}`, text)
    if (before !== undefined) {
      removeLines(this.#storage, before.log)
      this.#fixtures.removeUnused(before.fixture)
    }
    return { head, size: text.length }
  }

  #logOf(
    name: string,
    head: WorldHead,
    end: LogEnd,
    size: number,
    now: () => WorldState,
  ): BrowserWorldLog {
    const { fixture, chosen, order } = head
    return new BrowserWorldLog(this.#storage, end, size, {
      world: name,
      log: head.log,
      now: () => this.#wall.now(),
      drawId: () => this.#drawId(),
      onNotice: this.#onNotice,
      compact: () => {
        const begun = this.#write(name, { fixture, chosen, order }, now)
        return { log: begun.head.log, size: begun.size }
      },
    })
  }

  #drawId(): string {
    return `${this.#page}.${(this.#drawn += 1)}`
  }
}

/**
 * Creates the storage for the worlds of a fake in a page.
 *
 * Throws `BrowserStorageError` if the page can't store anything.
 *
 * @example
 * const fake = createFake({ fixture, storage: browserStorage({ name: 'my-app' }) })
 */
export const browserStorage = (options?: BrowserStorageOptions): BrowserStorage =>
  new BrowserStorage(options)

// Pages on plain HTTP have no `randomUUID`.
const drawPageId = () => toBase64Url(crypto.getRandomValues(new Uint8Array(12)))

// Without `onNotice`, only the console can report the problem to the developer.
// oxlint-disable-next-line no-console
const warnInConsole = (sentence: string) => console.warn(`[understudy] ${escapeLine(sentence)}`)

/** The fixtures of stored worlds, by the hash of their content; each is stored once. */
class StoredFixtures {
  readonly #storage: PrefixedStorage
  readonly #hashes = new WeakMap<Fixture, string>()
  /** The fixtures in memory, by hash: two worlds with the same fixture get the same object. */
  readonly #fixturesByHash = new Map<string, WeakRef<Fixture>>()

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
    const known = this.#fixturesByHash.get(hash)?.deref()
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
    this.#fixturesByHash.set(hash, new WeakRef(fixture))
  }
}

type StorageChange = { readonly key: string | null; readonly storageArea: unknown }
type PageShowEvent = { readonly persisted: boolean }
type ListenToPage = {
  (type: 'storage', run: (change: StorageChange) => void): void
  (type: 'pageshow', run: (shown: PageShowEvent) => void): void
}
type PageEventTarget = {
  readonly addEventListener?: ListenToPage
  readonly removeEventListener?: ListenToPage
}

/** Calls `onChange` for each world that another page changed. Returns a function to stop that. */
function watchOtherPages(storage: PrefixedStorage, onChange: (world: string) => void): () => void {
  const page = globalThis as PageEventTarget
  const notifyIf = (concerns: (world: string) => boolean) => {
    for (const key of storage.keys('world/')) {
      const world = key.slice('world/'.length)
      if (concerns(world)) onChange(world)
    }
  }
  const handleChange = ({ key, storageArea }: StorageChange) => {
    if (storageArea !== (storage.area.behind ?? storage.area) || key === null) return
    const [kind, log] = storage.unprefixed(key)?.split('/') ?? []
    if (kind === 'world') onChange(storage.unprefixed(key)?.slice('world/'.length) ?? '')
    if (kind === 'log') notifyIf((world) => peekHead(storage.get(`world/${world}`))?.log === log)
  }
  // A page in the back-forward cache received no events, so every world may have changed.
  const handleShow = ({ persisted }: PageShowEvent) => {
    if (persisted) notifyIf(() => true)
  }
  page.addEventListener?.('storage', handleChange)
  page.addEventListener?.('pageshow', handleShow)
  return () => {
    page.removeEventListener?.('storage', handleChange)
    page.removeEventListener?.('pageshow', handleShow)
  }
}
