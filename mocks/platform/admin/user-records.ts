import { newRecords } from '../../../contract/new-records.ts'
import type { StoredUser } from '../../../contract/records/user.ts'
import type { World } from '../../world/world.ts'
import { deleteConversation } from '../conversations/conversation-records.ts'
import { leaveOrganizations } from '../organizations/organization-records.ts'
import { conversationOwner, type Store } from '../../world/store.ts'

type SettableField = 'username' | 'display_name' | 'is_admin'

/** Adds a user with the default values of a new user, so the onboarding is not completed. */
export function createUser(
  { store, clock, random }: World,
  email: string,
  password: string,
  fields: { readonly [Field in SettableField]?: StoredUser[Field] | null | undefined },
): StoredUser {
  return store.users.insert({
    id: random.id('user', email),
    email,
    password,
    username: fields.username ?? email.replace(/@.*/, ''),
    ...newRecords.users,
    display_name: fields.display_name ?? null,
    is_admin: fields.is_admin ?? false,
    created_at: clock.iso(),
  })
}

/** Deletes a user with their keys, conversations and memberships. Shared records such as agents stay. */
export function deleteUser(store: Store, id: string): void {
  for (const key of store.keys.owned(id, 'newest')) store.keys.delete(key.id)
  for (const status of ['active', 'archived'])
    for (const conversation of store.conversations.owned(conversationOwner(id, status), 'newest'))
      deleteConversation(store, conversation.id)
  leaveOrganizations(store, id)
  store.users.delete(id)
}
