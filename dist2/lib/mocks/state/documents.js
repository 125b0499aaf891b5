import { splitText } from './split-text.js';
import { everyone } from './store.js';
/** Adds a text to a knowledge base, split as the base says; retrieval finds it at once. */
export function addDocument(world, base, filename, content) {
    const id = world.random.uuid('document', base.id);
    const document = world.store.documents.insert({
        id,
        kb_id: base.id,
        filename,
        file_size: new TextEncoder().encode(content).length,
        file_type: /\.([^.]+)$/.exec(filename)?.[1]?.toLowerCase() ?? 'txt',
        status: 'ready',
        error_message: null,
        chunks: splitText(content, base).map((text) => ({
            id: world.random.uuid('chunk', id),
            content: text,
        })),
        created_at: world.clock.iso(),
    });
    recount(world, base);
    return document;
}
/** Takes a document out of its knowledge base. */
export function removeDocument(world, { id, kb_id }) {
    world.store.documents.delete(id);
    const base = world.store.knowledgeBases.get(kb_id);
    if (base !== undefined)
        recount(world, base);
}
/** Deletes a knowledge base with its documents; no agent is bound to it any more. */
export function deleteKnowledgeBase({ store, indexes }, id) {
    for (const document of store.documents.owned(id, 'oldest'))
        store.documents.delete(document.id);
    for (const agent of store.agents.owned(everyone, 'newest'))
        if (agent.kb_ids.includes(id))
            store.agents.update(agent, { kb_ids: agent.kb_ids.filter((other) => other !== id) });
    store.knowledgeBases.delete(id);
    indexes.delete(id);
}
/** Keeps the figures of a base true, and what retrieval knows of it. */
function recount({ store, indexes, clock }, base) {
    const documents = store.documents.owned(base.id, 'oldest');
    store.knowledgeBases.update(base, {
        document_count: documents.length,
        total_chunks: documents.reduce((total, { chunks }) => total + chunks.length, 0),
        updated_at: clock.iso(),
    });
    indexes.delete(base.id);
}
