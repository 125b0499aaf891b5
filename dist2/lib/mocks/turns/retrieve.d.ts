import type { Passage, StoredKnowledgeBase } from '../../contract/records/knowledge-base.ts';
import type { World } from '../state/world.ts';
/** What one knowledge base has on a query. */
export type Hits = {
    readonly base: StoredKnowledgeBase;
    readonly passages: readonly Passage[];
};
/** A passage that answers a query, and the part of it that is quoted. */
export type Source = {
    readonly quote: string;
    readonly metadata: Passage['metadata'];
};
/** The passages of each base that have something to do with a query, best first. */
export declare function retrieve(world: World, query: string, language: string | undefined, bases: readonly StoredKnowledgeBase[]): {
    readonly hits: readonly Hits[];
    readonly sources: readonly Source[];
};
