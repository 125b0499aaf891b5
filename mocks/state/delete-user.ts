import { deleteConversation } from './delete-conversation.ts'
import { conversationsOf, type Store } from './store.ts'

/** Deletes a user with their keys and conversations; what they made for others stays. */
export function deleteUser(store: Store, id: string): void {
  for (const key of store.keys.owned(id, 'newest')) store.keys.delete(key.id)
  for (const status of ['active', 'archived'])
    for (const one of store.conversations.owned(conversationsOf(id, status), 'newest'))
      deleteConversation(store, one.id)
  store.users.delete(id)
}
