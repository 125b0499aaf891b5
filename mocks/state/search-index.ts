import MiniSearch from 'minisearch'
import type { Passage, StoredKnowledgeBase } from '../../contract/records/knowledge-base.ts'
import type { Store } from './store.ts'
import { wordsIn } from './words.ts'

type Chunk = Omit<Passage, 'score'> & { readonly id: string }

/** What ranks the chunks of one knowledge base against a query, by BM25. */
export type SearchIndex = MiniSearch<Chunk>

/** What comes after so many characters of a query costs more than it finds. */
const longestQuery = 2000
const longestWord = 30

/** What of a world is searched, and the indexes that it has already, by base. */
type Searched = { readonly store: Store; readonly indexes: Map<string, SearchIndex> }

/** The best passages of one base, best first; scores lie between 0 and 1. */
export function searchBase(
  world: Searched,
  base: StoredKnowledgeBase,
  query: string,
  top: number,
): Passage[] {
  return indexOf(world, base)
    .search(query.slice(0, longestQuery), {
      prefix: (term) => term.length > 3,
      fuzzy: (term) => (term.length > 5 && term.length <= longestWord ? 0.2 : 0),
    })
    .slice(0, top)
    .map((hit) => ({
      content: String(hit['content']),
      metadata: hit['metadata'] as Passage['metadata'],
      score: Math.round((hit.score / (hit.score + 10)) * 10_000) / 10_000,
    }))
}

function indexOf(world: Searched, base: StoredKnowledgeBase): SearchIndex {
  let index = world.indexes.get(base.id)
  if (index === undefined) {
    index = new MiniSearch<Chunk>({
      fields: ['content', 'source'],
      storeFields: ['content', 'metadata'],
      tokenize: wordsIn,
      extractField: (chunk, field) =>
        field === 'source' ? chunk.metadata.source : chunk[field as keyof Chunk],
      searchOptions: { boost: { source: 0.5 } },
    })
    index.addAll(chunksOf(world, base))
    world.indexes.set(base.id, index)
  }
  return index
}

function chunksOf({ store }: Searched, base: StoredKnowledgeBase): Chunk[] {
  return store.documents.owned(base.id, 'oldest').flatMap((document) =>
    document.chunks.map(({ id, content }, position) => ({
      id,
      content,
      metadata: {
        source: document.filename,
        chunk_strategy: base.chunk_strategy,
        chunk_index: position,
        document_id: document.id,
        chunk_id: id,
      },
    })),
  )
}
