import type { StoredAgent } from '../../contract/records/agent.ts'
import type { Conversation } from '../../contract/records/conversation.ts'
import { ApiError } from '../world/api-error.ts'
import { parseJson } from '../platform/parse-json.ts'
import type { RequestContext } from '../platform/request-context.ts'
import { createConversation } from '../platform/conversations/conversation-records.ts'
import { everyone } from '../world/store.ts'
import { isVisible } from '../platform/visibility.ts'

/** The conversation that a turn belongs to; one is made for it where the deployment does so. */
export function conversationFor(visit: RequestContext): Conversation | undefined {
  if (visit.loaded !== undefined) return visit.resource('conversation')
  if (!visit.behaviour.policy.turns.makesConversation) return undefined
  return createConversation(visit.world, visit.caller.user.id, {})
}

/** The agent that the body names, else that of the conversation; one that the caller sees. */
export function agentFor(visit: RequestContext, named: string | null | undefined) {
  const { world, caller, behaviour } = visit
  const conversation = visit.loaded === undefined ? undefined : visit.resource('conversation')
  const id = named ?? conversation?.agent_id
  if (id === null || id === undefined) return undefined
  const agent = world.store.agents.get(id)
  if (agent !== undefined && isVisible(world.store, agent, caller.user.id)) return agent
  if (behaviour.policy.turns.refusesUnknownAgent)
    throw new ApiError('resource-missing', `There is no agent \`${id}\`.`, { resource: 'agent' })
  return undefined
}

/** What a turn may look up: the bases of the agent or the conversation, else all that the caller sees. */
export function basesFor(
  { world, caller }: RequestContext,
  conversation: Conversation | undefined,
  agent: StoredAgent | undefined,
) {
  const visible = world.store.knowledgeBases
    .owned(everyone, 'newest')
    .filter((base) => base.is_active && isVisible(world.store, base, caller.user.id))
  const named = new Set([...(agent?.kb_ids ?? []), ...(conversation?.kb_ids ?? [])])
  return named.size === 0 ? visible : visible.filter(({ id }) => named.has(id))
}

/** What the body of a chat request asks. */
export function askedOf(body: {
  q: string
  image_ids?: string | null
  user_metadata?: string | null
}) {
  const images = (body.image_ids ?? '').split(',').map((id) => id.trim())
  return {
    query: body.q,
    images: images.filter((id) => id !== ''),
    metadata: objectIn(body.user_metadata),
  }
}

/** The object that a text holds as JSON, or none: callers' metadata is never refused. */
function objectIn(text: string | null | undefined): Record<string, unknown> {
  try {
    const value: unknown = parseJson(text ?? '{}')
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isObject ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}
