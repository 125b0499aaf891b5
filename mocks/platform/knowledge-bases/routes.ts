import { ownLimits } from '../../../contract/limits.ts'
import { newRecords, unpublishedFields } from '../../../contract/new-records.ts'
import type { knowledgeBaseOperations } from '../../../contract/operations/knowledge-bases.ts'
import type {
  Chunk,
  KnowledgeBase,
  KnowledgeDocument,
  StoredDocument,
  StoredKnowledgeBase,
} from '../../../contract/records/knowledge-base.ts'
import { ApiError, missingResource } from '../../world/api-error.ts'
import { withDefaults } from '../body-fields.ts'
import { paginate } from '../paginate.ts'
import { publishedFields, sharingSource, visibleRecords } from '../sharing.ts'
import type { RequestContext, Routes } from '../request-context.ts'
import { addDocument, deleteKnowledgeBase, removeDocument } from './documents.ts'
import { prepareIndex, searchKnowledgeBases } from './search.ts'
import { searchIndexesOf } from './search-indexes.ts'
import { estimateChunks, splitText } from './split-text.ts'

export const knowledgeBaseRoutes: Routes<typeof knowledgeBaseOperations> = {
  'knowledge-bases.list': (context) => {
    const bases = visibleRecords(context, 'knowledge_bases')
    return paginate(context, bases, (base) => baseView(context, base))
  },
  'knowledge-bases.create': (context) => {
    const { world, caller, body } = context
    const { name } = body
    const usual = defaultsFor(body.chunk_size)
    const settings = { ...usual, ...withDefaults(body, { ...usual, name }) }
    refuseLargeOverlap(settings)
    const base = world.store.knowledgeBases.insert({
      id: world.random.id('knowledge-base', caller.user.id),
      user_id: caller.user.id,
      ...settings,
      name,
      created_at: world.clock.iso(),
    })
    return baseView(context, base)
  },
  'knowledge-bases.read': (context) => baseView(context, context.resource),
  'knowledge-bases.update': (context) => {
    const { body, resource } = context
    const usual = defaultsFor(body.chunk_size === undefined ? resource.chunk_size : body.chunk_size)
    const settings = withDefaults(body, { ...usual, name: resource.name })
    refuseLargeOverlap({ ...resource, ...settings })
    return updateBase(context, settings)
  },
  'knowledge-bases.delete': ({ world, resource: { id } }) => {
    deleteKnowledgeBase(world, id)
    return { deleted: id }
  },
  'knowledge-bases.toggle': (context) => {
    const { id, is_active } = updateBase(context, { is_active: !context.resource.is_active })
    return { id, is_active }
  },
  'knowledge-bases.publish': (context) => {
    const { body, resource } = context
    // A knowledge base has no draft status, so publishing a personal base makes it global.
    const visibility = resource.visibility === 'personal' ? 'global' : resource.visibility
    return updateBase(context, publishedFields(context, { ...resource, visibility }, body))
  },
  'knowledge-bases.unpublish': (context) => updateBase(context, unpublishedFields),
  'knowledge-bases.retrieve': (context) => {
    const { world, body, resource } = context
    requireRetrievable(context, resource)
    requireActive(resource)
    const count = body.top_k ?? ownLimits.retrieveTop.default
    const passages = searchKnowledgeBases(world, [resource], body.query, count)
    return passages.map(({ base: _base, ...passage }) => passage)
  },
  'documents.list': (context) => {
    const documents = context.world.store.documents.list(context.resource.id, 'oldest')
    return paginate(context, documents, documentView)
  },
  'documents.create': ({ world, body, resource }) => {
    refuseManyChunks(estimateChunks(body.content, resource), ownLimits.documentChunks)
    const chunks = splitText(body.content, resource)
    refuseManyChunks(chunks.length, ownLimits.splitChunks)
    prepareIndex(world, resource)
    return documentView(addDocument(world, resource, body, chunks))
  },
  'documents.chunks': (context) => {
    const { id, kb_id, chunks } = context.resource
    return paginate(context, {
      length: chunks.length,
      slice: (from, to) =>
        chunks.slice(from, to).map((chunk, index): Chunk => ({
          id: chunk.id,
          kb_id,
          document_id: id,
          chunk_index: from + index,
          content: chunk.content,
        })),
    })
  },
  'documents.delete': ({ world, resource }) => {
    removeDocument(world, resource)
    return { deleted: resource.id }
  },
}

/** The defaults of a knowledge base. The overlap of short chunks is at most half of their size. */
function defaultsFor(chunkSize: number | null | undefined) {
  const { knowledge_bases: usual } = newRecords
  const most = Math.floor((chunkSize ?? usual.chunk_size) / 2)
  return { ...usual, chunk_overlap: Math.min(usual.chunk_overlap, most) }
}

/** Throws if chunks overlap by more than half, because splitting would hardly advance. */
function refuseLargeOverlap({
  chunk_size,
  chunk_overlap,
}: Pick<StoredKnowledgeBase, 'chunk_size' | 'chunk_overlap'>): void {
  if (chunk_overlap * 2 > chunk_size)
    throw new ApiError('request-senseless', '`chunk_overlap` must be at most half of `chunk_size`.')
}

function updateBase(
  context: RequestContext & { readonly resource: StoredKnowledgeBase },
  changes: Partial<StoredKnowledgeBase>,
): KnowledgeBase {
  const { world, resource } = context
  // The index is dropped, because search results contain the chunk settings of their base.
  searchIndexesOf(world).delete(resource.id)
  const updated_at = world.clock.iso()
  return baseView(context, world.store.knowledgeBases.update(resource, { ...changes, updated_at }))
}

/** Refuses searches by other users with 404, in deployments where only the owner may search. */
function requireRetrievable(
  { caller, behaviour }: RequestContext,
  { id, user_id }: StoredKnowledgeBase,
): void {
  if (user_id === caller.user.id || !behaviour.policy.portal.ownersRetrieve) return
  throw missingResource('knowledge-base', id)
}

/** Refuses to search a base that is switched off. */
function requireActive({ id, is_active }: StoredKnowledgeBase): void {
  if (!is_active)
    throw new ApiError(
      'request-senseless',
      `The knowledge base \`${id}\` is switched off: \`is_active\` is false. ` +
        'Switch it on with `POST /api/knowledge-bases/{id}/toggle`.',
    )
}

const baseView = ({ caller }: RequestContext, base: StoredKnowledgeBase): KnowledgeBase => ({
  ...base,
  source: sharingSource(base, caller.user.id),
})

function refuseManyChunks(count: number, max: number): void {
  if (count > max)
    throw new ApiError(
      'request-senseless',
      `This document would have about ${count} chunks; the maximum is ${max}. ` +
        'Set a larger `chunk_size` or a smaller `chunk_overlap` for the knowledge base.',
    )
}

/** A document as lists show it: with the number of its chunks instead of the chunks. */
function documentView({ chunks, ...document }: StoredDocument): KnowledgeDocument {
  return { ...document, chunk_count: chunks.length }
}
