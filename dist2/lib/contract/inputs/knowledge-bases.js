import { pageQuery, retrieveBody } from '../bodies.js';
import { createDocumentBody, createKnowledgeBaseBody, updateKnowledgeBaseBody, } from '../bodies/knowledge-bases.js';
import { publishBody } from '../bodies/publication.js';
/** What the operations in `endpoints/knowledge-bases.ts` take. */
export const knowledgeBasesInputs = {
    'knowledge-bases.list': { query: pageQuery },
    'knowledge-bases.create': { body: createKnowledgeBaseBody },
    'knowledge-bases.update': { body: updateKnowledgeBaseBody },
    'knowledge-bases.publish': { body: publishBody },
    'knowledge-bases.retrieve': { body: retrieveBody },
    'documents.list': { query: pageQuery },
    'documents.create': { body: createDocumentBody },
    'documents.chunks': { query: pageQuery },
};
