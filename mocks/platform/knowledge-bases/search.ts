import type { Passage, StoredKnowledgeBase } from '../../../contract/records/knowledge-base.ts'
import { SearchIndex } from './search-index.ts'
import type { SearchIndexes } from './search-indexes.ts'
import type { Store } from '../../world/store.ts'

/** What of a world is searched. */
type Searched = { readonly store: Store; readonly indexes: SearchIndexes }

/** The best passages of one base, best first; scores lie between 0 and 1. */
export function searchKnowledgeBase(
  { store, indexes }: Searched,
  base: StoredKnowledgeBase,
  query: string,
  top: number,
): Passage[] {
  const make = () => {
    const index = new SearchIndex()
    for (const document of store.documents.owned(base.id, 'oldest')) index.add(base, document)
    return index
  }
  return indexes.of(base.id, make).search(query, top)
}
