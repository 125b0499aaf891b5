import { everyone } from '../../world/store.ts'
import type { World } from '../../world/world.ts'

/** Deletes an agent. It is no longer the default agent of a user. */
export function deleteAgent({ store }: World, id: string): void {
  store.agents.delete(id)
  for (const user of store.users.owned(everyone, 'oldest'))
    if (user.default_agent_id === id) store.users.update(user, { default_agent_id: null })
}
