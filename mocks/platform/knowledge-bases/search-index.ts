import MiniSearch, { type SearchResult } from 'minisearch'
import { ownLimits } from '../../../contract/limits.ts'
import type {
  Passage,
  StoredDocument,
  StoredKnowledgeBase,
} from '../../../contract/records/knowledge-base.ts'
import type { World } from '../../world/world.ts'
import { searchIndexesOf } from './search-indexes.ts'
import { extractKeywords, type Keyword, toTerm } from './keywords.ts'
import { splitWords } from './split-text.ts'

type Chunk = Omit<Passage, 'score'> & { readonly id: string }

/** The first keywords of a query also match by prefix, with typos, and as a part of a longer word. */
const maxLooseWords = 8
const [minFuzzyLength, maxFuzzyLength] = [5, 15]
/** Measured bytes of an index per distinct word, per occurrence of a word, and per chunk. */
const bytesPerWord = 800
const bytesPerOccurrence = 60
const bytesPerChunk = 500

/** How well another word stands for a word of the query: 1 is the word itself. */
const longerWordQuality = 0.9
const synonymQuality = 0.8
const beginningQuality = 0.8
const partQuality = 0.7
const typoQuality = 0.6
/** How much the share of the query counts in a score; the rest is how often its words occur. */
const shareOfScore = 0.9
/** The length of the shortest part of a compound, as `frist` in `leihfrist`. */
const shortestPart = 4
/** The maximum number of related words of a keyword. */
const maxRelated = 16
/** Writing systems in which one character can be a word. */
const unspaced = /^[\p{sc=Han}\p{sc=Kana}\p{sc=Hang}]/u

/** The number of passages by which a base counts as larger than it is. */
const smallBase = 20

const termSeparator = '\n'

type SearchedKeyword = Keyword & {
  readonly isLoose: boolean
  /** Terms of the index that stand for this keyword, and how well, from 0 to 1. */
  readonly related: ReadonlyMap<string, number>
}

const { indexWords, indexPlaces, indexChunks } = ownLimits

/**
 * Ranks the chunks of one knowledge base against a query: by the share of the query that a chunk
 * contains, then by BM25. It indexes the first 2,000 chunks,
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
    processTerm: (word) => {
      const term = toTerm(word)
      return this.#addWord(term) ? term : null
    },
    autoVacuum: false,
    searchOptions: {
      boost: { source: 0.5 },
      tokenize: (text) => text.split(termSeparator),
      processTerm: (term) => term,
    },
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

  /**
   * Returns the best passages first. The score of a passage is the share of the query that it
   * contains, from 0 to 1; a rare word counts more than a frequent one.
   */
  search(query: string, top: number): Passage[] {
    const keywords = extractKeywords(query).map((keyword, index) =>
      this.#withRelated(keyword, index < maxLooseWords),
    )
    const own = new Map(keywords.map((keyword) => [keyword.term, keyword]))
    const boosts = new Map(keywords.flatMap(({ related }) => [...related]))
    const terms = [...new Set([...own.keys(), ...boosts.keys()])]
    const isLoose = (term: string) => own.get(term)?.isLoose === true
    const hits = this.#index.search(terms.join(termSeparator), {
      prefix: (term) => isLoose(term) && (term.length >= shortestPart || unspaced.test(term)),
      fuzzy: (term) =>
        isLoose(term) && term.length >= minFuzzyLength && term.length <= maxFuzzyLength ? 0.2 : 0,
      boostTerm: (term) => (own.has(term) ? 1 : (boosts.get(term) ?? 1)),
    })
    const matches = matchKeywords(keywords, hits)
    const weights = keywords.map(({ weight }, index) => {
      const found = matches.filter((qualities) => (qualities[index] ?? 0) > 0).length
      return weight * rarity(found, this.#index.documentCount)
    })
    const all = weights.reduce((sum, weight) => sum + weight, 0)
    return hits
      .map((hit, index) => {
        const qualities = matches[index] ?? []
        const covered = weights.reduce((sum, weight, at) => sum + weight * (qualities[at] ?? 0), 0)
        const share = covered / all
        const frequency = hit.score / (hit.score + 10)
        return { hit, score: shareOfScore * share + (1 - shareOfScore) * frequency }
      })
      .toSorted((a, b) => b.score - a.score)
      .slice(0, top)
      .map(({ hit, score }) => ({
        content: String(hit['content']),
        metadata: hit['metadata'] as Passage['metadata'],
        score: Math.round(score * 10_000) / 10_000,
      }))
  }

  /** Adds the synonyms of a keyword, and the words of the index that it contains or is a part of. */
  #withRelated(keyword: Keyword, isLoose: boolean): SearchedKeyword {
    const related = new Map<string, number>()
    const add = (term: string, quality: number) => {
      if (this.#words.has(term)) related.set(term, Math.max(quality, related.get(term) ?? 0))
    }
    for (const synonym of keyword.synonyms) add(synonym, synonymQuality)
    const { term, hasParts } = keyword
    const shortest = unspaced.test(term) ? 1 : shortestPart
    const least = Math.max(shortest, term.length * (hasParts ? 0.5 : 0.75))
    if (!isLoose) return { ...keyword, isLoose, related }
    for (let at = shortest; at < term.length; at++) {
      if (at >= least) add(term.slice(0, at), beginningQuality)
      if (hasParts && term.length - at >= shortest) add(term.slice(at), partQuality)
    }
    if (hasParts && term.length >= shortest)
      for (const word of this.#words) {
        if (word.length > term.length && word.endsWith(term)) add(word, partQuality)
        if (related.size >= maxRelated) break
      }
    return { ...keyword, isLoose, related }
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

/** How well each hit matches each keyword, from 0 to 1. */
function matchKeywords(
  keywords: readonly SearchedKeyword[],
  hits: readonly SearchResult[],
): readonly (readonly number[])[] {
  const known = new Map<string, readonly number[]>()
  /** The qualities of a word of the index, computed once for all hits. */
  const qualitiesOf = (found: string) => {
    let qualities = known.get(found)
    if (qualities === undefined) {
      qualities = keywords.map(({ term, related }) => {
        const longer = found.startsWith(term) ? longerWordQuality : 0
        return found === term ? 1 : Math.max(longer, related.get(found) ?? 0)
      })
      known.set(found, qualities)
    }
    return qualities
  }
  return hits.map(({ terms, queryTerms }) => {
    const best = keywords.map(({ term }): number => (queryTerms.includes(term) ? typoQuality : 0))
    for (const found of terms)
      for (const [index, quality] of qualitiesOf(found).entries())
        if (quality > (best[index] ?? 0)) best[index] = quality
    return best
  })
}

/**
 * The weight of a word by the number of passages that contain it, from 0 to 1. In a base of few
 * passages no word is frequent, so it counts as larger than it is.
 */
function rarity(found: number, passages: number): number {
  const all = passages + smallBase
  const rareness = (count: number) => Math.log(1 + (all - count + 0.5) / (count + 0.5))
  return rareness(found) / rareness(0)
}
