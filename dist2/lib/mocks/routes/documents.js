import { createDocumentBody } from '../../contract/bodies/knowledge-bases.js';
import { addDocument, removeDocument } from '../state/documents.js';
import { paginate, paginateArray } from './paginate.js';
export const documentRoutes = {
    'documents.list': (visit) => {
        const { documents } = visit.world.store;
        const { id } = visit.foundAs('knowledge-base');
        return paginate(visit, documents.count(id), (from, count) => documents.slice(id, 'oldest', from, count).map(documentView));
    },
    'documents.create': (visit) => {
        const { filename, content } = visit.bodyAs(createDocumentBody);
        const base = visit.foundAs('knowledge-base');
        return documentView(addDocument(visit.world, base, filename, content));
    },
    'documents.chunks': (visit) => {
        const { id, kb_id, chunks } = visit.foundAs('document');
        const views = chunks.map((chunk, at) => ({
            id: chunk.id,
            kb_id,
            document_id: id,
            chunk_index: at,
            content: chunk.content,
        }));
        return paginateArray(visit, views);
    },
    'documents.delete': (visit) => {
        const document = visit.foundAs('document');
        removeDocument(visit.world, document);
        return { deleted: document.id };
    },
};
/** A document as lists show it: with the number of its chunks in place of them. */
function documentView({ chunks, ...document }) {
    return { ...document, chunk_count: chunks.length };
}
