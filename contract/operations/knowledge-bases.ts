import { changedByPath, type Endpoint, foundByPath, list, type Inputs } from './operation.ts'
import { ownLimits } from '../limits.ts'
import * as z from 'zod/mini'
import { pageQuery, label, optionalText, publishBody } from './fields.ts'
import { storedKnowledgeBase } from '../records/knowledge-base.ts'

const { chunkSize, chunkOverlap, filename, documentCharacters } = ownLimits

const settings = {
  description: optionalText,
  chunk_strategy: z.nullish(storedKnowledgeBase.shape.chunk_strategy),
  /** Characters of a chunk, and how many of them it repeats of the one before. */
  chunk_size: z.nullish(z.int().check(z.gte(chunkSize.min), z.lte(chunkSize.max))),
  chunk_overlap: z.nullish(z.int().check(z.gte(chunkOverlap.min), z.lte(chunkOverlap.max))),
  retrieval_mode: z.nullish(storedKnowledgeBase.shape.retrieval_mode),
}

/** `POST /api/knowledge-bases`. */
export const createKnowledgeBaseBody = z.object({ name: label, ...settings })

/** `PUT /api/knowledge-bases/{id}`: what is absent stays, null is the default again. */
export const updateKnowledgeBaseBody = z.object({ name: z.optional(label), ...settings })

/** `POST /api/knowledge-bases/{id}/documents/create`: a document of plain text or Markdown. */
export const createDocumentBody = z.object({
  filename: z.string().check(
    z.minLength(filename.min),
    z.maxLength(filename.max),
    z.refine((text) => !/[/\\]/.test(text)),
  ),
  content: z.string().check(
    z.minLength(documentCharacters.min),
    z.maxLength(documentCharacters.max),
    z.refine((text) => text.trim() !== ''),
  ),
})

const ofAll = { access: 'bearer', scope: 'unlisted', reply: 'envelope', section: '-' } as const
const changesBase = { ...ofAll, finds: changedByPath('knowledge-base', 'id') } as const

/** Knowledge bases and their documents (4.4, 4.7); what is changed is the caller's own. */
export const knowledgeBasesOperations = {
  'knowledge-bases.list': {
    ...list,
    path: '/api/knowledge-bases',
    section: '4.4',
    scope: 'kb',
    record: 'knowledgeBase',
  },
  'knowledge-bases.create': {
    ...ofAll,
    method: 'POST',
    path: '/api/knowledge-bases',
    record: 'knowledgeBase',
    refuses: ['request-senseless'],
  },
  'knowledge-bases.read': {
    ...ofAll,
    method: 'GET',
    path: '/api/knowledge-bases/{id}',
    record: 'knowledgeBase',
    finds: foundByPath('knowledge-base', 'id'),
  },
  'knowledge-bases.update': {
    ...changesBase,
    method: 'PUT',
    path: '/api/knowledge-bases/{id}',
    record: 'knowledgeBase',
    refuses: ['request-senseless'],
  },
  'knowledge-bases.delete': {
    ...changesBase,
    method: 'DELETE',
    path: '/api/knowledge-bases/{id}',
    record: 'deleted',
  },
  'knowledge-bases.toggle': {
    ...changesBase,
    method: 'POST',
    path: '/api/knowledge-bases/{id}/toggle',
    section: '4.7',
    record: 'toggled',
  },
  'knowledge-bases.publish': {
    ...changesBase,
    method: 'POST',
    path: '/api/knowledge-bases/{id}/publish',
    record: 'knowledgeBase',
    refuses: ['request-senseless', 'not-permitted'],
  },
  'knowledge-bases.unpublish': {
    ...changesBase,
    method: 'POST',
    path: '/api/knowledge-bases/{id}/unpublish',
    record: 'knowledgeBase',
  },
  'knowledge-bases.retrieve': {
    method: 'POST',
    path: '/api/knowledge-bases/{id}/retrieve',
    bodyBytes: ownLimits.largeBodyBytes,
    section: '4.4',
    access: 'bearer',
    scope: 'kb',
    reply: 'envelope',
    record: 'passages',
    finds: foundByPath('knowledge-base', 'id'),
  },
  'documents.list': {
    ...list,
    path: '/api/knowledge-bases/{id}/documents',
    section: '-',
    scope: 'unlisted',
    record: 'document',
    finds: foundByPath('knowledge-base', 'id'),
  },
  'documents.create': {
    ...changesBase,
    method: 'POST',
    path: '/api/knowledge-bases/{id}/documents/create',
    bodyBytes: ownLimits.documentBytes,
    record: 'document',
    refuses: ['request-senseless'],
  },
  'documents.chunks': {
    ...list,
    path: '/api/knowledge-bases/{id}/documents/{doc_id}/chunks',
    section: '-',
    scope: 'unlisted',
    record: 'chunk',
    finds: foundByPath('document', 'doc_id'),
  },
  'documents.delete': {
    ...ofAll,
    method: 'DELETE',
    path: '/api/knowledge-bases/{id}/documents/{doc_id}',
    record: 'deleted',
    finds: changedByPath('document', 'doc_id'),
  },
} as const satisfies Record<string, Endpoint>

/** `POST /api/knowledge-bases/{id}/retrieve` (4.4: shape not shown). */
export const retrieveBody = z.object({
  query: z.string().check(z.minLength(1)),
  top_k: z.nullish(
    z.int().check(z.gte(ownLimits.retrieveTop.min), z.lte(ownLimits.retrieveTop.max)),
  ),
})

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
} as const satisfies Inputs
