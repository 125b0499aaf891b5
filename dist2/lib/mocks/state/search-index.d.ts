import MiniSearch from 'minisearch';
import type { Passage, StoredKnowledgeBase } from '../../contract/records/knowledge-base.ts';
import type { Store } from './store.ts';
type Chunk = Omit<Passage, 'score'> & {
    readonly id: string;
};
/** What ranks the chunks of one knowledge base against a query, by BM25. */
export type SearchIndex = MiniSearch<Chunk>;
/** What of a world is searched, and the indexes that it has already, by base. */
type Searched = {
    readonly store: Store;
    readonly indexes: Map<string, SearchIndex>;
};
/** The best passages of one base, best first; scores lie between 0 and 1. */
export declare function searchBase(world: Searched, base: StoredKnowledgeBase, query: string, top: number): Passage[];
export {};
