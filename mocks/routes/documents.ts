import { createDocumentBody } from '../../contract/operations/knowledge-bases.ts'
import { ownLimits } from '../../contract/limits.ts'
import type {
  Chunk,
  KnowledgeDocument,
  StoredDocument,
} from '../../contract/records/knowledge-base.ts'
import { ApiError } from '../world/api-error.ts'
import { addDocument, removeDocument } from '../platform/knowledge-bases/documents.ts'
import { estimateChunks } from '../platform/knowledge-bases/split-text.ts'
import { paginate, paginateArray } from './paginate.ts'
import type { Route } from './route.ts'

function refuseManyChunks(count: number): void {
  const { documentChunks: most } = ownLimits
  if (count > most)
    throw new ApiError(
      'request-senseless',
      `This document would have about ${count} chunks, and one has at most ${most}: ` +
        'give the knowledge base a larger `chunk_size`, or a smaller `chunk_overlap`.',
    )
}

export const documentRoutes = {
  'documents.list': (visit) => {
    const { documents } = visit.world.store
    const { id } = visit.resource('knowledge-base')
    return paginate(visit, documents.count(id), (from, count) =>
      documents.slice(id, 'oldest', from, count).map(documentView),
    )
  },
  'documents.create': (visit) => {
    const { filename, content } = visit.bodyAs(createDocumentBody)
    const base = visit.resource('knowledge-base')
    refuseManyChunks(estimateChunks(content, base))
    return documentView(addDocument(visit.world, base, filename, content))
  },
  'documents.chunks': (visit) => {
    const { id, kb_id, chunks } = visit.resource('document')
    const views = chunks.map((chunk, at): Chunk => ({
      id: chunk.id,
      kb_id,
      document_id: id,
      chunk_index: at,
      content: chunk.content,
    }))
    return paginateArray(visit, views)
  },
  'documents.delete': (visit) => {
    const document = visit.resource('document')
    removeDocument(visit.world, document)
    return { deleted: document.id }
  },
} satisfies Record<string, Route>

/** A document as lists show it: with the number of its chunks in place of them. */
function documentView({ chunks, ...document }: StoredDocument): KnowledgeDocument {
  return { ...document, chunk_count: chunks.length }
}
