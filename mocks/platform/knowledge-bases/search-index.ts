import MiniSearch from 'minisearch'
import { ownLimits } from '../../../contract/limits.ts'
import type {
  Passage,
  StoredDocument,
  StoredKnowledgeBase,
} from '../../../contract/records/knowledge-base.ts'
import type { World } from '../../world/world.ts'
import { searchIndexesOf } from './search-indexes.ts'
import { splitWords } from './split-text.ts'

type Chunk = Omit<Passage, 'score'> & { readonly id: string }

/** Characters of a query that are searched. More characters cost time, but find little. */
const maxQueryLength = 2000
/** Words of a query that are searched. The first of them also match by prefix and with typos. */
const maxWords = 32
const maxLooseWords = 8
const [minFuzzyLength, maxFuzzyLength] = [6, 15]
/** Measured bytes of an index per distinct word, per occurrence of a word, and per chunk. */
const bytesPerWord = 800
const bytesPerOccurrence = 60
const bytesPerChunk = 500

const { indexWords, indexPlaces, indexChunks } = ownLimits
const foldCase = (word: string) => word.toLowerCase()

/**
 * Ranks the chunks of one knowledge base against a query, by BM25. It indexes the first 2,000 chunks,
 * 4,000 distinct words and 30,000 occurrences of words; the rest is not found. Without these limits, a
 * few documents of a megabyte would cost half a gigabyte, and each search a second.
 */
class SearchIndex {
  readonly #words = new Set<string>()
  #occurrences = 0
  readonly #index = new MiniSearch<Chunk>({
    fields: ['content', 'source'],
    storeFields: ['content', 'metadata'],
    tokenize: splitWords,
    extractField: (chunk, field) =>
      field === 'source' ? chunk.metadata.source : chunk[field as keyof Chunk],
    processTerm: (word) => (this.#addWord(foldCase(word)) ? foldCase(word) : null),
    autoVacuum: false,
    searchOptions: { boost: { source: 0.5 }, processTerm: foldCase },
  })

  get bytes(): number {
    return (
      this.#words.size * bytesPerWord +
      this.#occurrences * bytesPerOccurrence +
      this.#index.documentCount * bytesPerChunk
    )
  }

  /** Whether most of it belongs to deleted documents, so that a new index is better. */
  get isStale(): boolean {
    return this.#index.dirtCount > this.#index.documentCount
  }

  /** Adds the chunks of a document, up to the limits of the index. */
  add({ chunk_strategy }: StoredKnowledgeBase, { id, filename, chunks }: StoredDocument): void {
    for (const [chunk_index, chunk] of chunks.entries()) {
      if (this.#occurrences >= indexPlaces || this.#index.documentCount >= indexChunks) return
      const position = { source: filename, chunk_strategy, chunk_index }
      const metadata = { ...position, document_id: id, chunk_id: chunk.id }
      this.#index.add({ ...chunk, metadata })
    }
  }

  /** Removes the chunks of a document. Their words stay in the index. */
  remove(document: StoredDocument): void {
    const ids = document.chunks.map(({ id }) => id)
    this.#index.discardAll(ids.filter((id) => this.#index.has(id)))
  }

  /** Returns the best passages first, with scores between 0 and 1. */
  search(query: string, top: number): Passage[] {
    const words = [...new Set(splitWords(query.slice(0, maxQueryLength)))].slice(0, maxWords)
    const isLoose = (index: number) => index < maxLooseWords
    return this.#index
      .search(words.join(' '), {
        prefix: (term, index) => isLoose(index) && term.length > 3,
        fuzzy: (term, index) =>
          isLoose(index) && term.length >= minFuzzyLength && term.length <= maxFuzzyLength
            ? 0.2
            : 0,
      })
      .slice(0, top)
      .map((hit) => ({
        content: String(hit['content']),
        metadata: hit['metadata'] as Passage['metadata'],
        score: Math.round((hit.score / (hit.score + 10)) * 10_000) / 10_000,
      }))
  }

  /** Counts one occurrence of a word. Returns false if the index is full. */
  #addWord(word: string): boolean {
    if (this.#occurrences >= indexPlaces) return false
    this.#occurrences++
    if (this.#words.has(word)) return true
    if (this.#words.size >= indexWords) return false
    this.#words.add(word)
    return true
  }
}

/** Searches one knowledge base. Returns the best passages first, with scores between 0 and 1. */
export function searchKnowledgeBase(
  world: World,
  base: StoredKnowledgeBase,
  query: string,
  top: number,
): Passage[] {
  const createIndex = () => {
    const index = new SearchIndex()
    for (const document of world.store.documents.owned(base.id, 'oldest')) index.add(base, document)
    return index
  }
  return searchIndexesOf(world).of(base.id, createIndex).search(query, top)
}
