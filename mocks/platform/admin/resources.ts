import type * as z from 'zod/mini'
import type { ownedQuery } from '../../../contract/operations/admin.ts'
import { activeBody } from '../../../contract/operations/admin-users.ts'
import type {
  AdministeredConversation,
  AdministeredKey,
} from '../../../contract/records/administration.ts'
import type { StoredApiKey } from '../../../contract/records/credentials.ts'
import type { Conversation } from '../../../contract/records/conversation.ts'
import type { RequestContext } from '../request-context.ts'
import { deleteConversation } from '../conversations/conversation-records.ts'
import type { World } from '../../world/world.ts'
import { messagesOf } from '../conversations/routes.ts'
import { keyView } from '../keys/routes.ts'
import { paginate, paginateArray } from '../paginate.ts'
import type { Route } from '../route.ts'

/** What users own, seen and changed by those who administer it. */
export const adminResourceRoutes = {
  'admin.keys.list': (visit) =>
    listOwned(visit, visit.world.store.keys, (key) => administeredKey(visit.world, key)),
  'admin.keys.set-active': (visit) => {
    const { is_active } = visit.bodyAs(activeBody)
    const key = visit.world.store.keys.update(visit.resourceAs('api-key'), { is_active })
    return administeredKey(visit.world, key)
  },
  'admin.keys.delete': (visit) => {
    visit.world.store.keys.delete(visit.resourceAs('api-key').id)
  },
  'admin.conversations.list': (visit) =>
    listOwned(visit, visit.world.store.conversations, (conversation) =>
      administeredConversation(visit.world, conversation),
    ),
  'admin.conversations.messages': (visit) =>
    paginateArray(visit, messagesOf(visit, visit.resourceAs('conversation'))),
  'admin.conversations.delete': (visit) => {
    deleteConversation(visit.world.store, visit.resourceAs('conversation').id)
  },
  'admin.agents.list': (visit) =>
    listOwned(visit, visit.world.store.agents, (agent) => ({ ...agent, source: null })),
  'admin.knowledge-bases.list': (visit) =>
    listOwned(visit, visit.world.store.knowledgeBases, (base) => ({ ...base, source: null })),
} satisfies Record<string, Route>

type Owned = { readonly user_id: string }
type Sorted<R> = {
  readonly size: number
  sliceAll(order: 'newest', from: number, count: number): R[]
}

/** A page of all records of a kind, newest first, or of those of one user. */
function listOwned<R extends Owned>(
  visit: RequestContext,
  kind: Sorted<R>,
  view: (record: R) => object,
) {
  const { user_id } = visit.query as z.infer<typeof ownedQuery>
  if (user_id === undefined)
    return paginate(visit, kind.size, (from, count) =>
      kind.sliceAll('newest', from, count).map(view),
    )
  const all = kind.sliceAll('newest', 0, kind.size)
  return paginateArray(visit, all.filter((record) => record.user_id === user_id).map(view))
}

const ownerOf = ({ store }: World, { user_id }: Owned) => ({
  user_id,
  user_email: store.users.get(user_id)?.email ?? null,
})

const administeredKey = (world: World, key: StoredApiKey): AdministeredKey => ({
  ...keyView(world, key),
  ...ownerOf(world, key),
})

const administeredConversation = (
  world: World,
  conversation: Conversation,
): AdministeredConversation => ({ ...conversation, ...ownerOf(world, conversation) })
