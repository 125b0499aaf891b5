import { retrieveBody } from '../../contract/bodies.ts'
import { ownLimits } from '../../contract/limits.ts'
import type { KnowledgeBase, StoredKnowledgeBase } from '../../contract/records/knowledge-base.ts'
import { everyone } from '../state/store.ts'
import { isVisible } from '../state/visibility.ts'
import { paginateArray } from './paginate.ts'
import type { Route } from './route.ts'

export const knowledgeBaseRoutes = {
  'knowledge-bases.list': (visit) => {
    const { world, caller } = visit
    const seen = world.store.knowledgeBases
      .owned(everyone, 'newest')
      .filter((base) => isVisible(world.store, base, caller.user.id))
    return paginateArray(
      visit,
      seen.map((base) => baseView(base, caller.user.id)),
    )
  },
  'knowledge-bases.retrieve': (visit) => {
    const { query, top_k } = visit.bodyAs(retrieveBody)
    const base = visit.foundAs('knowledge-base')
    return visit.world.search.search(base, query, top_k ?? ownLimits.retrieveTop.default)
  },
} satisfies Record<string, Route>

function baseView(base: StoredKnowledgeBase, user: string): KnowledgeBase {
  if (base.user_id === user) return { ...base, source: 'own' }
  return { ...base, source: base.visibility === 'org' ? 'org' : 'market' }
}
