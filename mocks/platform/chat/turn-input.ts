import type { chatOperations } from '../../../contract/operations/chat.ts'
import type { StoredAgent } from '../../../contract/records/agent.ts'
import type { StoredKnowledgeBase } from '../../../contract/records/knowledge-base.ts'
import type { Conversation } from '../../../contract/records/conversation.ts'
import { missingResource } from '../../world/api-error.ts'
import type { RequestContext } from '../request-context.ts'
import { createConversation } from '../conversations/conversation-records.ts'
import { everyone } from '../../world/store.ts'
import { isPublishedTo, visibilityFor } from '../sharing.ts'
import type { World } from '../../world/world.ts'

/** The context of the operations that start a turn. The conversation is optional. */
export type TurnContext = Omit<
  RequestContext<(typeof chatOperations)['chat.react']>,
  'resource'
> & { readonly resource: Conversation | undefined }

/** Returns the conversation of a turn. Some deployments create one if the request names none. */
export function resolveConversation(context: TurnContext): Conversation | undefined {
  const { world, caller, behaviour, resource } = context
  if (resource !== undefined) return resource
  if (!behaviour.policy.turns.createsConversation) return undefined
  return createConversation(world, caller.user.id, {})
}

/** The agent in the body, else the agent of the conversation, if the caller may see that agent. */
export function resolveAgent(context: TurnContext) {
  const { world, caller, behaviour, resource, body } = context
  const id = body.agent_id ?? resource?.agent_id
  if (id === null || id === undefined) return undefined
  const agent = world.store.agents.get(id)
  if (agent !== undefined && visibilityFor(world, 'agents', caller.user.id)(agent)) return agent
  if (behaviour.policy.turns.refusesUnknownAgent) throw missingResource('agent', id)
  context.ignored = [...context.ignored, 'agent_id (there is no such agent)']
  return undefined
}

/**
 * The active knowledge bases of the agent and the conversation; if they have none, all visible
 * ones.
 */
export function searchableBases(
  { world, caller }: RequestContext,
  conversation: Conversation | undefined,
  agent: StoredAgent | undefined,
) {
  const named = new Set([...(agent?.kb_ids ?? []), ...(conversation?.kb_ids ?? [])])
  const isVisible = visibilityFor(world, 'knowledge_bases', caller.user.id)
  // Who sees an agent also gets the published bases of the agent.
  const isSearched = (base: StoredKnowledgeBase) =>
    named.size === 0
      ? isVisible(base)
      : named.has(base.id) && isPublishedTo(world.store, base, caller.user.id)
  return world.store.knowledgeBases
    .owned(everyone, 'newest')
    .filter((base) => base.is_active && isSearched(base))
}

/** The mode that the router of `/api/auto` chose, with its reason. */
export type TurnRoute = { readonly mode: 'react' | 'dag'; readonly reasoning: string }

/** Routes a query by the agent's execution mode, else by the routing words of the fixture. */
export function routeQuery(world: World, query: string, agent: StoredAgent | undefined): TurnRoute {
  if (agent !== undefined && agent.execution_mode !== 'auto')
    return { mode: agent.execution_mode, reasoning: `${agent.name} always runs this way.` }
  const text = query.toLowerCase()
  const word = world.routing.dag.find((one) => text.includes(one.toLowerCase()))
  return word === undefined
    ? { mode: 'react', reasoning: 'The question needs no plan.' }
    : { mode: 'dag', reasoning: `“${word}” calls for several steps that depend on each other.` }
}
