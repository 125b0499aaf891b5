import * as bodies from '../bodies.ts'
import { type Endpoint, foundByPath, list } from './endpoint.ts'

/** Knowledge bases (4.4). */
export const knowledgeBasesEndpoints = {
  'knowledge-bases.list': {
    ...list,
    path: '/api/knowledge-bases',
    section: '4.4',
    scope: 'kb',
    query: bodies.pageQuery,
  },
  'knowledge-bases.retrieve': {
    method: 'POST',
    path: '/api/knowledge-bases/{id}/retrieve',
    section: '4.4',
    access: 'bearer',
    scope: 'kb',
    reply: 'envelope',
    body: bodies.retrieveBody,
    finds: foundByPath('knowledge-base', 'id'),
  },
} as const satisfies Record<string, Endpoint>
