import { changedByPath, type Endpoint, foundByPath, list } from './endpoint.ts'
import { ownLimits } from '../limits.ts'

const ofAll = { access: 'bearer', scope: 'unlisted', reply: 'envelope', section: '-' } as const
const changesBase = { ...ofAll, finds: changedByPath('knowledge-base', 'id') } as const

/** Knowledge bases and their documents (4.4, 4.7); what is changed is the caller's own. */
export const knowledgeBasesEndpoints = {
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
