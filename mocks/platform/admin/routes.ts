import type * as z from 'zod/mini'
import type { Transcript } from '../../../contract/events.ts'
import { ownLimits } from '../../../contract/limits.ts'
import type { adminOperations, ownedQuery } from '../../../contract/operations/admin.ts'
import type {
  AdministeredConversation,
  AdministeredKey,
  AgentUsage,
  HealthComponent,
  PlatformStats,
  UsageAnalytics,
} from '../../../contract/records/administration.ts'
import type { Conversation } from '../../../contract/records/conversation.ts'
import type { StoredApiKey } from '../../../contract/records/credentials.ts'
import { dateOf, lastDates } from '../../world/dates.ts'
import type { Collection } from '../../world/collection.ts'
import { everyone, type Store, settingsOf } from '../../world/store.ts'
import type { World } from '../../world/world.ts'
import { definedFields } from '../body-fields.ts'
import { deleteConversation } from '../conversations/conversation-records.ts'
import { messagesWithEvents } from '../conversations/routes.ts'
import { keyView } from '../keys/routes.ts'
import { paginate } from '../paginate.ts'
import type { RequestContext, Routes } from '../request-context.ts'
import { changeSettings, settingsView } from '../settings.ts'

export const adminRoutes: Routes<typeof adminOperations> = {
  'admin.keys.list': (context) =>
    listRecordsByOwner(context, context.world.store.keys, administeredKey),
  'admin.keys.set-active': ({ world, body, resource }) =>
    administeredKey(world, world.store.keys.update(resource, { is_active: body.is_active })),
  'admin.keys.delete': ({ world, resource }) => world.store.keys.delete(resource.id),
  'admin.conversations.list': (context) =>
    listRecordsByOwner(context, context.world.store.conversations, administeredConversation),
  'admin.conversations.messages': (context) =>
    paginate(context, {
      length: context.world.store.messages.count(context.resource.id),
      slice: (from, to) => messagesWithEvents(context, context.resource, from, to),
    }),
  'admin.conversations.delete': ({ world, resource }) => deleteConversation(world, resource.id),
  'admin.agents.list': (context) =>
    listRecordsByOwner(context, context.world.store.agents, withoutSource),
  'admin.knowledge-bases.list': (context) =>
    listRecordsByOwner(context, context.world.store.knowledgeBases, withoutSource),
  'admin.stats': ({ world }) => platformStats(world.store),
  'admin.analytics.usage': ({ world, query }) =>
    usageByDay(world.store, world.clock.now(), query.days ?? ownLimits.usageDays.default),
  'admin.analytics.by-agent': (context) => paginate(context, usageByAgent(context.world.store)),
  'admin.settings.read': ({ world }) => settingsView(world.store),
  'admin.settings.update': ({ world, body }) => changeSettings(world.store, definedFields(body)),
  'admin.force-logout-all': ({ world, caller }) => {
    const users = world.store.users.owned(everyone, 'oldest')
    const others = users.filter(({ id }) => id !== caller.user.id)
    for (const { id } of others) world.sessions.end(id)
    return { logged_out: others.length }
  },
  'admin.audit-log': (context) => {
    const { action, actor_id } = context.query
    const entries = context.world.store.auditLog.select({
      order: 'newest',
      name: JSON.stringify([action, actor_id]),
      test: (entry) =>
        (action === undefined || entry.action === action) &&
        (actor_id === undefined || entry.actor_id === actor_id),
    })
    return paginate(context, entries)
  },
  'admin.health': (context) => paginate(context, readHealth(context.world)),
}

type OwnedRecord = { readonly user_id: string }
type RecordsOf<R extends OwnedRecord> = Pick<
  Collection<R & { readonly id: string }, 'newest'>,
  'all' | 'select'
>

/** Returns a page of all records of a kind, or only those of one user, newest first. */
function listRecordsByOwner<R extends OwnedRecord>(
  context: RequestContext & { readonly query: z.output<typeof ownedQuery> },
  records: RecordsOf<R>,
  view: (world: World, record: R) => object,
) {
  const { user_id } = context.query
  const isOwn = (record: R) => record.user_id === user_id
  const listed =
    user_id === undefined
      ? records.all('newest')
      : records.select({ order: 'newest', name: `of ${user_id}`, test: isOwn })
  return paginate(context, listed, (record) => view(context.world, record))
}

const ownerOf = ({ store }: World, { user_id }: OwnedRecord) => ({
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

/** Returns a record with `source: null`, because administrators do not see records by sharing. */
const withoutSource = (_world: World, record: OwnedRecord) => ({ ...record, source: null })

function readHealth({ store, clock }: World): HealthComponent[] {
  const inMaintenance = settingsOf(store).maintenance_mode
  const component = (name: string, detail: string): HealthComponent => ({
    name,
    status: 'healthy',
    detail,
    checked_at: clock.iso(),
  })
  return [
    {
      ...component('api', inMaintenance ? 'under maintenance' : 'answering'),
      status: inMaintenance ? 'maintenance' : 'healthy',
    },
    component('database', `${store.conversations.size} conversations`),
    component('retrieval', `${store.documents.size} documents`),
  ]
}

function platformStats(store: Store): PlatformStats {
  const users = store.users.owned(everyone, 'oldest')
  const { turns, tokens } = sumUsage([...store.transcripts.values()])
  return {
    total_users: users.length,
    active_users: users.filter(({ is_restricted }) => !is_restricted).length,
    total_api_keys: store.keys.size,
    total_agents: store.agents.size,
    total_knowledge_bases: store.knowledgeBases.size,
    total_conversations: store.conversations.size,
    total_messages: store.messages.size,
    total_turns: turns,
    total_tokens: tokens,
  }
}

function usageByDay(store: Store, now: number, days: number): UsageAnalytics {
  const byDay = Map.groupBy(store.transcripts.values(), ({ created_at }) => dateOf(created_at))
  const rows = lastDates(now, days).map((date) => ({ date, ...sumUsage(byDay.get(date) ?? []) }))
  return {
    days: rows,
    total_turns: rows.reduce((sum, { turns }) => sum + turns, 0),
    total_tokens: rows.reduce((sum, { tokens }) => sum + tokens, 0),
  }
}

/** The usage of each agent that has stored turns, highest usage first. */
function usageByAgent(store: Store): AgentUsage[] {
  const byAgent = Map.groupBy(
    store.transcripts.values(),
    ({ conversation_id }) => store.conversations.get(conversation_id)?.agent_id ?? null,
  )
  return [...byAgent]
    .map(([agent_id, transcripts]) => ({
      agent_id,
      agent_name: store.agents.get(agent_id ?? '')?.name ?? null,
      ...sumUsage(transcripts),
    }))
    .toSorted((a, b) => b.tokens - a.tokens)
}

const sumUsage = (transcripts: readonly Transcript[]) => ({
  turns: transcripts.length,
  tokens: transcripts.reduce((sum, transcript) => sum + countTokens(transcript), 0),
})

const countTokens = ({ events }: Transcript): number =>
  events.findLast((event) => event.event === 'done')?.data.tokens ?? 0
