import { ownLimits } from '../../../contract/limits.ts'
import type {
  StoredDocument,
  StoredKnowledgeBase,
} from '../../../contract/records/knowledge-base.ts'
import type { World } from '../../world/world.ts'
import type { SearchIndex } from './search-index.ts'

/** The search indexes of one world. The least recently used ones are dropped to save memory. */
class SearchIndexes {
  readonly #onBytes: (delta: number) => void
  readonly #byBase = new Map<string, SearchIndex>()
  #bytes = 0

  /** `onBytes` receives the growth of the indexes in bytes; it may be negative. */
  constructor(onBytes: (delta: number) => void) {
    this.#onBytes = onBytes
  }

  /** Gets or creates the index of a knowledge base, with all its documents. */
  of(base: string, create: () => SearchIndex): SearchIndex {
    let index = this.#byBase.get(base) ?? create()
    index.finish()
    if (index.isStale) {
      index = create()
      index.finish()
    }
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

  /** Removes a document from the index of its knowledge base. */
  remove(document: StoredDocument): void {
    const index = this.#byBase.get(document.kb_id)
    index?.remove(document)
    if (index?.isStale === true) this.delete(document.kb_id)
  }

  /** Drops the index of a knowledge base, so that the next search creates a new one. */
  delete(base: string): void {
    this.#byBase.delete(base)
    this.#count()
  }

  /** Drops indexes beyond the memory limit, and reports the change in bytes. */
  #count(): void {
    const sum = () => [...this.#byBase.values()].reduce((total, { bytes }) => total + bytes, 0)
    while (this.#byBase.size > 1 && sum() > ownLimits.indexesBytes) {
      const [oldest = ''] = this.#byBase.keys()
      this.#byBase.delete(oldest)
    }
    const now = sum()
    if (now !== this.#bytes) this.#onBytes(now - this.#bytes)
    this.#bytes = now
  }
}

const byWorld = new WeakMap<World, SearchIndexes>()

/** The search indexes of a world; their bytes count as bytes of the world. */
export function searchIndexesOf(world: World): SearchIndexes {
  let indexes = byWorld.get(world)
  if (indexes === undefined) {
    indexes = new SearchIndexes((delta) => world.addBytes(delta))
    byWorld.set(world, indexes)
  }
  return indexes
}
