import MiniSearch from 'minisearch';
import { wordsIn } from './words.js';
/** What comes after so many characters of a query costs more than it finds. */
const longestQuery = 2000;
const longestWord = 30;
/** The best passages of one base, best first; scores lie between 0 and 1. */
export function searchBase(world, base, query, top) {
    return indexOf(world, base)
        .search(query.slice(0, longestQuery), {
        prefix: (term) => term.length > 3,
        fuzzy: (term) => (term.length > 5 && term.length <= longestWord ? 0.2 : 0),
    })
        .slice(0, top)
        .map((hit) => ({
        content: String(hit['content']),
        metadata: hit['metadata'],
        score: Math.round((hit.score / (hit.score + 10)) * 10_000) / 10_000,
    }));
}
function indexOf(world, base) {
    let index = world.indexes.get(base.id);
    if (index === undefined) {
        index = new MiniSearch({
            fields: ['content', 'source'],
            storeFields: ['content', 'metadata'],
            tokenize: wordsIn,
            extractField: (chunk, field) => field === 'source' ? chunk.metadata.source : chunk[field],
            searchOptions: { boost: { source: 0.5 } },
        });
        index.addAll(chunksOf(world, base));
        world.indexes.set(base.id, index);
    }
    return index;
}
function chunksOf({ store }, base) {
    return store.documents.owned(base.id, 'oldest').flatMap((document) => document.chunks.map(({ id, content }, position) => ({
        id,
        content,
        metadata: {
            source: document.filename,
            chunk_strategy: base.chunk_strategy,
            chunk_index: position,
            document_id: document.id,
            chunk_id: id,
        },
    })));
}
