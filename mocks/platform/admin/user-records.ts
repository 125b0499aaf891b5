import type { Store } from '../../world/store.ts'
import { deleteConversation } from '../conversations/conversation-records.ts'
import { leaveOrganizations } from '../organizations/organization-records.ts'
import { listAllConversations } from '../portal/activity.ts'

/** Deletes a user with their keys, conversations and memberships. Shared records such as agents stay. */
export function deleteUser(store: Store, id: string): void {
  for (const key of store.keys.owned(id, 'newest')) store.keys.delete(key.id)
  for (const conversation of listAllConversations(store, id))
    deleteConversation(store, conversation.id)
  leaveOrganizations(store, id)
  store.users.delete(id)
}
