import { everyone } from '../../world/store.ts'
import type { World } from '../../world/world.ts'
import type { RequestContext } from '../request-context.ts'
import { visibleRecords } from '../sharing.ts'

/** Returns the agents in the caller's list. Agents with `is_builder` are left out. */
export const listedAgents = (context: RequestContext, status?: string) =>
  visibleRecords(context, 'agents', {
    name: String(status),
    test: (agent) => !agent.is_builder && (status === undefined || agent.status === status),
  })

/** Deletes an agent. Users with this default agent have none afterwards. */
export function deleteAgent({ store }: World, id: string): void {
  store.agents.delete(id)
  for (const user of store.users.owned(everyone, 'oldest'))
    if (user.default_agent_id === id) store.users.update(user, { default_agent_id: null })
}
