import { messageOf } from '../../../contract/realm-safe.ts'

/** A synchronous store of texts by key, such as `localStorage`. */
export type PageStorage = {
  readonly length: number
  key(index: number): string | null
  getItem(key: string): string | null
  setItem(key: string, text: string): void
  removeItem(key: string): void
  /** The browser storage that this object writes to. `storage` events name it in `storageArea`. */
  readonly behind?: unknown
}

/**
 * Thrown if a page can't store worlds. The message has the reason and the solution.
 *
 * @example
 * if (error instanceof BrowserStorageError) console.warn(error.message)
 */
export class BrowserStorageError extends Error {
  override readonly name = 'BrowserStorageError'
}

/** The message of an error without the full stop at its end. */
export const reasonOf = (error: unknown): string => messageOf(error).replace(/\.$/, '')

/**
 * Matches a key without its prefix. After the prefix `app/`, the rest `admin/world/red` does not
 * match: that key belongs to the application `app/admin`.
 */
const ownKey = /^(?:format$|(?:fixture|log|used|world)\/)/

/** The part of a storage whose keys begin with the prefix of this fake. */
export class PrefixedStorage {
  readonly area: PageStorage
  readonly #prefix: string

  /** Throws `BrowserStorageError` if the page has no storage. */
  constructor(name: string, given?: PageStorage) {
    this.area = given ?? requireLocalStorage()
    this.#prefix = `${name}/`
  }

  get(key: string): string | null {
    return this.area.getItem(this.#prefix + key)
  }

  set(key: string, text: string): void {
    this.area.setItem(this.#prefix + key, text)
  }

  remove(key: string): void {
    this.area.removeItem(this.#prefix + key)
  }

  /** Lists all keys that begin with `start`, without the prefix of this fake. */
  keys(start = ''): string[] {
    const { area } = this
    const all = Array.from({ length: area.length }, (_, index) => area.key(index) ?? '')
    return all.flatMap((key) => this.unprefixed(key) ?? []).filter((key) => key.startsWith(start))
  }

  /** Removes the prefix of this fake from a key; `undefined` if the key is not from this fake. */
  unprefixed(key: string): string | undefined {
    if (!key.startsWith(this.#prefix)) return undefined
    const own = key.slice(this.#prefix.length)
    return ownKey.test(own) ? own : undefined
  }
}

/** Creates the error for a page that can't store worlds. `why` is the reason. */
export const storageError = (why: string): BrowserStorageError =>
  new BrowserStorageError(
    `Failed to store worlds in this browser: ${why}. Allow the page to store data, or omit the option \`storage\`.`,
  )

function requireLocalStorage(): PageStorage {
  let storage: PageStorage | undefined
  try {
    ;({ localStorage: storage } = globalThis as { readonly localStorage?: PageStorage })
  } catch (error) {
    throw storageError(reasonOf(error))
  }
  if (typeof storage?.getItem !== 'function') throw storageError('localStorage is not available')
  return storage
}

/**
 * Stores texts in a storage of the browser. After the browser refused a write, it uses a copy in
 * memory, and no longer changes the stored texts. Without a storage, it only uses memory.
 * `onRefusal` is called once, with the error of the refused write.
 */
export class MemoryFallback implements PageStorage {
  #area: PageStorage
  readonly #onRefusal: (error: unknown) => void

  constructor(area: PageStorage | undefined, onRefusal: (error: unknown) => void) {
    this.#area = area ?? new MemoryArea()
    this.#onRefusal = onRefusal
  }

  /** The storage in use: the browser's storage, or the copy in memory after a refused write. */
  get behind(): PageStorage {
    return this.#area
  }

  get length(): number {
    return this.#area.length
  }

  key(index: number): string | null {
    return this.#area.key(index)
  }

  getItem(key: string): string | null {
    return this.#area.getItem(key)
  }

  setItem(key: string, text: string): void {
    try {
      this.#area.setItem(key, text)
    } catch (error) {
      this.#area = new MemoryArea(this.#area)
      this.#area.setItem(key, text)
      this.#onRefusal(error)
    }
  }

  removeItem(key: string): void {
    this.#area.removeItem(key)
  }
}

/** A storage in memory. It begins with a copy of the texts of another storage. */
class MemoryArea implements PageStorage {
  readonly #texts = new Map<string, string>()

  constructor(copied?: PageStorage) {
    for (let index = 0; index < (copied?.length ?? 0); index += 1) {
      const key = copied?.key(index) ?? ''
      this.#texts.set(key, copied?.getItem(key) ?? '')
    }
  }

  get length(): number {
    return this.#texts.size
  }

  key(index: number): string | null {
    return [...this.#texts.keys()][index] ?? null
  }

  getItem(key: string): string | null {
    return this.#texts.get(key) ?? null
  }

  setItem(key: string, text: string): void {
    this.#texts.set(key, text)
  }

  removeItem(key: string): void {
    this.#texts.delete(key)
  }
}
