import MiniSearch, { type SearchResult } from 'minisearch'
import { ownLimits } from '../../../contract/limits.ts'
import type {
  Passage,
  StoredDocument,
  StoredKnowledgeBase,
} from '../../../contract/records/knowledge-base.ts'
import { type Keyword, toTerm } from './keywords.ts'
import { splitWords } from './split-text.ts'

type Chunk = Omit<Passage, 'score'> & { readonly id: string }

/** The maximum number of keywords that also match by prefix, with typos, and inside words. */
const maxLooseKeywords = 8
const [minFuzzyLength, maxFuzzyLength] = [5, 15]
/** Measured bytes of an index per distinct word, per occurrence of a word, and per chunk. */
const bytesPerWord = 800
const bytesPerOccurrence = 60
const bytesPerChunk = 500

/** The maximum number of words to index when a document is added. A search indexes the others. */
const wordsPerDocument = 3000

/** The quality of a match with a different word. A match with the query word itself has 1. */
const longerWordQuality = 0.9
const synonymQuality = 0.8
const beginningQuality = 0.8
const partQuality = 0.7
const typoQuality = 0.6
/** The minimum length of a part of a compound, such as `frist` in `leihfrist`. */
const minPartLength = 4
/** The maximum number of passages to compare per index: the best ones by BM25. */
const maxHits = 200
/** The maximum number of related words of a keyword. */
const maxRelated = 16
/** Writing systems in which one character can be a word. */
const unspacedPattern = /^[\p{sc=Han}\p{sc=Kana}\p{sc=Hang}]/u

const termSeparator = '\n'

/** The passages of one index that match a query. */
export type FoundPassages = {
  readonly hits: readonly SearchResult[]
  /** For each hit, how well it matches each keyword, from 0 to 1. */
  readonly matches: readonly (readonly number[])[]
  /** For each keyword, the number of passages that contain it. */
  readonly counts: readonly number[]
  /** The number of passages in the index. */
  readonly passages: number
}

type SearchedKeyword = Keyword & {
  readonly isLoose: boolean
  /** Terms of the index that match this keyword, each with a quality from 0 to 1. */
  readonly related: ReadonlyMap<string, number>
}

const { indexWords, indexPlaces, indexChunks } = ownLimits

/**
 * Finds the chunks of one knowledge base that match a query. It indexes the first 2,000 chunks, 4,000
 * distinct words and 30,000 occurrences of words; the rest is not found. Without these limits, a few
 * documents of a megabyte would cost half a gigabyte, and each search a second.
 */
export class SearchIndex {
  readonly #words = new Set<string>()
  #occurrences = 0
  /** Chunks that are not indexed yet. Indexing a large base in one call would take 15 ms. */
  #waiting: Chunk[] = []
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
      boost: { source: 2 },
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

  /** Whether the index takes no more chunks. */
  get #takesNoMore(): boolean {
    return this.#occurrences >= indexPlaces || this.#index.documentCount >= indexChunks
  }

  /** Adds the chunks of a document. Some are indexed at once, the rest by `finish`. */
  add({ chunk_strategy }: StoredKnowledgeBase, { id, filename, chunks }: StoredDocument): void {
    for (const [chunk_index, chunk] of chunks.entries()) {
      const position = { source: filename, chunk_strategy, chunk_index }
      const metadata = { ...position, document_id: id, chunk_id: chunk.id }
      // Ids of chunks may be equal in different documents.
      this.#waiting.push({ ...chunk, id: indexIdOf(id, chunk_index), metadata })
    }
    this.finish(wordsPerDocument)
  }

  /** Indexes the waiting chunks, up to the limits of the index. Call it before `find`. */
  finish(words: number = indexPlaces): void {
    const most = Math.min(indexPlaces, this.#occurrences + words)
    let count = 0
    for (const chunk of this.#waiting) {
      if (this.#occurrences >= most || this.#index.documentCount >= indexChunks) break
      this.#index.add(chunk)
      count++
    }
    this.#waiting = this.#takesNoMore ? [] : this.#waiting.slice(count)
  }

  /** Finds the passages with at least one keyword, and how well each one matches each keyword. */
  find(query: readonly Keyword[]): FoundPassages {
    const keywords = query.map((keyword, index) =>
      this.#withRelated(keyword, index < maxLooseKeywords),
    )
    const own = new Map(keywords.map((keyword) => [keyword.term, keyword]))
    const boosts = new Map(keywords.flatMap(({ related }) => [...related]))
    const terms = [...new Set([...own.keys(), ...boosts.keys()])]
    const isLoose = (term: string) => own.get(term)?.isLoose === true
    const hits = this.#index.search(terms.join(termSeparator), {
      prefix: (term) =>
        isLoose(term) && (term.length >= minPartLength || unspacedPattern.test(term)),
      fuzzy: (term) =>
        isLoose(term) && term.length >= minFuzzyLength && term.length <= maxFuzzyLength ? 0.2 : 0,
      boostTerm: (term) => (own.has(term) ? 1 : (boosts.get(term) ?? 1)),
    })
    const matches = matchKeywords(keywords, hits)
    return {
      hits: hits.slice(0, maxHits),
      matches: matches.slice(0, maxHits),
      counts: keywords.map((_, at) => matches.filter((one) => (one[at] ?? 0) > 0).length),
      passages: this.#index.documentCount,
    }
  }

  /** Adds the synonyms of a keyword, and indexed words that contain it or are a part of it. */
  #withRelated(keyword: Keyword, isLoose: boolean): SearchedKeyword {
    const related = new Map<string, number>()
    const add = (term: string, quality: number) => {
      if (this.#words.has(term)) related.set(term, Math.max(quality, related.get(term) ?? 0))
    }
    for (const synonym of keyword.synonyms) add(synonym, synonymQuality)
    const { term, hasParts } = keyword
    const shortest = unspacedPattern.test(term) ? 1 : minPartLength
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

const indexIdOf = (document: string, chunkIndex: number) => `${document}\n${chunkIndex}`

/** How well each hit matches each keyword, from 0 to 1. */
function matchKeywords(
  keywords: readonly SearchedKeyword[],
  hits: readonly SearchResult[],
): readonly (readonly number[])[] {
  const known = new Map<string, readonly number[]>()
  /** The quality of an indexed word for each keyword, computed once for all hits. */
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
