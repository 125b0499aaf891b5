import type { PageStorage } from './page-storage.ts'

/**
 * Stores texts in a storage of the browser, and continues in memory when it refuses one: the storage
 * then stays as it is, which is how the next page begins. Without a storage, all is in memory.
 * `onRefusal` is called once, with the error.
 */
export class MemoryFallback implements PageStorage {
  #area: PageStorage
  readonly #onRefusal: (error: unknown) => void

  constructor(area: PageStorage | undefined, onRefusal: (error: unknown) => void) {
    this.#area = area ?? new MemoryArea()
    this.#onRefusal = onRefusal
  }

  /** Once it is all in memory, other pages have nothing to tell. */
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

/** A storage in memory, which begins as a copy of another one. */
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
