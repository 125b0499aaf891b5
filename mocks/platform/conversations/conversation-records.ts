import type { Conversation } from '../../../contract/records/conversation.ts'
import { activeModel } from '../active-model.ts'
import { newestTurnOf } from '../../world/turns.ts'
import type { World } from '../../world/world.ts'

type SettableField = 'title' | 'mode' | 'agent_id' | 'model_name' | 'kb_ids'

/** Adds a conversation of a user, with the specified defaults for absent fields (4.3). */
export function createConversation(
  world: World,
  user: string,
  fields: { readonly [Field in SettableField]?: Conversation[Field] | null | undefined },
): Conversation {
  const { namesActiveModel } = world.behaviour('conversations.create').policy.conversations
  return world.store.conversations.insert({
    id: world.random.id('conversation', user),
    user_id: user,
    title: fields.title ?? '',
    mode: fields.mode ?? 'auto',
    agent_id: fields.agent_id ?? null,
    model_name: fields.model_name ?? (namesActiveModel ? modelOf(world, fields.agent_id) : null),
    kb_ids: fields.kb_ids ?? [],
    status: 'active',
    starred: false,
    total_tokens: 0,
    created_at: world.clock.iso(),
    updated_at: null,
  })
}

/** The name of the model that answers: that of the agent, else the active general model. */
function modelOf(world: World, agentId: string | null | undefined): string | null {
  const model = world.store.agents.get(agentId ?? '')?.model_config_json?.['model']
  return typeof model === 'string' ? model : (activeModel(world, 'general')?.name ?? null)
}

/**
 * Deletes a conversation with its messages and stored turns. Its tokens still count for the quota.
 */
export function deleteConversation(world: World, id: string): void {
  const { store, clock, tokenUsage } = world
  const conversation = store.conversations.get(id)
  if (conversation !== undefined) tokenUsage.keep(conversation.user_id, clock.iso())
  for (const message of store.messages.owned(id, 'oldest')) store.messages.delete(message.id)
  for (const turn of store.transcripts.owned(id, 'oldest')) store.transcripts.delete(turn.id)
  store.conversations.delete(id)
  forgetTurns(world, id)
}

/**
 * Deletes what the turns of a deleted conversation have stored in other tables. A turn that still
 * runs needs this data, so call this again at its end.
 */
export function forgetTurns(world: World, conversationId: string): void {
  const { store, tables, runningTurns } = world
  if (store.conversations.get(conversationId) !== undefined) return
  if (newestTurnOf(runningTurns, conversationId) !== undefined) return
  for (const [table, key] of rowsOfTurns(conversationId)) tables.of(table).delete(key)
}

/** The rows that the turns of a conversation store in other tables: the table name, and the key. */
const rowsOfTurns = (
  conversationId: string,
): readonly (readonly [table: string, key: string])[] => [
  ['told', conversationId],
  ['next-cursor', conversationId],
  ...['message', 'turn', 'injection', 'value'].map(
    (purpose) => ['draws', `${purpose}\n${conversationId}`] as const,
  ),
]

/**
 * Runs a deletion that can be undone, and keeps the data of turns in other tables. Without this
 * data, a restored conversation would forget its dialogue, and give its old ids to new messages.
 */
export function keepTurns({ store, tables }: World, deletion: () => void): void {
  const kept = [...store.conversations.values()]
    .flatMap(({ id }) => rowsOfTurns(id))
    .map(([name, key]) => [tables.of(name), key, tables.of(name).get(key)] as const)
  deletion()
  for (const [table, key, value] of kept)
    if (value !== undefined && table.get(key) === undefined) table.set(key, value)
}
