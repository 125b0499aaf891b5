import type * as z from 'zod/mini'
import {
  createKnowledgeBaseBody,
  updateKnowledgeBaseBody,
  retrieveBody,
} from '../../contract/operations/knowledge-bases.ts'
import { publishBody } from '../../contract/operations/fields.ts'
import { ownLimits } from '../../contract/limits.ts'
import type { KnowledgeBase, StoredKnowledgeBase } from '../../contract/records/knowledge-base.ts'
import { ApiError } from '../world/api-error.ts'
import type { RequestContext } from '../platform/request-context.ts'
import { deleteKnowledgeBase } from '../platform/knowledge-bases/documents.ts'
import { searchKnowledgeBase } from '../platform/knowledge-bases/search.ts'
import { everyone } from '../world/store.ts'
import { isVisible } from '../platform/visibility.ts'
import { paginateArray } from './paginate.ts'
import { published, unpublished } from './publication.ts'
import type { Route } from './route.ts'
import { settle } from './settle.ts'

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
    const settings = { ...blank, ...settle(given, { ...blank, name: given.name }) }
    refuseSplitting(settings)
    const base = world.store.knowledgeBases.insert({
      ...settings,
      ...unpublished,
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
  'knowledge-bases.read': (visit) => baseView(visit, visit.resource('knowledge-base')),
  'knowledge-bases.update': (visit) => {
    const base = visit.resource('knowledge-base')
    const given = visit.bodyAs(updateKnowledgeBaseBody)
    const settings = settle(given, { ...blank, name: base.name })
    refuseSplitting({ ...base, ...settings })
    return change(visit, settings)
  },
  'knowledge-bases.delete': (visit) => {
    const { id } = visit.resource('knowledge-base')
    deleteKnowledgeBase(visit.world, id)
    return { deleted: id }
  },
  'knowledge-bases.toggle': (visit) => {
    const { id, is_active } = change(visit, {
      is_active: !visit.resource('knowledge-base').is_active,
    })
    return { id, is_active }
  },
  'knowledge-bases.publish': (visit) => {
    const base = visit.resource('knowledge-base')
    // A base is never a draft, so publishing one says that it is for others.
    const shared = base.visibility === 'personal' ? 'global' : base.visibility
    return change(
      visit,
      published(visit, { ...base, visibility: shared }, visit.bodyAs(publishBody)),
    )
  },
  'knowledge-bases.unpublish': (visit) => change(visit, unpublished),
  'knowledge-bases.retrieve': (visit) => {
    const { query, top_k } = visit.bodyAs(retrieveBody)
    const base = visit.resource('knowledge-base')
    refuseStranger(visit, base)
    return searchKnowledgeBase(visit.world, base, query, top_k ?? ownLimits.retrieveTop.default)
  },
} satisfies Record<string, Route>

type Settable = keyof z.infer<typeof createKnowledgeBaseBody>

/** What a base is that nothing was said about. */
const blank: Omit<Pick<StoredKnowledgeBase, Settable>, 'name'> = {
  description: null,
  chunk_strategy: 'recursive',
  chunk_size: ownLimits.chunkSize.default,
  chunk_overlap: ownLimits.chunkOverlap.default,
  retrieval_mode: 'hybrid',
}

/** A chunk that repeats more than half of another would never get on. */
function refuseSplitting({
  chunk_size,
  chunk_overlap,
}: Pick<StoredKnowledgeBase, 'chunk_size' | 'chunk_overlap'>): void {
  if (chunk_overlap * 2 > chunk_size)
    throw new ApiError('request-senseless', '`chunk_overlap` is at most half of `chunk_size`.')
}

function change(visit: RequestContext, fields: Partial<StoredKnowledgeBase>): KnowledgeBase {
  const { store, indexes, clock } = visit.world
  const base = visit.resource('knowledge-base')
  // Passages say how their base splits its documents.
  indexes.delete(base.id)
  const updated_at = clock.iso()
  return baseView(visit, store.knowledgeBases.update(base, { ...fields, updated_at }))
}

/** To some deployments a base of others is missing, although it is listed. */
function refuseStranger(
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
