import type * as z from 'zod/mini'
import type {
  createDocumentBody,
  createKnowledgeBaseBody,
  updateKnowledgeBaseBody,
  retrieveBody,
} from '../../contract/operations/knowledge-bases.ts'
import type {
  KnowledgeBase,
  KnowledgeDocument,
  Passage,
} from '../../contract/records/knowledge-base.ts'
import type { Requester, CallOptions } from '../requester.ts'
import { createList } from '../page.ts'

export interface NewKnowledgeBase extends z.output<typeof createKnowledgeBaseBody> {}
export interface KnowledgeBaseChange extends z.output<typeof updateKnowledgeBaseBody> {}
export interface NewDocument extends z.output<typeof createDocumentBody> {}
export interface Retrieval extends z.output<typeof retrieveBody> {}

/** Methods for knowledge bases and their documents. */
export interface KnowledgeBasesApi extends ReturnType<typeof createKnowledgeBasesApi> {}

export function createKnowledgeBasesApi(requester: Requester) {
  const path = '/api/knowledge-bases'
  const { request } = requester
  const pathOf = (id: string) => `${path}/${encodeURIComponent(id)}`
  return {
    ...createList<KnowledgeBase>(requester, path),
    /** Reads one knowledge base. */
    read: (id: string, options?: CallOptions) => request<KnowledgeBase>('GET', pathOf(id), options),
    /** Creates a knowledge base. */
    create: (fields: NewKnowledgeBase, options?: CallOptions) =>
      request<KnowledgeBase>('POST', path, { ...options, body: fields }),
    /** Changes the given fields. */
    update: (id: string, change: KnowledgeBaseChange, options?: CallOptions) =>
      request<KnowledgeBase>('PUT', pathOf(id), { ...options, body: change }),
    delete: async (id: string, options?: CallOptions) => {
      await request('DELETE', pathOf(id), options)
    },
    /** Searches the documents and returns the matching passages, best first. */
    retrieve: (id: string, query: Retrieval, options?: CallOptions) =>
      request<readonly Passage[]>('POST', `${pathOf(id)}/retrieve`, { ...options, body: query }),
    documents: (id: string) => createList<KnowledgeDocument>(requester, `${pathOf(id)}/documents`),
    /** Adds a document as plain text or Markdown. */
    addDocument: (id: string, document: NewDocument, options?: CallOptions) =>
      request<KnowledgeDocument>('POST', `${pathOf(id)}/documents/create`, {
        ...options,
        body: document,
      }),
    /** Deletes a document. */
    deleteDocument: async (id: string, documentId: string, options?: CallOptions) => {
      const document = `${pathOf(id)}/documents/${encodeURIComponent(documentId)}`
      await request('DELETE', document, options)
    },
  }
}
