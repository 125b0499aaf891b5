import type { World } from '../../world/world.ts'
import { deleteConversation } from '../conversations/conversation-records.ts'
import { leaveOrganizations } from '../organizations/organization-records.ts'
import { listAllConversations } from '../portal/activity.ts'

/** Deletes a user with their keys, conversations and memberships. Shared records such as agents stay. */
export function deleteUser(world: World, id: string): void {
  const { store } = world
  for (const key of store.keys.owned(id, 'newest')) store.keys.delete(key.id)
  for (const conversation of listAllConversations(store, id))
    deleteConversation(world, conversation.id)
  leaveOrganizations(store, id)
  store.users.delete(id)
}
