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

/** What comes after so many characters of a query costs more than it finds. */
const longestQuery = 2000
/** So many words of a query are looked for; endings and slips are allowed for in the first of them. */
const mostWords = 32
const mostLooseWords = 8
const [shortestFuzzy, longestFuzzy] = [6, 15]
/** About how many bytes an index takes for each word that it knows, and for each place of one (measured). */
const bytesOfWord = 800
const bytesOfPlace = 60
const bytesOfChunk = 500

const { indexWords, indexPlaces, indexChunks } = ownLimits
const plain = (word: string) => word.toLowerCase()

/**
 * Ranks the chunks of one knowledge base against a query, by BM25. It knows the first 2,000 chunks,
 * 4,000 different words and 30,000 places of words; what is beyond is not found. Without a bound, a
 * few documents of a megabyte would cost half a gigabyte, and each search a second.
 */
export class SearchIndex {
  readonly #words = new Set<string>()
  #places = 0
  readonly #index = new MiniSearch<Chunk>({
    fields: ['content', 'source'],
    storeFields: ['content', 'metadata'],
    tokenize: splitWords,
    extractField: (chunk, field) =>
      field === 'source' ? chunk.metadata.source : chunk[field as keyof Chunk],
    processTerm: (word) => (this.#learn(plain(word)) ? plain(word) : null),
    autoVacuum: false,
    searchOptions: { boost: { source: 0.5 }, processTerm: plain },
  })

  /** About how many bytes it takes. */
  get bytes(): number {
    return (
      this.#words.size * bytesOfWord +
      this.#places * bytesOfPlace +
      this.#index.documentCount * bytesOfChunk
    )
  }

  /** Whether so much of it is of documents that are gone that it should be made anew. */
  get isStale(): boolean {
    return this.#index.dirtCount > this.#index.documentCount
  }

  /** Adds the chunks of a document, as far as there is room. */
  add({ chunk_strategy }: StoredKnowledgeBase, { id, filename, chunks }: StoredDocument): void {
    for (const [chunk_index, chunk] of chunks.entries()) {
      if (this.#places >= indexPlaces || this.#index.documentCount >= indexChunks) return
      const about = { source: filename, chunk_strategy, chunk_index }
      const metadata = { ...about, document_id: id, chunk_id: chunk.id }
      this.#index.add({ ...chunk, metadata })
    }
  }

  /** Takes out the chunks of a document; their words are still known. */
  remove(document: StoredDocument): void {
    const ids = document.chunks.map(({ id }) => id)
    this.#index.discardAll(ids.filter((id) => this.#index.has(id)))
  }

  /** The best passages, best first; scores lie between 0 and 1. */
  search(query: string, top: number): Passage[] {
    const words = [...new Set(splitWords(query.slice(0, longestQuery)))].slice(0, mostWords)
    const isLoose = (at: number) => at < mostLooseWords
    return this.#index
      .search(words.join(' '), {
        prefix: (term, at) => isLoose(at) && term.length > 3,
        fuzzy: (term, at) =>
          isLoose(at) && term.length >= shortestFuzzy && term.length <= longestFuzzy ? 0.2 : 0,
      })
      .slice(0, top)
      .map((hit) => ({
        content: String(hit['content']),
        metadata: hit['metadata'] as Passage['metadata'],
        score: Math.round((hit.score / (hit.score + 10)) * 10_000) / 10_000,
      }))
  }

  /** Whether there is room for one more place of a word. */
  #learn(word: string): boolean {
    if (this.#places >= indexPlaces) return false
    this.#places++
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
