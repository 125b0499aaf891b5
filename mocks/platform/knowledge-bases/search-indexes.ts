import { ownLimits } from '../../../contract/limits.ts'
import type {
  StoredDocument,
  StoredKnowledgeBase,
} from '../../../contract/records/knowledge-base.ts'
import type { SearchIndex } from './search-index.ts'

/**
 * The indexes of the knowledge bases that were searched. Each is made at the first search; of more
 * than fit into the memory for them, those go that were searched longest ago.
 */
export class SearchIndexes {
  readonly #onBytes: (delta: number) => void
  readonly #byBase = new Map<string, SearchIndex>()
  #bytes = 0

  /** `onBytes` is told how many bytes more they take. */
  constructor(onBytes: (delta: number) => void) {
    this.#onBytes = onBytes
  }

  /** The index of a base, made where there is none. */
  of(base: string, make: () => SearchIndex): SearchIndex {
    const index = this.#byBase.get(base) ?? make()
    this.#byBase.delete(base)
    this.#byBase.set(base, index)
    this.#count()
    return index
  }

  /** A document was added. */
  add(base: StoredKnowledgeBase, document: StoredDocument): void {
    this.#byBase.get(base.id)?.add(base, document)
    this.#count()
  }

  /** A document was taken out. */
  remove(document: StoredDocument): void {
    const index = this.#byBase.get(document.kb_id)
    index?.remove(document)
    if (index?.isStale === true) this.delete(document.kb_id)
  }

  /** The index of a base is to be made anew. */
  delete(base: string): void {
    this.#byBase.delete(base)
    this.#count()
  }

  /** Tells of the bytes, once as many indexes went as have to. */
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
