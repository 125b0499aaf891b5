import * as z from 'zod/mini'
import { ownLimits } from '../limits.ts'
import {
  chunk,
  document,
  knowledgeBase,
  passages,
  storedKnowledgeBase,
} from '../records/knowledge-base.ts'
import { deleted, toggled } from '../records/shared.ts'
import { integerWithin, label, optionalText, pageQuery, publishBody, textWithin } from './fields.ts'
import { listOperation, type Operation } from './operation.ts'

const settings = {
  description: optionalText,
  chunk_strategy: z.nullish(storedKnowledgeBase.shape.chunk_strategy),
  /** The size of a chunk, in characters. */
  chunk_size: z.nullish(integerWithin(ownLimits.chunkSize)),
  chunk_overlap: z.nullish(integerWithin(ownLimits.chunkOverlap)),
  retrieval_mode: z.nullish(storedKnowledgeBase.shape.retrieval_mode),
}

/** The body of `POST /api/knowledge-bases`. */
export const createKnowledgeBaseBody = z.object({ name: label, ...settings })

/** The body of `PUT /api/knowledge-bases/{id}`: absent fields stay, null sets the default. */
export const updateKnowledgeBaseBody = z.object({ name: z.optional(label), ...settings })

/** The body of `POST /api/knowledge-bases/{id}/documents/create`: plain text or Markdown. */
export const createDocumentBody = z.object({
  filename: textWithin(ownLimits.filename).check(z.refine((text) => !/[/\\]/.test(text))),
  content: textWithin(ownLimits.documentCharacters).check(z.refine((text) => text.trim() !== '')),
})

const knowledgeBaseResponse = {
  answer: 'envelope',
  record: knowledgeBase,
} as const satisfies Partial<Operation>
const loadsKnowledgeBase = {
  kind: 'knowledge-base',
  by: 'id',
} as const satisfies Operation['loads']
const knowledgeBaseChange = {
  ...knowledgeBaseResponse,
  path: '/api/knowledge-bases/{id}',
  loads: { ...loadsKnowledgeBase, writeAccess: true },
} as const satisfies Partial<Operation>

/** The body of `POST /api/knowledge-bases/{id}/retrieve` (4.4: shape not specified). */
export const retrieveBody = z.object({
  query: z.string().check(z.minLength(1)),
  top_k: z.nullish(integerWithin(ownLimits.retrieveTop)),
})

/** Knowledge bases and their documents (4.4, 4.7). Only the owner may change them. */
export const knowledgeBaseOperations = {
  'knowledge-bases.list': {
    ...listOperation,
    path: '/api/knowledge-bases',
    clause: '4.4',
    scope: 'kb',
    query: pageQuery,
    record: knowledgeBase,
  },
  'knowledge-bases.create': {
    ...knowledgeBaseResponse,
    method: 'POST',
    path: '/api/knowledge-bases',
    body: createKnowledgeBaseBody,
    refuses: ['request-senseless'],
    auditAction: 'knowledge-base.created',
  },
  'knowledge-bases.read': {
    ...knowledgeBaseResponse,
    method: 'GET',
    path: '/api/knowledge-bases/{id}',
    loads: loadsKnowledgeBase,
  },
  'knowledge-bases.update': {
    ...knowledgeBaseChange,
    method: 'PUT',
    body: updateKnowledgeBaseBody,
    refuses: ['request-senseless'],
    auditAction: 'knowledge-base.updated',
  },
  'knowledge-bases.delete': {
    ...knowledgeBaseChange,
    method: 'DELETE',
    record: deleted,
    auditAction: 'knowledge-base.deleted',
  },
  'knowledge-bases.toggle': {
    ...knowledgeBaseChange,
    method: 'POST',
    path: '/api/knowledge-bases/{id}/toggle',
    clause: '4.7',
    record: toggled,
    auditAction: 'knowledge-base.activity-changed',
  },
  'knowledge-bases.publish': {
    ...knowledgeBaseChange,
    method: 'POST',
    path: '/api/knowledge-bases/{id}/publish',
    body: publishBody,
    refuses: ['request-senseless', 'not-permitted'],
    auditAction: 'knowledge-base.published',
  },
  'knowledge-bases.unpublish': {
    ...knowledgeBaseChange,
    method: 'POST',
    path: '/api/knowledge-bases/{id}/unpublish',
    auditAction: 'knowledge-base.unpublished',
  },
  'knowledge-bases.retrieve': {
    method: 'POST',
    path: '/api/knowledge-bases/{id}/retrieve',
    clause: '4.4',
    scope: 'kb',
    bodyBytes: ownLimits.largeBodyBytes,
    loads: loadsKnowledgeBase,
    body: retrieveBody,
    answer: 'envelope',
    record: passages,
    refuses: ['request-senseless'],
  },
  'documents.list': {
    ...listOperation,
    path: '/api/knowledge-bases/{id}/documents',
    loads: loadsKnowledgeBase,
    query: pageQuery,
    record: document,
  },
  'documents.create': {
    ...knowledgeBaseChange,
    method: 'POST',
    path: '/api/knowledge-bases/{id}/documents/create',
    bodyBytes: ownLimits.documentBytes,
    body: createDocumentBody,
    record: document,
    refuses: ['request-senseless'],
    auditAction: 'document.created',
  },
  'documents.chunks': {
    ...listOperation,
    path: '/api/knowledge-bases/{id}/documents/{doc_id}/chunks',
    loads: { kind: 'document', by: 'doc_id' },
    query: pageQuery,
    record: chunk,
  },
  'documents.delete': {
    ...knowledgeBaseResponse,
    method: 'DELETE',
    path: '/api/knowledge-bases/{id}/documents/{doc_id}',
    loads: { kind: 'document', by: 'doc_id', writeAccess: true },
    record: deleted,
    auditAction: 'document.deleted',
  },
} as const satisfies Record<string, Operation>
