import { type Resource, resources } from '../../contract/resources.ts'
import { ApiError } from '../api-error.ts'
import { isVisible } from '../state/visibility.ts'
import type { Findable, Visit } from './visit.ts'

/** Looks up the record that the path or the body leads to; to strangers it is missing (7). */
export function find(visit: Visit): void {
  const { finds } = visit.endpoint
  if (finds === undefined) return
  // Where it was validated already, the body may hold a near miss as what it was taken for.
  const body = (visit.body ?? visit.received.value) as Record<string, unknown> | null | undefined
  const given = finds.by === 'path' ? visit.params[finds.name] : body?.[finds.name]
  // An id that is no text leads nowhere: that it is wrong is for `validate` to say.
  if (typeof given !== 'string') return
  const record = lookUp[finds.resource](visit, given)
  if (record === undefined)
    throw new ApiError(
      finds.missing,
      `There is no ${resources[finds.resource].name} \`${given}\`.`,
      {
        resource: finds.resource,
      },
    )
  visit.found = record
}

const lookUp: { [Kind in Resource]: (visit: Visit, id: string) => Findable[Kind] | undefined } = {
  'api-key': ({ world, caller, behaviour, endpoint }, id) => {
    const key = world.store.keys.get(id)
    const ofAll = behaviour.policy.keys.ofOthers || endpoint.adminOnly === true
    return key?.user_id === caller.user.id || ofAll ? key : undefined
  },
  conversation: ({ world, caller, behaviour, endpoint }, id) => {
    const conversation = world.store.conversations.get(id)
    const ofAll = behaviour.policy.conversations.ofOthers || endpoint.adminOnly === true
    return conversation?.user_id === caller.user.id || ofAll ? conversation : undefined
  },
  user: ({ world }, id) => world.store.users.get(id),
  agent: ({ world, caller }, id) => {
    const agent = world.store.agents.get(id)
    return agent !== undefined && isVisible(agent, caller.user.id) ? agent : undefined
  },
  'knowledge-base': ({ world, caller }, id) => {
    const base = world.store.knowledgeBases.get(id)
    return base !== undefined && isVisible(base, caller.user.id) ? base : undefined
  },
}
