import { listAt } from '../page.js';
/** Knowledge bases, and what is found in them. */
export function knowledgeBasesOf(caller) {
    const path = '/api/knowledge-bases';
    const { request } = caller;
    const pathOf = (id) => `${path}/${encodeURIComponent(id)}`;
    return {
        ...listAt(caller, path),
        read: (id, options) => request('GET', pathOf(id), options),
        create: (fields, options) => request('POST', path, { ...options, body: fields }),
        update: (id, change, options) => request('PUT', pathOf(id), { ...options, body: change }),
        delete: async (id, options) => {
            await request('DELETE', pathOf(id), options);
        },
        /** The passages that answer a query, best first. */
        retrieve: (id, query, options) => request('POST', `${pathOf(id)}/retrieve`, { ...options, body: query }),
        /** The documents of a knowledge base. */
        documents: (id) => listAt(caller, `${pathOf(id)}/documents`),
        /** Adds a document of plain text or Markdown. */
        addDocument: (id, document, options) => request('POST', `${pathOf(id)}/documents/create`, {
            ...options,
            body: document,
        }),
        deleteDocument: async (id, documentId, options) => {
            const document = `${pathOf(id)}/documents/${encodeURIComponent(documentId)}`;
            await request('DELETE', document, options);
        },
    };
}
