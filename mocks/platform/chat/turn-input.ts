import type { StoredAgent } from '../../../contract/records/agent.ts'
import type { Conversation } from '../../../contract/records/conversation.ts'
import { ApiError } from '../../world/api-error.ts'
import { parseJson } from '../parse-json.ts'
import type { RequestContext } from '../request-context.ts'
import { createConversation } from '../conversations/conversation-records.ts'
import { everyone } from '../../world/store.ts'
import { isVisible } from '../visibility.ts'
import type { World } from '../../world/world.ts'

/** The conversation that a turn belongs to; one is made for it where the deployment does so. */
export function resolveConversation(visit: RequestContext): Conversation | undefined {
  if (visit.loaded !== undefined) return visit.resource('conversation')
  if (!visit.behaviour.policy.turns.makesConversation) return undefined
  return createConversation(visit.world, visit.caller.user.id, {})
}

/** The agent that the body names, else that of the conversation; one that the caller sees. */
export function resolveAgent(visit: RequestContext, named: string | null | undefined) {
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
export function searchableBases(
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
export function readQuestion(body: {
  q: string
  image_ids?: string | null
  user_metadata?: string | null
}) {
  const images = (body.image_ids ?? '').split(',').map((id) => id.trim())
  return {
    query: body.q,
    images: images.filter((id) => id !== ''),
    metadata: parseMetadata(body.user_metadata),
  }
}

/** The object that a text holds as JSON, or none: callers' metadata is never refused. */
function parseMetadata(text: string | null | undefined): Record<string, unknown> {
  try {
    const value: unknown = parseJson(text ?? '{}')
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isObject ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

/** What the fast model of `/api/auto` decided, and why. */
export type TurnRoute = { readonly mode: 'react' | 'dag'; readonly reasoning: string }

/** Decides by the agent's own mode, else by the words of the fixture. */
export function routeQuery(world: World, query: string, agent: StoredAgent | undefined): TurnRoute {
  if (agent !== undefined && agent.execution_mode !== 'auto')
    return { mode: agent.execution_mode, reasoning: `${agent.name} always runs this way.` }
  const asked = query.toLowerCase()
  const word = world.routing.dag.find((one) => asked.includes(one.toLowerCase()))
  return word === undefined
    ? { mode: 'react', reasoning: 'A single line of work answers this.' }
    : { mode: 'dag', reasoning: `“${word}” calls for several steps that depend on each other.` }
}
