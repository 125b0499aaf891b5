import { ownLimits } from '../../../contract/limits.ts'
import type {
  StoredDocument,
  StoredKnowledgeBase,
} from '../../../contract/records/knowledge-base.ts'
import { memoizeByObject } from '../../../contract/memoize.ts'
import type { World } from '../../world/world.ts'
import type { SearchIndex } from './search-index.ts'

/** The search indexes of one world. The least recently used ones are dropped to save memory. */
class SearchIndexes {
  readonly #world: World
  readonly #byBase = new Map<string, SearchIndex>()
  #bytes = 0

  constructor(world: World) {
    this.#world = world
  }

  /** Gets or creates the index of a knowledge base, with all its documents. */
  of(base: string, create: () => SearchIndex): SearchIndex {
    const index = this.#byBase.get(base) ?? create()
    index.finish()
    this.#byBase.delete(base)
    this.#byBase.set(base, index)
    this.#count()
    return index
  }

  /** Adds a document to the index of its knowledge base, if this index exists. */
  add(base: StoredKnowledgeBase, document: StoredDocument): void {
    this.#byBase.get(base.id)?.add(base, document)
    this.#count()
  }

  /** Drops the index of a knowledge base, so that the next search creates a new one. */
  delete(base: string): void {
    this.#byBase.delete(base)
    this.#count()
  }

  /** Drops indexes beyond the memory limit, and adds the change in bytes to the world's size. */
  #count(): void {
    const sum = () => [...this.#byBase.values()].reduce((total, { bytes }) => total + bytes, 0)
    while (this.#byBase.size > 1 && sum() > ownLimits.indexesBytes) {
      const [oldest = ''] = this.#byBase.keys()
      this.#byBase.delete(oldest)
    }
    const now = sum()
    if (now !== this.#bytes) this.#world.addBytes(now - this.#bytes)
    this.#bytes = now
  }
}

/** The search indexes of a world. Their size in bytes is part of the world's size. */
export const searchIndexesOf = memoizeByObject((world: World) => new SearchIndexes(world))
