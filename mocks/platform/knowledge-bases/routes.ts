import type * as z from 'zod/mini'
import {
  createKnowledgeBaseBody,
  updateKnowledgeBaseBody,
  retrieveBody,
  createDocumentBody,
} from '../../../contract/operations/knowledge-bases.ts'
import { publishBody } from '../../../contract/operations/fields.ts'
import { ownLimits } from '../../../contract/limits.ts'
import type {
  KnowledgeBase,
  StoredKnowledgeBase,
  Chunk,
  KnowledgeDocument,
  StoredDocument,
} from '../../../contract/records/knowledge-base.ts'
import { ApiError } from '../../world/api-error.ts'
import type { RequestContext } from '../request-context.ts'
import { deleteKnowledgeBase, addDocument, removeDocument } from './documents.ts'
import { searchKnowledgeBase } from './search-index.ts'
import { searchIndexesOf } from './search-indexes.ts'
import { everyone } from '../../world/store.ts'
import { isVisible } from '../visibility.ts'
import { paginateArray, paginate } from '../paginate.ts'
import { publishedFields, unpublishedFields } from '../publication.ts'
import type { Route } from '../route.ts'
import { withDefaults } from '../body-fields.ts'
import { estimateChunks } from './split-text.ts'

export const knowledgeBaseRoutes = {
  'knowledge-bases.list': (visit) => {
    const { world, caller } = visit
    const seen = world.store.knowledgeBases
      .owned(everyone, 'newest')
      .filter((base) => isVisible(world.store, base, caller.user.id))
    return paginateArray(
      visit,
      seen.map((base) => baseView(visit, base)),
    )
  },
  'knowledge-bases.create': (visit) => {
    const { world, caller } = visit
    const given = visit.bodyAs(createKnowledgeBaseBody)
    const settings = {
      ...baseDefaults,
      ...withDefaults(given, { ...baseDefaults, name: given.name }),
    }
    refuseLargeOverlap(settings)
    const base = world.store.knowledgeBases.insert({
      ...settings,
      ...unpublishedFields,
      id: world.random.uuid('knowledge-base', caller.user.id),
      user_id: caller.user.id,
      name: given.name,
      document_count: 0,
      total_chunks: 0,
      status: 'active',
      is_active: true,
      created_at: world.clock.iso(),
      updated_at: null,
    })
    return baseView(visit, base)
  },
  'knowledge-bases.read': (visit) => baseView(visit, visit.resourceAs('knowledge-base')),
  'knowledge-bases.update': (visit) => {
    const base = visit.resourceAs('knowledge-base')
    const given = visit.bodyAs(updateKnowledgeBaseBody)
    const settings = withDefaults(given, { ...baseDefaults, name: base.name })
    refuseLargeOverlap({ ...base, ...settings })
    return updateBase(visit, settings)
  },
  'knowledge-bases.delete': (visit) => {
    const { id } = visit.resourceAs('knowledge-base')
    deleteKnowledgeBase(visit.world, id)
    return { deleted: id }
  },
  'knowledge-bases.toggle': (visit) => {
    const { id, is_active } = updateBase(visit, {
      is_active: !visit.resourceAs('knowledge-base').is_active,
    })
    return { id, is_active }
  },
  'knowledge-bases.publish': (visit) => {
    const base = visit.resourceAs('knowledge-base')
    // A base is never a draft, so publishing one says that it is for others.
    const shared = base.visibility === 'personal' ? 'global' : base.visibility
    return updateBase(
      visit,
      publishedFields(visit, { ...base, visibility: shared }, visit.bodyAs(publishBody)),
    )
  },
  'knowledge-bases.unpublish': (visit) => updateBase(visit, unpublishedFields),
  'knowledge-bases.retrieve': (visit) => {
    const { query, top_k } = visit.bodyAs(retrieveBody)
    const base = visit.resourceAs('knowledge-base')
    refuseNonOwner(visit, base)
    return searchKnowledgeBase(visit.world, base, query, top_k ?? ownLimits.retrieveTop.default)
  },
} satisfies Record<string, Route>

type SettableField = keyof z.infer<typeof createKnowledgeBaseBody>

/** What a base is that nothing was said about. */
const baseDefaults: Omit<Pick<StoredKnowledgeBase, SettableField>, 'name'> = {
  description: null,
  chunk_strategy: 'recursive',
  chunk_size: ownLimits.chunkSize.default,
  chunk_overlap: ownLimits.chunkOverlap.default,
  retrieval_mode: 'hybrid',
}

/** A chunk that repeats more than half of another would never get on. */
function refuseLargeOverlap({
  chunk_size,
  chunk_overlap,
}: Pick<StoredKnowledgeBase, 'chunk_size' | 'chunk_overlap'>): void {
  if (chunk_overlap * 2 > chunk_size)
    throw new ApiError('request-senseless', '`chunk_overlap` is at most half of `chunk_size`.')
}

function updateBase(visit: RequestContext, fields: Partial<StoredKnowledgeBase>): KnowledgeBase {
  const { store, clock } = visit.world
  const base = visit.resourceAs('knowledge-base')
  // Passages say how their base splits its documents.
  searchIndexesOf(visit.world).delete(base.id)
  const updated_at = clock.iso()
  return baseView(visit, store.knowledgeBases.update(base, { ...fields, updated_at }))
}

/** To some deployments a base of others is missing, although it is listed. */
function refuseNonOwner(
  { caller, behaviour }: RequestContext,
  { id, user_id }: StoredKnowledgeBase,
): void {
  if (user_id === caller.user.id || !behaviour.policy.portal.ownersRetrieve) return
  throw new ApiError('resource-missing', `There is no knowledge base \`${id}\`.`, {
    resource: 'knowledge-base',
  })
}

/** A base as the caller sees it. */
function baseView({ caller }: RequestContext, base: StoredKnowledgeBase): KnowledgeBase {
  if (base.user_id === caller.user.id) return { ...base, source: 'own' }
  return { ...base, source: base.visibility === 'org' ? 'org' : 'market' }
}

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
    const { id } = visit.resourceAs('knowledge-base')
    return paginate(visit, documents.count(id), (from, count) =>
      documents.slice(id, 'oldest', from, count).map(documentView),
    )
  },
  'documents.create': (visit) => {
    const { filename, content } = visit.bodyAs(createDocumentBody)
    const base = visit.resourceAs('knowledge-base')
    refuseManyChunks(estimateChunks(content, base))
    return documentView(addDocument(visit.world, base, filename, content))
  },
  'documents.chunks': (visit) => {
    const { id, kb_id, chunks } = visit.resourceAs('document')
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
    const document = visit.resourceAs('document')
    removeDocument(visit.world, document)
    return { deleted: document.id }
  },
} satisfies Record<string, Route>

/** A document as lists show it: with the number of its chunks in place of them. */
function documentView({ chunks, ...document }: StoredDocument): KnowledgeDocument {
  return { ...document, chunk_count: chunks.length }
}
